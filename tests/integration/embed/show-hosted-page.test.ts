import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { handler as loaderHandler } from '#functions/api/embed/serve-loader';
import { serveLoader } from '#functions/api/embed/serve-loader.contract';
import { handler as pageHandler } from '#functions/api/embed/show-hosted-page';
import { showHostedPage } from '#functions/api/embed/show-hosted-page.contract';
import { newEmbedToken } from '#shared/onboarding/widgets/embed-token';
import { apiEvent } from '#tests/support/api-event';
import { requestTo } from '#tests/support/call';
import { lambdaContext } from '#tests/support/lambda-context';
import { validConfig } from '#tests/support/onboarding';
import { readTestVault } from '#tests/support/vault';
import { newWidgetWithOwner } from './call.ts';

const handler = pageHandler.with({ vault: readTestVault });

/** The source expression of a policy that allows a script or a style by its text. */
const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

const open = async (token: string, headers: Record<string, string> = {}, query: Record<string, string> = {}) => {
  const request = requestTo(showHostedPage, { pathParameters: { token }, headers, query });
  const { statusCode, headers: sent = {}, body = '' } = await handler(apiEvent(request), lambdaContext('page'));
  return { status: statusCode, headers: sent, body, policy: String(sent['Content-Security-Policy']) };
};

const dataOf = (page: string) => {
  const [, json = ''] = /<script type="application\/json" id="kyb-data">(.*?)<\/script>/s.exec(page) ?? [];
  return JSON.parse(json);
};

describe('the hosted page promises', () => {
  test('everything that its script shows, in one response that no cache keeps', async () => {
    const { widget } = await newWidgetWithOwner();
    const { status, headers, body } = await open(widget.embedLinkToken);
    expect(status).toBe(200);
    expect(headers).toMatchObject({ 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store' });
    expect(dataOf(body)).toMatchObject({
      branding: { brandName: 'Adire Market' },
      flow: { sessionTimeoutMinutes: 60 },
      modules: [{ moduleId: 'business_profile', files: 'none' }, { moduleId: 'cac_verification' }, {}],
      preview: false,
      requireSignedRequests: false,
    });
  });

  test('nothing about how the owner decides, guards and notifies, or about the owner', async () => {
    const { widget, account } = await newWidgetWithOwner();
    const { body } = await open(widget.embedLinkToken);
    const json = JSON.stringify(dataOf(body));
    for (const secret of ['autoApproveThreshold', 'allowedDomains', 'webhookEvents', 'whsec_', account.accountId]) {
      expect(json).not.toContain(secret);
    }
  });

  test('a policy that runs its own script and style, and nothing else', async () => {
    const { widget } = await newWidgetWithOwner();
    const { body, policy } = await open(widget.embedLinkToken);
    const [, script = ''] = /<script type="module">(.*?)<\/script>\n<\/body>/s.exec(body) ?? [];
    const [, style = ''] = /<style>(.*?)<\/style>/s.exec(body) ?? [];
    expect(policy).toContain(`script-src ${hash(script)};`);
    expect(policy).toContain(`style-src ${hash(style)};`);
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("connect-src 'self'");
    expect(policy).not.toContain('unsafe');
  });

  test('texts of a widget as text, whatever they contain', async () => {
    const attack = '</script><script>alert(1)</script><!--"&';
    const config = validConfig();
    const { widget } = await newWidgetWithOwner({
      config: { ...config, branding: { ...config.branding, brandName: attack, welcomeTitle: attack } },
    });
    const { body } = await open(widget.embedLinkToken);
    expect(body).not.toContain('<script>alert');
    expect(dataOf(body).branding.brandName).toBe(attack);
  });

  test('frames only on pages of the allowed domains, and on every page if the list is empty', async () => {
    const config = validConfig();
    const security = { ...config.security, allowedDomains: ['shop.example', '*.adire.example:8443'] };
    const { widget } = await newWidgetWithOwner({ config: { ...config, security } });
    const { policy } = await open(widget.embedLinkToken);
    expect(policy).toContain("frame-ancestors 'self' http://shop.example:* http://*.adire.example:8443");
    const { widget: open2 } = await newWidgetWithOwner();
    expect((await open(open2.embedLinkToken)).policy).not.toContain('frame-ancestors');
  });
});

describe('the hosted page refuses, as pages,', () => {
  const refusal = async (opened: ReturnType<typeof open>) => {
    const { status, headers, body, policy } = await opened;
    expect(headers['Content-Type']).toBe('text/html; charset=utf-8');
    expect(headers['Cache-Control']).toBe('no-store');
    const [, style = ''] = /<style>(.*?)<\/style>/s.exec(body) ?? [];
    expect(policy).toBe(`default-src 'none'; style-src ${hash(style)}; form-action 'none'; base-uri 'none'`);
    expect(body).toMatch(/^<!doctype html>/);
    return `${status} ${/<small>(\w+)/.exec(body)?.[1]}`;
  };

  test('an unknown token', async () => {
    const { widget } = await newWidgetWithOwner();
    const forged = newEmbedToken({ widgetId: widget.id, accountId: widget.accountId });
    expect(await refusal(open(forged))).toBe('404 WIDGET_NOT_FOUND');
    expect(await refusal(open('elt_nothing'))).toBe('404 WIDGET_NOT_FOUND');
  });

  test('a widget that is not live', async () => {
    const { widget } = await newWidgetWithOwner({ status: 'draft' });
    expect(await refusal(open(widget.embedLinkToken))).toBe('403 WIDGET_NOT_LIVE');
  });

  test('a paused widget, with the page on which an open session may finish', async () => {
    const { widget } = await newWidgetWithOwner({ status: 'paused' });
    const { status, headers, body, policy } = await open(widget.embedLinkToken);
    expect(status).toBe(403);
    expect(headers).toMatchObject({ 'Content-Type': 'text/html; charset=utf-8', 'X-Error-Code': 'WIDGET_NOT_LIVE' });
    expect(dataOf(body)).toMatchObject({ branding: { brandName: 'Adire Market' } });
    expect(policy).toContain("default-src 'none'");
  });

  test('an address that is not on the allowlist', async () => {
    const config = validConfig();
    const security = { ...config.security, enableIpAllowlist: true, ipAllowlist: [] };
    const { widget } = await newWidgetWithOwner({ config: { ...config, security } });
    expect(await refusal(open(widget.embedLinkToken))).toBe('403 IP_NOT_ALLOWED');
  });

  test('a preview without a signature', async () => {
    const { widget } = await newWidgetWithOwner({ status: 'draft' });
    const preview = `t=${Math.floor(Date.now() / 1000)},v1=${'0'.repeat(64)}`;
    expect(await refusal(open(widget.embedLinkToken, {}, { preview }))).toBe('403 PREVIEW_NOT_VALID');
    expect(await refusal(open(widget.embedLinkToken, {}, { preview: '' }))).toBe('403 PREVIEW_NOT_VALID');
  });
});

describe('the loader promises', () => {
  test('a script that browsers keep for an hour and every page may load', async () => {
    const { statusCode, headers, body } = await loaderHandler(apiEvent(requestTo(serveLoader, {})), lambdaContext('l'));
    expect(statusCode).toBe(200);
    expect(headers).toMatchObject({
      'Content-Type': 'text/javascript; charset=utf-8',
      'Cache-Control': 'public, max-age=3600',
      'Cross-Origin-Resource-Policy': 'cross-origin',
    });
    expect(body).toContain('Kyb');
    expect(() => new Function(body ?? '')).not.toThrow();
  });
});
