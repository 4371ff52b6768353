import * as v from 'valibot';
import { expect } from 'vitest';
import { handler as openHandler } from '#functions/api/embed/open-embed-session';
import { openEmbedSession } from '#functions/api/embed/open-embed-session.contract';
import { contract } from '#shared/http/contract';
import { serve } from '#shared/http/serve';
import type { SecurityEvent } from '#shared/platform/security-events';
import { makeWorld, newEmail, otherThan, PASSWORD } from '#tests/integration/accounts/world';
import { embedEndpoint, newWidgetWithOwner } from '#tests/integration/embed/call';
import { signedInAccount } from '#tests/support/accounts';
import { validConfig } from '#tests/support/onboarding';
import { signingSecretOf } from '#tests/support/vault';
import { widgetSignature } from '#tests/support/widget-signature';
import { call, testKit } from './test-kit.ts';

type Line = Record<string, unknown>;
/** Lines of JSON, parsed. */
export const parsed = (lines: readonly string[]): Line[] => lines.map((line) => JSON.parse(line) as Line);

/** An endpoint that only administrators may call. */
export const adminOnly = contract({
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

/**
 * Triggers the event from an address. Returns the lines that were written, of the log and of metrics, and the subjects
 * that they must name.
 *
 * @param written the output of functions that are built as they are deployed.
 */
type Scenario = (sourceIp: string, written: readonly string[]) => Promise<{ lines: Line[]; concerned: Line }>;

/** How each security-relevant event comes about, by the real endpoints. */
export const SECURITY_SCENARIOS: Readonly<Record<SecurityEvent, Scenario>> = {
  AUTHENTICATION_FAILED: async (sourceIp, written) => {
    const { concerned, signature, open } = await signedWidget(sourceIp);
    expect((await open(withAnotherEnd(signature))).status).toBe(401);
    return { lines: parsed(written), concerned: { ...concerned, reason: 'bad_signature' } };
  },
  SIGNATURE_REPLAYED: async (sourceIp, written) => {
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
