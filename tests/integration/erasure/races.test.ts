import { describe, expect, test, vi } from 'vitest';
import { findAddressVerification } from '#shared/addresses/address-repository';
import { endAddressVerification } from '#shared/addresses/end-address-verification';
import { serviceTable } from '#shared/db/client';
import { update } from '#shared/db/expressions';
import type { Table } from '#shared/db/operations';
import { isErased } from '#shared/erasure/erasure';
import { erasureKeys } from '#shared/erasure/keys';
import { eventKeys } from '#shared/events/keys';
import { readFeed } from '#shared/events/read-feed';
import { assessSubmission } from '#shared/onboarding/assessment/assessment-run';
import { submissionOf } from '#shared/onboarding/assessment/submission';
import { findEmbedSession } from '#shared/onboarding/sessions/embed-session-repository';
import { worker } from '#tests/integration/addresses/world';
import { run, whileRegistryIsCalled } from '#tests/integration/assessment/run';
import { applicantOf } from '#tests/integration/assessment/submissions';
import { visitOf } from '#tests/integration/assessment/visit-steps';
import { decided } from '#tests/integration/mails/world';
import { eventsOf, outboxEventsOf } from '#tests/support/outbox';
import { foundIn } from './words.ts';
import {
  createKnown,
  type ErasureWorld,
  erasureWorld,
  everyItem,
  fillIn,
  type LivedApplicant,
  liveThrough,
  type Shown,
  submitKnown,
} from './world.ts';

await vi.hoisted(async () => (await import('#tests/support/own-table')).useOwnTable());

/** Modules that leave words of every kind, and no others. */
const MODULES = [
  'business_profile',
  'cac_verification',
  'directors_kyc',
  'sanctions_screening',
  'address_verification',
  'document_upload',
] as const;

const smallWorld = () => erasureWorld({ modules: MODULES });

const leftOf = async ({ words, files }: ErasureWorld): Promise<readonly string[]> =>
  [...(await everyItem()), ...files.kept.values()].flatMap((one) => foundIn(one, words));

/** Every sweep that an erasure needs. */
const sweepAll = async ({ sweep }: ErasureWorld): Promise<void> => {
  await sweep();
  await sweep(11 * 60_000);
};

describe('A sweep that dies', { tags: ['load'] }, () => {
  test('after any number of calls is continued by the next, and two at once do no harm', {
    timeout: 120_000,
  }, async () => {
    const world = await smallWorld();
    const { id } = await liveThrough(world);
    await world.erase(id);
    const dyingAfter = (calls: number): Table => {
      let made = 0;
      const mortal = (name: 'get' | 'getMany' | 'query' | 'write' | 'transact') => (argument: never) => {
        if (made++ >= calls) throw new Error('The worker died');
        return serviceTable()[name](argument);
      };
      return Object.assign({}, serviceTable(), {
        get: mortal('get'),
        getMany: mortal('getMany'),
        query: mortal('query'),
        write: mortal('write'),
        transact: mortal('transact'),
      }) as Table;
    };
    let deaths = 0;
    for (let calls = 1; ; calls++) {
      const ended = await world.sweep(0, dyingAfter(calls)).then(
        () => true,
        () => false,
      );
      if (ended) break;
      deaths++;
    }
    expect(deaths).toBeGreaterThan(20);
    await Promise.all([world.sweep(), world.sweep()]);
    await Promise.all([world.sweep(11 * 60_000), world.sweep(11 * 60_000)]);
    expect(await leftOf(world)).toEqual([]);
    expect(await serviceTable().get(erasureKeys.erasure(id))).toMatchObject({ completedAt: expect.any(String) });
  });
});

describe('At the same time as an erasure', { tags: ['load'] }, () => {
  test('another one: both succeed, and the applicant is erased once', async () => {
    const world = await smallWorld();
    const { id } = await createKnown(world);
    const both = await Promise.all([world.erase(id), world.erase(id), world.erase(id)]);
    expect(both.map(({ status }) => status)).toEqual([200, 200, 200]);
    await sweepAll(world);
    expect((await leftOf(world)).filter((what) => what.startsWith('created'))).toEqual([]);
  });

  const acts: Readonly<
    Record<
      string,
      (
        world: ErasureWorld,
        lived: LivedApplicant,
      ) => Promise<{ readonly status: number; readonly body: { code?: string } }>
    >
  > = {
    'a save': ({ session, words }, { sessionId }) =>
      session(sessionId).save('business_profile', words.answersTo('business_profile', 'beside')),
    'a file': ({ attach, words }, { sessionId }) =>
      attach(sessionId, 'document_upload', {
        content: words.word('beside: bytes'),
        filename: `${words.word('beside: filename')}.pdf`,
        key: 'beside',
      }),
    'a submission': ({ session }, { sessionId }) => session(sessionId).submit(),
    leaving: ({ session }, { sessionId }) => session(sessionId).abandon(),
  };

  test.each(Object.keys(acts))(
    '%s: it is either done before and erased, or refused',
    { timeout: 60_000 },
    async (name) => {
      const act = acts[name];
      if (!act) throw new Error('There is no such act');
      for (let round = 0; round < 4; round++) {
        const world = await smallWorld();
        const lived = await createKnown(world);
        if (round > 0) await fillIn(world, lived, 'before');
        const [acted, erased] = await Promise.all([act(world, lived), world.erase(lived.id)]);
        expect([200, 201, 400, 409]).toContain(acted.status);
        if (erased.status === 409) {
          expect([acted.status, erased.body.code]).toEqual([200, 'ILLEGAL_STATE']);
          await world.pump();
          expect((await world.erase(lived.id)).status).toBe(200);
        } else expect(erased.status).toBe(200);
        await sweepAll(world);
        expect(await leftOf(world)).toEqual([]);
      }
    },
  );

  test('a decision: one of them is first, and nothing of either remains', { timeout: 60_000 }, async () => {
    for (let round = 0; round < 3; round++) {
      const world = await smallWorld();
      const lived = await createKnown(world);
      await submitKnown(world, lived, 'first');
      await world.pump();
      const reason = `${world.words.word('reason beside')} lied.`;
      const [made, erased] = await Promise.all([
        world.decide(lived.id, { decision: 'reject', reason }),
        world.erase(lived.id),
      ]);
      expect(erased.status).toBe(200);
      expect([200, 409]).toContain(made.status);
      await world.pump();
      await sweepAll(world);
      expect(await leftOf(world)).toEqual([]);
      expect((await world.read(lived.id)).status).toBe(made.status === 200 ? 'rejected' : 'requires_review');
    }
  });

  test('notes, tags and clearances: each is either done before and erased, or refused', {
    timeout: 60_000,
  }, async () => {
    for (let round = 0; round < 4; round++) {
      const world = await smallWorld();
      const { words } = world;
      const lived = await createKnown(world);
      await submitKnown(world, lived, 'first');
      await world.pump();
      const { modules } = await world.read(lived.id);
      const screened = modules.find(({ moduleId }: Shown) => moduleId === 'sanctions_screening');
      const [{ list, name }] = screened.evidence[0].entries;
      const { verificationReference } = screened;
      const reason = `${words.word('clearance beside')} is another person.`;
      const written = [
        () => world.note(lived.id, words.word('note beside'), { 'idempotency-key': 'note' }),
        () => world.tag(lived.id, [words.word('tag beside')]),
        () => world.clear(lived.id, { verificationReference, list, name, reason }, { 'idempotency-key': 'clear' }),
      ];
      const [erased, ...others] = await Promise.all([world.erase(lived.id), ...written.map((write) => write())]);
      expect(erased.status).toBe(200);
      for (const { status } of others) expect([200, 201, 404, 409]).toContain(status);
      await sweepAll(world);
      // Nothing is written afterwards either.
      const later = await Promise.all(written.map((write) => write()));
      expect(later.map(({ status, body }) => [status, body.code])).toEqual(later.map(() => [409, 'ILLEGAL_STATE']));
      expect(await leftOf(world)).toEqual([]);
      const items = await everyItem();
      expect(items.filter(({ pk }) => /^(EVIDENCE|APPTAG)#/.test(pk) && pk.includes(world.account.accountId))).toEqual(
        [],
      );
    }
  });

  test('an assessment in progress: the erasure is refused until it has ended', async () => {
    const world = await smallWorld();
    const lived = await createKnown(world);
    await submitKnown(world, lived, 'first');
    const [event] = await outboxEventsOf(lived.id, 'kyb.applicant.submitted');
    if (!event) throw new Error('Nothing was submitted');
    const refusals: unknown[] = [];
    const sourcesFor = whileRegistryIsCalled(async () => {
      const { status, body } = await world.erase(lived.id);
      refusals.push([status, body.code]);
    });
    await assessSubmission(submissionOf(event), run({ sourcesFor }));
    expect(refusals).toEqual([[409, 'ILLEGAL_STATE']]);
    expect((await world.erase(lived.id)).status).toBe(200);
    await world.pump();
    await sweepAll(world);
    expect(await leftOf(world)).toEqual([]);
  });

  test('an assessment that was overtaken writes nothing once the applicant is erased', async () => {
    const world = await smallWorld();
    const lived = await createKnown(world);
    await submitKnown(world, lived, 'first');
    const [event] = await outboxEventsOf(lived.id, 'kyb.applicant.submitted');
    if (!event) throw new Error('Nothing was submitted');
    const sourcesFor = whileRegistryIsCalled(async () => {
      // Before this worker writes, another one ends the assessment and the applicant is erased everywhere.
      await assessSubmission(submissionOf(event), run());
      expect((await world.erase(lived.id)).status).toBe(200);
      await world.pump();
      await sweepAll(world);
    });
    await assessSubmission(submissionOf(event), run({ sourcesFor }));
    expect(await leftOf(world)).toEqual([]);
  });
});

describe('After an erasure', () => {
  test('a late event is planned without the reference, and no response of a receiver is kept', async () => {
    const world = await smallWorld();
    const lived = await createKnown(world);
    const late = await eventsOf(world.account.accountId);
    await world.erase(lived.id);
    await sweepAll(world);
    world.deliveries.receiver.respondWith({ status: 500, body: world.words.word('late answer') });
    // From the bus, as it was when it happened.
    for (const event of late) await world.deliveries.plan(event);
    await world.deliveries.drain();
    const { received } = world.deliveries.receiver;
    expect(received.length).toBeGreaterThan(0);
    for (const { rawBody } of received) expect(JSON.parse(rawBody.toString()).data.referenceId).toBeNull();
    expect(await leftOf(world)).toEqual([]);
  });

  test('later attempts send the erased body, and keep no response', async () => {
    const world = await smallWorld();
    const lived = await createKnown(world);
    world.deliveries.receiver.respondWith({ status: 500 });
    for (const event of await eventsOf(world.account.accountId)) await world.deliveries.plan(event);
    await world.deliveries.receiveNext();
    await world.erase(lived.id);
    await world.sweep();
    world.deliveries.receiver.respondWith({ status: 500, body: world.words.word('answer after') });
    await world.deliveries.drain();
    const [first, ...others] = world.deliveries.receiver.received.map(({ rawBody }) => rawBody.toString());
    expect(first).toContain(lived.requested.referenceId);
    expect(others.length).toBeGreaterThan(0);
    for (const body of others) expect(JSON.parse(body).data.referenceId).toBeNull();
    expect(await leftOf(world)).toEqual([]);
  });

  test('an event reaches its feed without the reference, although the stream still has it as it happened', async () => {
    const world = await smallWorld();
    const lived = await createKnown(world);
    const [event] = await eventsOf(world.account.accountId);
    if (!event) throw new Error('Nothing happened');
    const item = await serviceTable().get(eventKeys.outboxEvent(event.accountId, event.eventId));
    await world.erase(lived.id);
    await sweepAll(world);
    expect(await serviceTable().get(erasureKeys.erasure(lived.id))).toMatchObject({ completedAt: expect.any(String) });
    await world.publish(event, item);
    const { entries } = await readFeed(serviceTable(), {
      ...event,
      environments: [event.environment],
      after: {},
      limit: 9,
    });
    expect(entries).toMatchObject([{ eventId: event.eventId, data: { applicantId: lived.id, referenceId: null } }]);
    expect(await leftOf(world)).toEqual([]);
  });

  test('the erasure becomes overdue if a webhook changes with each try', async () => {
    const world = await smallWorld();
    const lived = await createKnown(world);
    for (const event of await eventsOf(world.account.accountId)) await world.deliveries.plan(event);
    await world.erase(lived.id);
    const busy: Table = {
      ...serviceTable(),
      write: async (operation) =>
        operation.kind === 'update' && operation.key.pk.startsWith('WHD#')
          ? { written: false, found: undefined }
          : serviceTable().write(operation),
    };
    await world.sweep(0, busy);
    await world.sweep(20 * 60_000, busy);
    await expect(world.sweep(31 * 60_000, busy)).rejects.toThrow('An erasure is not complete although nothing failed');
  });

  test('nobody is notified, and a mail that was queued before is not kept', async () => {
    const world = await smallWorld();
    const lived = await createKnown(world);
    await world.erase(lived.id);
    await world.pump();
    const to = `${world.words.word('queued mail')}@example.com`;
    await world.mails.deliver(decided(world.account.accountId, to, 'sandbox', lived.id));
    expect(world.mails.sent).toEqual([]);
    await sweepAll(world);
    expect(await leftOf(world)).toEqual([]);
  });

  test('a mail that was being kept at that moment is not kept', async () => {
    const world = await smallWorld();
    const lived = await createKnown(world);
    const to = `${world.words.word('mail at the moment')}@example.com`;
    const table: Table = {
      ...serviceTable(),
      transact: async (operations) => {
        if (!(await isErased(serviceTable(), lived.id))) await world.erase(lived.id);
        return serviceTable().transact(operations);
      },
    };
    await world.mails.deliver(decided(world.account.accountId, to, 'sandbox', lived.id), table);
    await sweepAll(world);
    expect((await leftOf(world)).filter((what) => what === 'mail at the moment')).toEqual([]);
  });

  test.each([
    ['before the sweep', 'completed'],
    ['after the sweep', 'failed'],
  ])(
    'a pending visit is neither charged nor reported when it ends %s, and nothing of it is kept',
    async (_when, status) => {
      const world = await smallWorld();
      const lived = await createKnown(world);
      await submitKnown(world, lived, 'first');
      await world.pump();
      const reference = (await visitOf({ applicantId: lived.id })) ?? '';
      const spent = (await applicantOf({ applicantId: lived.id })).totalSpentKobo;
      const pending = await findAddressVerification(serviceTable(), reference);
      if (pending?.status !== 'pending') throw new Error('No visit is pending');
      await world.erase(lived.id);
      const events = (await eventsOf(world.account.accountId)).length;
      if (status === 'failed') await sweepAll(world);
      const found = { location: world.words.word('place'), photos: [world.words.word('photo')], reason: null };
      const report = { status: 'completed', result: 'verified', ...found } as const;
      await endAddressVerification(pending, report, world.effects, Date.now());
      const { step } = worker();
      for (let steps = 0; steps < 3; steps++) await step(reference);
      await sweepAll(world);
      expect(await findAddressVerification(serviceTable(), reference)).toMatchObject({
        ...{ status, location: null, photos: [], street: '', chargeKobo: 0 },
      });
      expect((await applicantOf({ applicantId: lived.id })).totalSpentKobo).toBe(spent);
      const later = (await eventsOf(world.account.accountId)).slice(events);
      expect(later.filter(({ type }) => type !== 'verification.address.step_due')).toEqual([]);
      expect(await leftOf(world)).toEqual([]);
    },
  );

  test('the request that created it, repeated with its key, does not show its response', async () => {
    const world = await smallWorld();
    const lived = await createKnown(world);
    expect((await lived.repeat()).body.data.applicant.id).toBe(lived.id);
    await world.erase(lived.id);
    await sweepAll(world);
    const again = await lived.repeat();
    expect(again.status).toBe(201);
    expect(again.body.data.applicant.id).not.toBe(lived.id);
  });

  test('a timeline that has lost entries hides nothing from the erasure', async () => {
    const world = await smallWorld();
    const lived = await createKnown(world);
    const { abandon, save } = world.session(lived.sessionId);
    const { timeline, ...applicant } = await applicantOf({ applicantId: lived.id });
    const filler = Array.from({ length: 198 }, () => ({ ...timeline[0], status: 'abandoned' as const }));
    const key = { pk: `APP#${applicant.id}`, sk: 'APPLICANT' };
    await serviceTable().write(update(key, { set: { timeline: [...timeline, ...filler] }, when: {} }));
    await save('business_profile', {});
    await abandon();
    await submitKnown(world, lived, 'first');
    await world.pump();
    await world.visit(lived.id);
    await world.decide(lived.id, { decision: 'reject', reason: world.words.word('hidden reason') });
    await world.pump();
    expect((await applicantOf({ applicantId: lived.id })).timeline.length).toBeGreaterThan(198);
    await world.erase(lived.id);
    await sweepAll(world);
    expect(await leftOf(world)).toEqual([]);
    expect(await findEmbedSession(serviceTable(), lived.sessionId)).toMatchObject({ status: 'expired', answers: {} });
  });
});
