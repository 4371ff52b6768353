import { describe, expect, test } from 'vitest';
import { rotateWebhookSecret } from '#functions/api/webhooks/rotate-webhook-secret.contract';
import { serviceTable } from '#shared/db/client';
import { newId } from '#shared/platform/ids';
import { openSealed } from '#shared/platform/vault';
import { registrationKeys } from '#shared/webhooks/registrations/keys';
import { openWebhookSigningSecrets } from '#shared/webhooks/registrations/registration';
import { findRegistration } from '#shared/webhooks/registrations/registration-repository';
import { type SignedInAccount, signedInAccount } from '#tests/support/accounts';
import { createWidgetFor } from '#tests/support/onboarding';
import { securitySuite } from '#tests/support/security-suite';
import { readTestVault } from '#tests/support/vault';
import { call, draftFor, handlers, idempotencyKey, list, naming } from './calls.ts';

const register = async (account: SignedInAccount): Promise<{ id: string; signingSecret: string }> => {
  const app = await createWidgetFor(account);
  return (await call('create', account, { body: draftFor(app.id) })).body.data;
};

const storedSecret = async ({ accountId }: SignedInAccount, id: string): Promise<string> => {
  const item = await serviceTable().get(registrationKeys.registration(accountId, id));
  return openSealed(String(item?.['sealedSecret']), id, readTestVault);
};

describe('rotate a signing secret: what it promises', () => {
  test('the response has the full new secret, which signs from now on', async () => {
    const account = await signedInAccount();
    const { id, signingSecret: old } = await register(account);
    const { status, body } = await call('rotate', account, naming(id));
    expect(status).toBe(200);
    expect(body).toStrictEqual({
      success: true,
      data: {
        id,
        signingSecret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
        rotatedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      },
    });
    expect(body.data.signingSecret).not.toBe(old);
    expect(await storedSecret(account, id)).toBe(body.data.signingSecret);
  });

  test('lists show the new secret masked, and nothing else has changed', async () => {
    const account = await signedInAccount();
    const { id } = await register(account);
    const [before] = (await list(account)).body.data;
    const { signingSecret } = (await call('rotate', account, naming(id))).body.data;
    expect((await list(account)).body.data).toStrictEqual([
      { ...before, signingSecretMasked: `whsec_****${signingSecret.slice(-4)}` },
    ]);
  });

  test('a repeated call with one idempotency key rotates once, and its response is masked', async () => {
    const account = await signedInAccount();
    const { id } = await register(account);
    const request = { ...naming(id), headers: idempotencyKey() };
    const { signingSecret } = (await call('rotate', account, request)).body.data;
    const again = (await call('rotate', account, request)).body.data;
    expect(again.signingSecret).toBe(`whsec_****${signingSecret.slice(-4)}`);
    expect(await storedSecret(account, id)).toBe(signingSecret);
  });
});

describe('a rotation that overlaps', () => {
  /** The secrets that currently sign, as deliveries open them. */
  const signing = async ({ accountId }: SignedInAccount, id: string, nowMs = Date.now()) => {
    const registration = await findRegistration(serviceTable(), accountId, id);
    return openWebhookSigningSecrets(registration ?? expect.fail('It is registered'), readTestVault, nowMs);
  };
  const rotate = async (account: SignedInAccount, id: string, overlapSeconds?: number): Promise<string> =>
    (await call('rotate', account, { ...naming(id), body: { overlapSeconds } })).body.data.signingSecret;

  test('lets the replaced secret sign until its end', async () => {
    const account = await signedInAccount();
    const { id, signingSecret: first } = await register(account);
    const second = await rotate(account, id, 3600);
    expect(await signing(account, id)).toStrictEqual({ current: second, previous: [first] });
    expect(await signing(account, id, Date.now() + 3_601_000)).toStrictEqual({ current: second, previous: [] });
  });

  test('repeated because its response was lost, keeps the secret that receivers use to the end of its overlap', async () => {
    const account = await signedInAccount();
    const { id, signingSecret: used } = await register(account);
    const lost = await rotate(account, id, 3600);
    const repeated = await rotate(account, id, 60);
    expect(await signing(account, id)).toStrictEqual({ current: repeated, previous: [used, lost] });
    expect(await signing(account, id, Date.now() + 61_000)).toStrictEqual({ current: repeated, previous: [used] });
    expect(await signing(account, id, Date.now() + 3_601_000)).toStrictEqual({ current: repeated, previous: [] });
  });

  test('repeated any number of times, leaves at most three secrets signing: the first, the last and the one before it', async () => {
    const account = await signedInAccount();
    const { id, signingSecret: used } = await register(account);
    const made: string[] = [];
    for (let count = 0; count < 4; count++) made.push(await rotate(account, id, 3600));
    expect(await signing(account, id)).toStrictEqual({ current: made[3], previous: [used, made[2]] });
  });

  test('ends with a rotation that does not, and so does every earlier one', async () => {
    const account = await signedInAccount();
    const { id } = await register(account);
    await rotate(account, id, 3600);
    await rotate(account, id, 3600);
    const last = await rotate(account, id);
    expect(await signing(account, id)).toStrictEqual({ current: last, previous: [] });
    const after = await rotate(account, id, 60);
    expect(await signing(account, id)).toStrictEqual({ current: after, previous: [last] });
  });

  test('run twice at once, extends the secret that the first of them made', async () => {
    const account = await signedInAccount();
    const { id, signingSecret: first } = await register(account);
    const made = await Promise.all([rotate(account, id, 3600), rotate(account, id, 3600)]);
    const { current, previous } = await signing(account, id);
    expect([...previous, current].toSorted()).toStrictEqual([first, ...made].toSorted());
  });

  test('leaves no secret in the history of a deleted registration', async () => {
    const account = await signedInAccount();
    const { id } = await register(account);
    await rotate(account, id, 3600);
    await rotate(account, id, 3600);
    await call('delete', account, naming(id));
    const item = await serviceTable().get(registrationKeys.deletedRegistration(account.accountId, id));
    expect(Object.keys(item ?? {})).toContain('deletedAt');
    for (const name of ['sealedSecret', 'previousSealedSecret', 'earliestSealedSecret'])
      expect(item).not.toHaveProperty(name);
  });

  test.each([-1, 86_401, 1.5, '60', null])('is refused for %j seconds', async (overlapSeconds) => {
    const account = await signedInAccount();
    const { id } = await register(account);
    const { status, body } = await call('rotate', account, { ...naming(id), body: { overlapSeconds } });
    expect([status, body.code]).toStrictEqual([400, 'VALIDATION_FAILED']);
  });
});

describe('rotate a signing secret: what it refuses', () => {
  test.each(['whk_01KAJ3VYB2M9D5H7N1P3Q8S6TW', 'x', 'whk_#', 'LIVE'])('the id %s', async (id) => {
    const { status, body } = await call('rotate', await signedInAccount(), naming(id));
    expect([status, body.code]).toStrictEqual([404, 'WEBHOOK_NOT_FOUND']);
  });

  test('a deleted registration', async () => {
    const account = await signedInAccount();
    const { id } = await register(account);
    await call('delete', account, naming(id));
    expect((await call('rotate', account, naming(id))).status).toBe(404);
  });
});

securitySuite({
  contract: rotateWebhookSecret,
  handler: handlers.rotate,
  request: async (account) => naming((await register(account)).id),
  missing: () => naming(newId('whk', Date.now())),
});
