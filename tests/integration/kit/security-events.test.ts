import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { serve } from '#shared/http/serve';
import { SECURITY_EVENTS, type SecurityEvent } from '#shared/platform/security-events';
import { makeWorld, newEmail, PASSWORD } from '#tests/integration/accounts/world';
import { publishTestSigningKeys, signedInAccount } from '#tests/support/accounts';
import { mockAws } from '#tests/support/mock-aws';
import { TEST_VAULT_SECRET } from '#tests/support/vault';
import { adminOnly, parsed, SECURITY_SCENARIOS } from './security-scenarios.ts';
import { call, newAddress, testKit } from './test-kit.ts';

/** The output of the functions, which are built as they are deployed. */
const written: string[] = [];
vi.mock('#shared/platform/standard-output', () => ({ toStandardOutput: (line: string) => written.push(line) }));

const secrets = mockAws(SecretsManagerClient);
beforeEach(async () => {
  written.length = 0;
  await publishTestSigningKeys();
  secrets
    .on(GetSecretValueCommand)
    .resolves({ SecretString: TEST_VAULT_SECRET.current.value, VersionId: TEST_VAULT_SECRET.current.versionId });
});
afterEach(() => secrets.reset());

describe('security-relevant refusals', () => {
  test.each(Object.keys(SECURITY_EVENTS) as SecurityEvent[])(
    '%s is one line with its subject and the hash of the address, and one count of its metric',
    async (event) => {
      const sourceIp = newAddress();
      const { lines, concerned } = await SECURITY_SCENARIOS[event](sourceIp, written);
      const recorded = lines.filter(({ code, addressHash }) => code === event && addressHash !== undefined).at(-1);
      expect(recorded).toMatchObject({
        level: 'warn',
        requestId: expect.any(String),
        addressHash: expect.stringMatching(/^[\w-]{16}$/),
        ...concerned,
      });
      const sameRequest = lines.filter(({ requestId }) => requestId === recorded?.['requestId']);
      expect(sameRequest.filter(({ code }) => Object.hasOwn(SECURITY_EVENTS, String(code)))).toHaveLength(1);
      const metric = SECURITY_EVENTS[event];
      const counts = lines.filter((line) => line[metric] === 1);
      expect(counts).toHaveLength(lines.filter(({ code }) => code === event).length);
      expect(JSON.stringify(lines)).not.toContain(sourceIp);
    },
  );

  test('name nobody if an address has no account, and do not reveal this to the caller', async () => {
    const { logIn, verifyEmail, lines } = makeWorld();
    const email = newEmail();
    const responses = [await logIn({ email, password: PASSWORD }), await verifyEmail({ email, code: '123456' })];
    for (const { text } of responses) expect(text).not.toMatch(/usr_|ses_|concerns/);
    const recorded = parsed(lines).filter(({ level }) => level === 'warn');
    expect(recorded.map(({ code }) => code)).toEqual(['SIGN_IN_FAILED', 'CODE_REFUSED']);
    for (const line of recorded) expect(line).not.toHaveProperty('accountId');
  });

  test('do not include an expired token, a missing credential, or a session that is over', async () => {
    const kit = testKit();
    const handler = serve(adminOnly, { answer: () => ({ status: 200, body: {} }) }, kit);
    const expired = await signedInAccount({ role: 'admin', signedInAtMs: Date.now() - 3_600_000 });
    for (const headers of [{}, expired.headers]) expect((await call(handler, { headers })).status).toBe(401);
    expect(kit.lines.filter(({ level }) => level === 'warn')).toEqual([]);
  });
});
