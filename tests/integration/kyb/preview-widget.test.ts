import { describe, expect, test } from 'vitest';
import { handler as pageHandler } from '#functions/api/embed/show-hosted-page';
import { showHostedPage } from '#functions/api/embed/show-hosted-page.contract';
import { handler as previewHandler } from '#functions/api/kyb/preview-widget';
import { previewWidget } from '#functions/api/kyb/preview-widget.contract';
import { previewSignature } from '#shared/onboarding/embed/preview';
import type { Widget } from '#shared/onboarding/widgets/widget';
import { newId } from '#shared/platform/ids';
import { signedInAccount } from '#tests/support/accounts';
import { apiEvent } from '#tests/support/api-event';
import { endpoint, requestTo } from '#tests/support/call';
import { lambdaContext } from '#tests/support/lambda-context';
import { createWidgetFor, validConfig } from '#tests/support/onboarding';
import { securitySuite } from '#tests/support/security-suite';
import { readTestVault, signingSecretOf } from '#tests/support/vault';

const handler = previewHandler.with({ vault: readTestVault });
const preview = endpoint(previewWidget, handler);
const page = pageHandler.with({ vault: readTestVault });

const opened = async (url: string) => {
  const { pathname, searchParams } = new URL(url);
  const token = pathname.slice(pathname.lastIndexOf('/') + 1);
  const request = requestTo(showHostedPage, { pathParameters: { token }, query: Object.fromEntries(searchParams) });
  const { statusCode, body = '' } = await page(apiEvent(request), lambdaContext('show-hosted-page'));
  return { status: statusCode, body };
};

const urlOf = async (account: Awaited<ReturnType<typeof signedInAccount>>, { id }: Widget): Promise<string> => {
  const { status, body } = await preview(account, { pathParameters: { id } });
  expect(status).toBe(200);
  expect(Date.parse(body.data.expiresAt) - Date.now()).toBeLessThanOrEqual(15 * 60_000);
  return body.data.url;
};

/** The address of a preview, made at another time. */
const madeAt = (widget: Widget, nowMs: number): string => {
  const signature = previewSignature(widget, signingSecretOf(widget), nowMs);
  return `https://api.example/w/${widget.embedLinkToken}?${new URLSearchParams({ preview: signature })}`;
};

describe('Previewing a widget', () => {
  test.each(['draft', 'paused', 'live'] as const)(
    'shows the page of a %s one to its owner, marked as a preview',
    async (status) => {
      const account = await signedInAccount();
      const { status: shown, body } = await opened(await urlOf(account, await createWidgetFor(account, { status })));
      expect(shown).toBe(200);
      expect(body).toContain('"preview":true');
    },
  );

  test('shows it from every address and with every guard of the widget', async () => {
    const account = await signedInAccount();
    const { security } = validConfig();
    const guarded = { ...security, enableIpAllowlist: true, ipAllowlist: [], requireSignedRequests: true };
    const widget = await createWidgetFor(account, { config: { ...validConfig(), security: guarded } });
    expect((await opened(await urlOf(account, widget))).status).toBe(200);
  });

  test("ends after fifteen minutes, and does not show the widget's page afterwards either", async () => {
    const account = await signedInAccount();
    const widget = await createWidgetFor(account, { status: 'live' });
    const { status, body } = await opened(madeAt(widget, Date.now() - 15 * 60_000 - 2_000));
    expect(status).toBe(403);
    expect(body).toContain('PREVIEW_NOT_VALID');
    expect((await opened(madeAt(widget, Date.now() - 14 * 60_000))).status).toBe(200);
  });

  test('is of one widget: the signature of another of the account opens nothing', async () => {
    const account = await signedInAccount();
    const [one, other] = [await createWidgetFor(account), await createWidgetFor(account)];
    const { search } = new URL(await urlOf(account, other));
    expect((await opened(`https://api.example/w/${one.embedLinkToken}${search}`)).status).toBe(403);
  });
});

securitySuite({
  contract: previewWidget,
  handler,
  request: async (account) => ({ pathParameters: { id: (await createWidgetFor(account)).id } }),
  missing: () => ({ pathParameters: { id: newId('wgt', Date.now()) } }),
});
