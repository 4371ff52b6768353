import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { emailKey } from '#shared/auth/accounts/email-key';
import { contactKeys } from '#shared/contact/keys';
import { serviceTable } from '#shared/db/client';
import { RATE_LIMITS } from '#shared/http/limits/rate-limits';
import { newAddress, testKit } from '#tests/integration/kit/test-kit';
import { contactWorld, SALES_EMAIL } from './world.ts';

const newEmail = (): string => `visitor.${randomUUID()}@example.com`;

const demoOf = (email: string) => ({
  name: 'Ada Obi',
  email,
  company: 'Adire Market Ltd',
  phone: '+2348012345678',
  message: 'We onboard 200 sellers a month.',
});

/** The stored items of a form and an address. */
const storedOf = (form: 'subscription' | 'demoRequest', email: string) =>
  serviceTable().queryAll({ partition: contactKeys.contactRequest(form, emailKey(email)).pk });

const FORMS = [
  ['subscribe', 'subscription', (email: string) => ({ email })],
  ['bookDemo', 'demoRequest', demoOf],
] as const;

/** The effect of a second form with the same address. */
const AGAIN = {
  subscription: { says: 'without a second mail, and keeps what was stored first', mails: 1 },
  demoRequest: { says: 'and reaches sales again', mails: 2 },
} as const;

describe.each(FORMS)('%s: promises', (form, template, bodyOf) => {
  test("the visitor's entries are stored, and mailed to sales", async () => {
    const { send, deliver, mails } = contactWorld();
    const body = bodyOf(newEmail());
    const response = await send(form, body);
    expect(response.status).toBe(201);
    expect(response.body).toStrictEqual({ success: true, message: expect.any(String) });
    await deliver();
    expect(mails).toStrictEqual([{ to: SALES_EMAIL, template, data: body }]);
    expect(await storedOf(template, body.email)).toMatchObject([body]);
  });

  test(`the same address again is the same 201, ${AGAIN[template].says}`, async () => {
    const { send, deliver, mails } = contactWorld();
    const email = newEmail();
    const first = await send(form, bodyOf(email));
    await deliver();
    const [stored] = await storedOf(template, email);
    const again = await send(form, { ...bodyOf(` ${email.toUpperCase()} `), name: 'Somebody else' });
    await deliver();
    expect([again.status, again.body]).toStrictEqual([first.status, first.body]);
    expect(mails).toHaveLength(AGAIN[template].mails);
    const all = await storedOf(template, email);
    expect(all).toHaveLength(AGAIN[template].mails);
    expect(all).toContainEqual(stored);
  });

  test('an order that arrives twice is stored and mailed once', async () => {
    const { send, deliver, mails, queued } = contactWorld();
    const email = newEmail();
    await send(form, bodyOf(email));
    queued.push(...queued);
    await deliver();
    await deliver();
    expect([mails.length, (await storedOf(template, email)).length]).toEqual([1, 1]);
  });

  test.runIf(template === 'subscription')('of twenty at the same moment, one is stored and mailed', async () => {
    const { send, deliver, mails } = contactWorld();
    const body = bodyOf(newEmail());
    const responses = await Promise.all(Array.from({ length: 20 }, () => send(form, body, { sourceIp: newAddress() })));
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([201]));
    await deliver();
    expect(mails).toHaveLength(1);
  });

  test('a known address costs the request the same as an unknown one: nothing is read for it', async () => {
    const { send, deliver, kit } = contactWorld();
    const known = newEmail();
    await send(form, bodyOf(known));
    await deliver();
    const callsFor = async (email: string) => {
      kit.calls.length = 0;
      await send(form, bodyOf(email));
      return [...kit.calls];
    };
    expect(await callsFor(known)).toStrictEqual(await callsFor(newEmail()));
  });

  test('neither address nor text is logged', async () => {
    const { send, deliver, kit, world } = contactWorld();
    const body = bodyOf(newEmail());
    world.mailIsDown = true;
    await send(form, body);
    await deliver();
    world.mailIsDown = false;
    await deliver();
    expect(kit.lines.map(({ code }) => code)).toEqual(expect.arrayContaining(['MAIL_FAILED', 'MAIL_SENT']));
    const logged = JSON.stringify([kit.lines, kit.measured]);
    for (const text of Object.values(body)) expect(logged).not.toContain(text);
  });
});

describe.each(FORMS)('%s: when something fails', (form, template, bodyOf) => {
  test('an outage of mail delays the mail: it is sent once when the outage is over, whatever was sent in the meantime', async () => {
    const { send, deliver, mails, queued, world } = contactWorld();
    const email = newEmail();
    world.mailIsDown = true;
    expect((await send(form, bodyOf(email))).status).toBe(201);
    for (let n = 0; n < 3; n++) await deliver();
    expect((await send(form, bodyOf(email))).status).toBe(201);
    await deliver();
    expect(queued).toHaveLength(AGAIN[template].mails);
    world.mailIsDown = false;
    await deliver();
    expect([mails.length, queued.length]).toEqual([AGAIN[template].mails, 0]);
  });

  test('while nothing can be queued it is a 503, nothing is stored, and the next try succeeds', async () => {
    const { send, deliver, mails, world } = contactWorld();
    const email = newEmail();
    world.queueIsDown = true;
    const refused = await send(form, bodyOf(email));
    expect(refused.status).toBe(503);
    expect(refused.body).toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    expect(await storedOf(template, email)).toEqual([]);
    world.queueIsDown = false;
    expect((await send(form, bodyOf(email))).status).toBe(201);
    await deliver();
    expect(mails).toHaveLength(1);
  });
});

describe('public forms: refusals', () => {
  test('every problem at once, and nothing is queued', async () => {
    const { send, queued } = contactWorld();
    const body = { name: ' ', email: 'nobody', phone: 7, company: 'x'.repeat(201), message: 'x'.repeat(4001) };
    const { status, body: refusal } = await send('bookDemo', body);
    expect([status, refusal.code]).toStrictEqual([400, 'VALIDATION_FAILED']);
    const paths = refusal.details.map(({ path }: { path: string }) => path);
    expect(paths.sort()).toEqual(['company', 'email', 'message', 'name', 'phone']);
    expect((await send('subscribe', {})).body.details[0].path).toBe('email');
    expect(queued).toHaveLength(0);
  });

  test('the largest valid form is queued', async () => {
    const { send, deliver, mails } = contactWorld();
    const widest = '\u{1F600}';
    const body = {
      name: widest.repeat(120),
      email: newEmail(),
      company: widest.repeat(200),
      phone: widest.repeat(40),
      message: widest.repeat(4000),
    };
    expect((await send('bookDemo', body)).status).toBe(201);
    await deliver();
    expect(mails).toHaveLength(1);
  });

  test('the 21st request from an address in its window is the 429, whichever form it is for', async () => {
    // A fixed time, so that no window ends during the test.
    const nowMs = Date.now();
    const { send, queued } = contactWorld(testKit({ clock: () => nowMs }));
    const { requests } = RATE_LIMITS.publicForms;
    const sourceIp = newAddress();
    const forms = Array.from({ length: requests }, (_, n) => (n % 2 === 0 ? 'subscribe' : 'bookDemo'));
    for (const form of forms) {
      expect((await send(form, demoOf(newEmail()), { sourceIp })).status).toBe(201);
    }
    const refused = await send('subscribe', { email: newEmail() }, { sourceIp });
    expect(refused.status).toBe(429);
    expect(refused.headers).toMatchObject({ 'RateLimit-Limit': '20', 'Retry-After': expect.any(String) });
    expect(queued).toHaveLength(20);
  });
});
