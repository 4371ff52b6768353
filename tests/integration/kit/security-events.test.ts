import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import * as v from 'valibot';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { handler as openHandler } from '#functions/api/embed/open-embed-session';
import { openEmbedSession } from '#functions/api/embed/open-embed-session.contract';
import { contract } from '#shared/http/contract';
import { serve } from '#shared/http/serve';
import { LOG_CODES } from '#shared/platform/log-codes';
import { SECURITY_EVENTS, type SecurityEvent } from '#shared/platform/security-events';
import { makeWorld, newEmail, otherThan, PASSWORD } from '#tests/integration/accounts/world';
import { embedEndpoint, newWidgetWithOwner } from '#tests/integration/embed/call';
import { publishTestSigningKeys, signedInAccount } from '#tests/support/accounts';
import { mockAws } from '#tests/support/mock-aws';
import { validConfig } from '#tests/support/onboarding';
import { signingSecretOf, TEST_VAULT_SECRET } from '#tests/support/vault';
import { widgetSignature } from '#tests/support/widget-signature';
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

type Line = Record<string, unknown>;
const parsed = (lines: readonly string[]): Line[] => lines.map((line) => JSON.parse(line) as Line);

const adminOnly = contract({
  name: 'admin-only',
  group: 'test',
  method: 'GET',
  route: '/v1/admin-only',
  summary: 'For admins',
  caller: 'admin',
  success: { 200: v.object({}) },
  touches: {},
});

/** A widget whose calls are signed, and a way to open a session of it with a body and a signature. */
const signedWidget = async (sourceIp: string) => {
  const config = validConfig({ security: { requireSignedRequests: true } });
  const { account, widget } = await newWidgetWithOwner({ config });
  const path = '/v1/widget/embed/sessions';
  const body = JSON.stringify({ token: widget.embedLinkToken });
  const signature = widgetSignature(
    { method: 'POST', path, body },
    signingSecretOf(widget),
    Math.floor(Date.now() / 1000),
  );
  const open = (header: string) =>
    embedEndpoint(
      openEmbedSession,
      openHandler,
    )({
      body,
      headers: { 'content-type': 'application/json', 'x-widget-signature': header },
      sourceIp,
    });
  return { concerned: { widgetId: widget.id, accountId: account.accountId }, signature, open };
};

/** The same signature except for its last digit. */
const withAnotherEnd = (signature: string): string => `${signature.slice(0, -1)}${signature.endsWith('0') ? '1' : '0'}`;

/** Triggers the event from an address. Returns the lines that were written, and the subjects that they must name. */
type Scenario = (sourceIp: string) => Promise<{ lines: Line[]; concerned: Line }>;

const SCENARIOS: Readonly<Record<SecurityEvent, Scenario>> = {
  AUTHENTICATION_FAILED: async (sourceIp) => {
    const { concerned, signature, open } = await signedWidget(sourceIp);
    expect((await open(withAnotherEnd(signature))).status).toBe(401);
    return { lines: parsed(written), concerned: { ...concerned, reason: 'bad_signature' } };
  },
  SIGNATURE_REPLAYED: async (sourceIp) => {
    const { concerned, signature, open } = await signedWidget(sourceIp);
    expect((await open(signature)).status).toBe(201);
    expect((await open(signature)).status).toBe(409);
    return { lines: parsed(written), concerned };
  },
  SIGN_IN_FAILED: async (sourceIp) => {
    const { verifiedAccount, logIn, lines } = makeWorld();
    const { email, userId } = await verifiedAccount();
    expect((await logIn({ email, password: 'a wrong password' }, { sourceIp })).status).toBe(401);
    return { lines: parsed(lines), concerned: { accountId: userId } };
  },
  SIGN_IN_LOCKED: async (sourceIp) => {
    const { verifiedAccount, logIn, lines } = makeWorld();
    const { email, userId } = await verifiedAccount();
    for (let n = 0; n < 10; n++) await logIn({ email, password: 'a wrong password' });
    expect((await logIn({ email, password: PASSWORD }, { sourceIp })).status).toBe(429);
    return { lines: parsed(lines), concerned: { accountId: userId } };
  },
  CODE_REFUSED: async (sourceIp) => {
    const { signUp, verifyEmail, codeTo, lines } = makeWorld();
    const email = newEmail();
    const { body } = await signUp({ email, password: PASSWORD });
    expect((await verifyEmail({ email, code: otherThan(codeTo(email)) }, { sourceIp })).status).toBe(400);
    return { lines: parsed(lines), concerned: { accountId: body.data.userId } };
  },
  REFRESH_TOKEN_REUSED: async (sourceIp) => {
    const { verifiedAccount, logIn, refresh, pass, lines } = makeWorld();
    const { email, userId } = await verifiedAccount();
    const { cookies } = await logIn({ email, password: PASSWORD });
    await refresh({ refreshToken: cookies['refreshToken'] });
    pass(31);
    expect((await refresh({ refreshToken: cookies['refreshToken'] }, { sourceIp })).status).toBe(401);
    return { lines: parsed(lines), concerned: { accountId: userId, sessionId: expect.stringMatching(/^ses_/) } };
  },
  ROLE_REFUSED: async (sourceIp) => {
    const kit = testKit();
    const { accountId, sessionId, headers } = await signedInAccount();
    const handler = serve(adminOnly, { answer: () => ({ status: 200, body: {} }) }, kit);
    expect((await call(handler, { headers, sourceIp })).status).toBe(403);
    return { lines: [...kit.lines, ...kit.measured], concerned: { accountId, sessionId } };
  },
};

describe('security-relevant refusals', () => {
  test.each(Object.keys(SECURITY_EVENTS) as SecurityEvent[])(
    '%s is one line with its subject and the hash of the address, and one count of its metric',
    async (event) => {
      const sourceIp = newAddress();
      const { lines, concerned } = await SCENARIOS[event](sourceIp);
      const recorded = lines.filter(({ code, addressHash }) => code === event && addressHash !== undefined).at(-1);
      expect(recorded).toMatchObject({
        level: 'warn',
        message: LOG_CODES[event],
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
