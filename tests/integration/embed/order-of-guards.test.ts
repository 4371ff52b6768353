import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { handler } from '#functions/api/embed/open-embed-session';
import { openEmbedSession } from '#functions/api/embed/open-embed-session.contract';
import { newAddress } from '#tests/integration/kit/test-kit';
import { type ConfigOverrides, validConfig } from '#tests/support/onboarding';
import { readTestVault, signingSecretOf } from '#tests/support/vault';
import { widgetSignature } from '#tests/support/widget-signature';
import { embedEndpoint, newWidgetWithOwner } from './call.ts';

const open = embedEndpoint(openEmbedSession, handler.with({ vault: readTestVault }));

const EDGE_SECRET = 'the-edge-of-these-tests';
const ORIGIN = 'https://shop.example';

beforeEach(() => {
  vi.stubEnv('EDGE_SECRET_HASHES', createHash('sha256').update(EDGE_SECRET).digest('hex'));
});
afterEach(() => void vi.unstubAllEnvs());

/** The guards of a widget in the order in which they are reported, each with a setting that makes it refuse. */
const GUARDS = [
  'INVALID_EMBED_TOKEN',
  'WIDGET_NOT_LIVE',
  'ORIGIN_NOT_ALLOWED',
  'IP_NOT_ALLOWED',
  'COUNTRY_NOT_ALLOWED',
  'INVALID_REQUEST_SIGNATURE',
] as const;

type Guard = (typeof GUARDS)[number];

const SECURITY: Partial<Record<Guard, ConfigOverrides['security']>> = {
  ORIGIN_NOT_ALLOWED: { allowedDomains: ['market.example'] },
  IP_NOT_ALLOWED: { enableIpAllowlist: true, ipAllowlist: ['203.0.113.1'] },
  COUNTRY_NOT_ALLOWED: { allowedCountries: ['GH'] },
  INVALID_REQUEST_SIGNATURE: { requireSignedRequests: true },
};

/**
 * A call from Nigeria, from a page of the shop, without a signature. Each of these guards refuses it, and no other
 * does.
 */
const callRefusedBy = async (...failing: readonly Guard[]) => {
  const security = Object.assign({}, ...failing.map((guard) => SECURITY[guard]));
  const status = failing.includes('WIDGET_NOT_LIVE') ? 'paused' : 'live';
  const { widget } = await newWidgetWithOwner({ status, config: validConfig({ security }) });
  const token = failing.includes('INVALID_EMBED_TOKEN') ? `${widget.embedLinkToken}x` : widget.embedLinkToken;
  return { widget, response: await send({ token }) };
};

const send = (body: object, headers: Readonly<Record<string, string>> = {}) =>
  open({
    body: JSON.stringify(body),
    headers: {
      'content-type': 'application/json',
      origin: ORIGIN,
      'x-edge-secret': EDGE_SECRET,
      'cloudfront-viewer-country': 'NG',
      ...headers,
    },
    sourceIp: newAddress(),
  });

describe('a call of the embed runtime', () => {
  test('that no guard refuses is served', async () => {
    expect((await callRefusedBy()).response.status).toBe(201);
  });

  test.each(GUARDS)('that one guard refuses gets its error: %s', async (guard) => {
    expect((await callRefusedBy(guard)).response.body).toMatchObject({ success: false, code: guard });
  });

  const pairs = GUARDS.flatMap((first, index) => GUARDS.slice(index + 1).map((second) => [first, second] as const));

  test.each(pairs)('that two guards refuse gets the error of the first: %s before %s', async (first, second) => {
    expect((await callRefusedBy(second, first)).response.body.code).toBe(first);
  });

  test('that every guard refuses gets only the error of the token', async () => {
    expect((await callRefusedBy(...GUARDS)).response.body.code).toBe('INVALID_EMBED_TOKEN');
  });

  test('with a signature still has to pass the guards before it', async () => {
    const { widget } = await callRefusedBy('IP_NOT_ALLOWED', 'INVALID_REQUEST_SIGNATURE');
    const body = { token: widget.embedLinkToken };
    const signed = { method: 'POST', path: openEmbedSession.route, body: JSON.stringify(body) };
    const signature = widgetSignature(signed, signingSecretOf(widget), Math.floor(Date.now() / 1000));
    expect((await send(body, { 'x-widget-signature': signature })).body.code).toBe('IP_NOT_ALLOWED');
  });
});
