import { describe, expect, test } from 'vitest';
import { serviceTable } from '#shared/db/client';
import { findOwnedApplicant } from '#shared/onboarding/applicants/applicant-repository';
import { createWidgetFor, validConfig } from '#tests/support/onboarding';
import { openedSession, sessionCalls } from './session.ts';

const HOUR_MS = 3_600_000;

const PEOPLE = validConfig({ modules: { directors_kyc: { enabled: true, required: true } } });

describe('saving answers promises', () => {
  test('the answers under their module, the next module as current, the applicant in progress', async () => {
    const { save, session, account, applicant } = await openedSession();
    const { status, body } = await save('business_profile', { businessName: 'Ada Foods Ltd' });
    expect(status).toBe(200);
    expect(body.data).toEqual({
      sessionId: session.id,
      widgetId: session.widgetId,
      status: 'in_progress',
      currentModuleId: 'cac_verification',
      answers: { business_profile: { businessName: 'Ada Foods Ltd' } },
      attachments: {},
      referenceId: null,
    });
    const started = await findOwnedApplicant(serviceTable(), account, applicant.id);
    expect(started).toMatchObject({ status: 'in_progress', startedAt: expect.any(String) });
    expect(started?.timeline.map(({ status: at }) => at)).toEqual(['created', 'in_progress']);
  });

  test('answers merge field by field, and null removes one', async () => {
    const { save, read } = await openedSession();
    await save('business_profile', { businessName: 'Ada Foods Ltd', industry: 'Food' });
    await save('business_profile', { phone: '+2348012345678', industry: null });
    expect((await read()).body.data.answers).toEqual({
      business_profile: { businessName: 'Ada Foods Ltd', phone: '+2348012345678' },
    });
  });

  test("people in one shape replace those of the other, so that nobody gets another person's number", async () => {
    const { save, read } = await openedSession({ config: PEOPLE });
    const answers = async () => (await read()).body.data.answers['directors_kyc'];
    const lists = { fullNames: ['Ada Obi', 'Musa Bello'], nationalIdNumbers: ['11111111111', ''] };
    expect((await save('directors_kyc', lists)).body.data.answers.directors_kyc).toEqual(lists);
    expect(await answers()).toEqual(lists);
    const people = [{ fullName: 'Musa Bello' }, { fullName: 'Ada Obi', nationalIdNumber: '11111111111' }];
    expect((await save('directors_kyc', { people })).body.data.answers.directors_kyc).toEqual({ people });
    expect(await answers()).toEqual({ people });
    await save('directors_kyc', lists);
    expect(await answers()).toEqual(lists);
  });

  test('concurrent saves are all kept, including the first ones of a session', async () => {
    const { save, read, account, applicant } = await openedSession();
    const saves = [
      save('business_profile', { businessName: 'Ada Foods Ltd' }),
      save('business_profile', { industry: 'Food' }),
      save('cac_verification', { registrationNumber: 'RC1234567' }),
      save('tin_verification', { tin: '12345678-0001' }),
    ];
    expect((await Promise.all(saves)).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect((await read()).body.data.answers).toEqual({
      business_profile: { businessName: 'Ada Foods Ltd', industry: 'Food' },
      cac_verification: { registrationNumber: 'RC1234567' },
      tin_verification: { tin: '12345678-0001' },
    });
    const started = await findOwnedApplicant(serviceTable(), account, applicant.id);
    expect(started?.timeline.map(({ status }) => status)).toEqual(['created', 'in_progress']);
  });

  test('a paused widget lets an open session continue', async () => {
    const { save } = await openedSession({ status: 'paused' });
    expect((await save('business_profile', { businessName: 'Ada' })).status).toBe(200);
  });
});

describe('saving answers refuses', () => {
  test('a body that names every problem at once', async () => {
    const { widget, session } = await openedSession();
    const { save } = sessionCalls({ ...widget, embedLinkToken: '' }, session);
    const { status, body } = await save('', undefined);
    expect(status).toBe(400);
    expect(body.details.map(({ path }: { path: string }) => path)).toEqual(['token', 'moduleId', 'answers']);
  });

  test('unknown fields and invalid values, by name, and nothing is stored', async () => {
    const { save, read } = await openedSession();
    const { status, body } = await save('business_profile', { businessName: 'Ada', email: 'nobody', shoeSize: '42' });
    expect([status, body.code]).toEqual([400, 'VALIDATION_FAILED']);
    expect(body.details.map(({ path }: { path: string }) => path)).toEqual(['answers.email', 'answers.shoeSize']);
    expect((await read()).body.data.answers).toEqual({});
  });

  test.each([
    ...['pep_screening', 'utility_bill_verification', 'no_such_module'],
    ...['constructor', 'toString', '__proto__', 'hasOwnProperty'],
  ])('the module %s, which is disabled or unknown, by its name', async (id) => {
    const { save } = await openedSession();
    const { status, body } = await save(id, {});
    expect([status, body.code]).toEqual([400, 'MODULE_NOT_ENABLED']);
    expect(body.details).toEqual([{ path: 'moduleId', message: expect.stringContaining(`"${id}"`) }]);
  });

  test.each(['constructor', 'toString', 'valueOf', 'prototype'])('an answer named %s, by its name', async (name) => {
    const { save, read } = await openedSession();
    const { status, body } = await save('business_profile', JSON.parse(`{"businessName":"Ada","${name}":"x"}`));
    expect([status, body.code]).toEqual([400, 'VALIDATION_FAILED']);
    expect(body.details.map(({ path }: { path: string }) => path)).toEqual([`answers.${name}`]);
    expect((await read()).body.data.answers).toEqual({});
  });

  test("an answer named __proto__, which the service's JSON never contains", async () => {
    const { save } = await openedSession();
    const { status, body } = await save('business_profile', JSON.parse('{"__proto__":"x"}'));
    expect([status, body.code]).toEqual([400, 'MALFORMED_JSON']);
  });

  test('people whose lists have different lengths, or in two shapes, by the names of both', async () => {
    const { save, read } = await openedSession({ config: PEOPLE });
    const pathsOf = async (answers: unknown) => {
      const { status, body } = await save('directors_kyc', answers);
      expect([status, body.code]).toEqual([400, 'VALIDATION_FAILED']);
      return body.details.map(({ path }: { path: string }) => path);
    };
    const fullNames = ['Ada Obi', 'Musa Bello'];
    const numbers = { nationalIdNumbers: ['11111111111'] };
    expect(await pathsOf({ fullNames, ...numbers })).toEqual(['answers.fullNames', 'answers.nationalIdNumbers']);
    expect(await pathsOf({ fullNames, people: [] })).toEqual(['answers.people', 'answers.fullNames']);
    expect((await save('directors_kyc', { fullNames })).status).toBe(200);
    expect(await pathsOf(numbers)).toEqual(['answers.fullNames', 'answers.nationalIdNumbers']);
    expect(await pathsOf({ people: [{ fullName: 5, bvn: '1' }] })).toEqual([
      'answers.people.0.fullName',
      'answers.people.0.bvn',
    ]);
    expect((await read()).body.data.answers).toEqual({ directors_kyc: { fullNames } });
  });

  test('an unpaired surrogate anywhere in the answers, by the name of its field', async () => {
    const { save, read } = await openedSession();
    const pathsOf = async (moduleId: string, answers: unknown) => {
      const { status, body } = await save(moduleId, answers);
      expect([status, body.code]).toEqual([400, 'VALIDATION_FAILED']);
      return body.details.map(({ path, message }: { path: string; message: string }) => [path, message]);
    };
    const message = 'Must be well-formed Unicode, without lone surrogates';
    const half = 'Ada \ud83d';
    expect(await pathsOf('business_profile', { businessName: half })).toEqual([['answers.businessName', message]]);
    expect(await pathsOf('directors_kyc', { fullNames: ['Ada', half] })).toEqual([['answers.fullNames.1', message]]);
    expect(await pathsOf('business_profile', { [half]: 'x' })).toEqual([['answers.Ada \ufffd', message]]);
    expect((await read()).body.data.answers).toEqual({});
  });

  test('values that no answer can have, each with what is wrong with it', async () => {
    const { save } = await openedSession();
    const { body } = await save('business_profile', { a: 7, b: { c: 1 }, d: ['x', 7], e: 'x'.repeat(2049), f: true });
    expect(body.details).toEqual([
      { path: 'answers.a', message: 'Must be a string or an array of strings' },
      { path: 'answers.b', message: 'Must be a string or an array of strings' },
      { path: 'answers.d.1', message: 'Must be a string, or an object for a person' },
      { path: 'answers.e', message: 'Must have at most 2048 characters' },
      { path: 'answers.f', message: 'Must be a string or an array of strings' },
    ]);
  });

  test('a session of another widget with the same 404 as a missing one', async () => {
    const { account, session, widget } = await openedSession();
    const sibling = await createWidgetFor(account);
    const other = await sessionCalls(sibling, session).save('business_profile', { businessName: 'Ada' });
    const missing = await sessionCalls(widget, { id: 'wses_none' }).save('business_profile', { businessName: 'Ada' });
    expect([other.status, other.body.code]).toEqual([404, 'SESSION_NOT_FOUND']);
    expect(missing.response.body).toBe(other.response.body);
  });

  test('a submitted session', async () => {
    const { save, submit } = await openedSession({
      config: validConfig({
        modules: {
          business_profile: { enabled: true, required: false },
          cac_verification: { enabled: true, required: false },
        },
      }),
    });
    expect((await submit()).status).toBe(200);
    const { status, body } = await save('business_profile', { businessName: 'Ada' });
    expect([status, body.code]).toEqual([409, 'SESSION_NOT_IN_PROGRESS']);
  });

  test('an expired session', async () => {
    const { save } = await openedSession({}, Date.now() - 2 * HOUR_MS);
    const { status, body } = await save('business_profile', { businessName: 'Ada' });
    expect([status, body.code]).toEqual([410, 'SESSION_EXPIRED']);
  });

  test('a call without an origin if domains are configured, although reading passes', async () => {
    const { save, read } = await openedSession({
      config: validConfig({ security: { allowedDomains: ['shop.example'] } }),
    });
    expect((await read()).status).toBe(200);
    const { status, body } = await save('business_profile', { businessName: 'Ada' });
    expect([status, body.code]).toEqual([403, 'ORIGIN_NOT_ALLOWED']);
  });
});
