import { describe, expect, test } from 'vitest';
import { handler } from '#functions/api/embed/read-embed-widget';
import { readEmbedWidget } from '#functions/api/embed/read-embed-widget.contract';
import { newEmbedToken } from '#shared/onboarding/widgets/embed-token';
import { validConfig } from '#tests/support/onboarding';
import { embedEndpoint, newWidgetWithOwner } from './call.ts';

const call = embedEndpoint(readEmbedWidget, handler);
const read = (token: string, headers: Record<string, string> = {}) => call({ pathParameters: { token }, headers });

describe('reading a widget by its embed token promises', () => {
  test('branding, flow and the form of every enabled module in order', async () => {
    const { widget } = await newWidgetWithOwner();
    const { status, body } = await read(widget.embedLinkToken);
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      widgetId: widget.id,
      name: 'Sellers',
      environment: 'sandbox',
      branding: { brandName: 'Adire Market', logoUrl: '', supportEmail: '' },
      flow: { sessionTimeoutMinutes: 60, successRedirectUrl: '' },
    });
    expect(body.data.modules.map(({ moduleId }: { moduleId: string }) => moduleId)).toEqual([
      'business_profile',
      'cac_verification',
      'tin_verification',
    ]);
    expect(body.data.modules[1]).toMatchObject({
      moduleId: 'cac_verification',
      required: true,
      title: 'CAC registration',
      fields: expect.arrayContaining([expect.objectContaining({ name: 'registrationNumber', required: true })]),
    });
  });

  test('nothing about how the owner decides, guards and notifies, or about the owner', async () => {
    const { widget, account } = await newWidgetWithOwner();
    const { response } = await read(widget.embedLinkToken);
    for (const secret of ['autoApproveThreshold', 'allowedDomains', 'webhookEvents', 'whsec_', account.accountId]) {
      expect(response.body).not.toContain(secret);
    }
  });

  test('that a page of any origin may read the response, without credentials', async () => {
    const { widget } = await newWidgetWithOwner();
    const { headers } = await read(widget.embedLinkToken, { origin: 'https://shop.example' });
    expect(headers).toMatchObject({
      'Access-Control-Allow-Origin': 'https://shop.example',
      Vary: expect.stringContaining('Origin'),
    });
    expect(headers).not.toHaveProperty('Access-Control-Allow-Credentials');
  });
});

describe('reading a widget by its embed token refuses', () => {
  test('an unknown or malformed token, and one of an existing widget with a wrong secret, with the same 404', async () => {
    const { widget, account } = await newWidgetWithOwner();
    const forged = newEmbedToken({ widgetId: widget.id, accountId: account.accountId });
    const answers = await Promise.all([read(forged), read('elt_short'), read(`${widget.embedLinkToken}0`)]);
    for (const { status, body } of answers) {
      expect(status).toBe(404);
      expect(body).toEqual({
        success: false,
        status: 'error',
        message: 'Widget not found.',
        code: 'WIDGET_NOT_FOUND',
      });
    }
  });

  test.each(['draft', 'paused'] as const)('a %s widget', async (status) => {
    const { widget } = await newWidgetWithOwner({ status });
    const result = await read(widget.embedLinkToken);
    expect([result.status, result.body.code]).toEqual([403, 'WIDGET_NOT_LIVE']);
  });

  test('an origin that is not allowed, which cannot read the refusal either', async () => {
    const config = validConfig({ security: { allowedDomains: ['shop.example'] } });
    const { widget } = await newWidgetWithOwner({ config });
    const refused = await read(widget.embedLinkToken, { origin: 'https://evil.example' });
    expect([refused.status, refused.body.code]).toEqual([403, 'ORIGIN_NOT_ALLOWED']);
    expect(refused.headers).not.toHaveProperty('Access-Control-Allow-Origin');
    expect((await read(widget.embedLinkToken, { origin: 'https://shop.example' })).status).toBe(200);
    expect((await read(widget.embedLinkToken)).status).toBe(200);
  });
});
