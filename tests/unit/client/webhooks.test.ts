import { describe, expect, test } from 'vitest';
import { verifyWebhook, WebhookError, type WebhookFault } from '#client/src/webhooks';
import { apiDocument } from '#functions/api/openapi-document';
import { signatureHeader } from '#shared/signatures/signature';
import { BODY, headersAt, headerVectors, nowSeconds, SECRET, verifyVectors } from '#tests/unit/webhooks/verify-vectors';
import { failureOf } from './lying-server.ts';

describe('a webhook', () => {
  test.each([...verifyVectors(), ...headerVectors()])('$does', async ({ headers, body, isGenuine }) => {
    const verified = verifyWebhook(body, headers['X-Service-Signature'], SECRET);
    if (isGenuine) expect(await verified).toStrictEqual(JSON.parse(BODY));
    else expect(await failureOf(verified)).toBeInstanceOf(WebhookError);
  });

  test('is accepted as bytes as well, a Buffer of a part of a larger one included', async () => {
    const header = headersAt(nowSeconds())['X-Service-Signature'];
    const larger = Buffer.from(`##${BODY}##`);
    expect(await verifyWebhook(larger.subarray(2, -2), header, SECRET)).toStrictEqual(JSON.parse(BODY));
  });

  test('is accepted with any of several secrets, in any order', async () => {
    const header = headersAt(nowSeconds(), 'whsec_other')['X-Service-Signature'];
    expect(await failureOf(verifyWebhook(BODY, header, [SECRET]))).toMatchObject({ fault: 'wrong_signature' });
    for (const secrets of [
      [SECRET, 'whsec_other'],
      ['whsec_other', SECRET],
    ])
      expect(await verifyWebhook(BODY, header, secrets)).toBeTruthy();
  });

  const NOW = 1_795_269_807;

  test.each<[distance: number, toleranceSeconds: number | undefined, fault: WebhookFault | undefined]>([
    [-300, undefined, undefined],
    [300, undefined, undefined],
    [-301, undefined, 'outside_tolerance'],
    [301, undefined, 'outside_tolerance'],
    [-60, 30, 'outside_tolerance'],
    [-3600, 7200, undefined],
  ])('of %i s from now, with a tolerance of %j, has the fault %j', async (distance, toleranceSeconds, fault) => {
    const header = headersAt(NOW + distance)['X-Service-Signature'];
    const verified = verifyWebhook(BODY, header, SECRET, {
      nowSeconds: NOW,
      ...(toleranceSeconds !== undefined && { toleranceSeconds }),
    });
    if (fault === undefined) expect(await verified).toBeTruthy();
    else expect(await failureOf(verified)).toMatchObject({ fault });
  });

  test.each([undefined, null, '', 'garbage'])('with the header %j is malformed', async (header) => {
    expect(await failureOf(verifyWebhook(BODY, header, SECRET))).toMatchObject({ fault: 'malformed_signature' });
  });

  test('that was parsed already, and a missing secret, are mistakes of the receiver', async () => {
    const header = headersAt(nowSeconds())['X-Service-Signature'];
    const parsed = JSON.parse(BODY) as string;
    expect(await failureOf(verifyWebhook(parsed, header, SECRET))).toBeInstanceOf(TypeError);
    for (const secrets of ['', [], ['']])
      expect(await failureOf(verifyWebhook(BODY, header, secrets))).toBeInstanceOf(TypeError);
  });

  test('that is signed but no JSON is told apart', async () => {
    const header = signatureHeader('{', SECRET, nowSeconds());
    expect(await failureOf(verifyWebhook('{', header, SECRET))).toMatchObject({ fault: 'malformed_body' });
  });

  test('comes as an event whose type says which data it has', async () => {
    const webhooks = JSON.stringify(apiDocument().webhooks);
    expect(webhooks).toContain('kyb.applicant.decision');
    const body = JSON.stringify({ id: 'whd_1', event: 'kyb.applicant.decision', data: { status: 'approved' } });
    const event = await verifyWebhook(body, signatureHeader(body, SECRET, nowSeconds()), SECRET);
    if (event.event !== 'kyb.applicant.decision') throw new Error(event.event);
    const status: 'approved' | 'rejected' | 'requires_review' = event.data.status;
    expect(status).toBe('approved');
  });
});
