import { describe, expect, test } from 'vitest';
import { handler as readWidgetHandler } from '#functions/api/kyb/read-widget';
import { readWidget } from '#functions/api/kyb/read-widget.contract';
import { newId } from '#shared/platform/ids';
import { signedInAccount } from '#tests/support/accounts';
import { endpoint, requestTo } from '#tests/support/call';
import { createWidgetFor } from '#tests/support/onboarding';
import { securitySuite } from '#tests/support/security-suite';
import { readTestVault, signingSecretOf } from '#tests/support/vault';

const handler = readWidgetHandler.with({ vault: readTestVault });
const read = endpoint(readWidget, handler);

describe('Reading a widget', () => {
  test('returns everything to its owner: the whole configuration, the embed token and the signing secret', async () => {
    const account = await signedInAccount();
    const widget = await createWidgetFor(account, { environment: 'live' });
    const { status, body } = await read(account, { pathParameters: { id: widget.id } });
    expect(status).toBe(200);
    expect(body).toStrictEqual({
      success: true,
      data: {
        id: widget.id,
        name: widget.name,
        status: 'live',
        environment: 'live',
        templateId: 'blank',
        config: widget.config,
        embedLinkToken: widget.embedLinkToken,
        embedSigningSecret: signingSecretOf(widget),
        createdAt: widget.createdAt,
        updatedAt: widget.updatedAt,
      },
    });
  });
});

describe('Reading a widget is refused', () => {
  test.each([newId('wgt', Date.now()), 'wgt_1', 'usr_01KAJ3W8Q0V6XK4T8E2Z9C5R7M', 'a#b', 'x'.repeat(3_000)])(
    'as not found for the id %#',
    async (id) => {
      const { status, body } = await read(await signedInAccount(), { pathParameters: { id } });
      expect(status).toBe(404);
      expect(body).toStrictEqual({
        success: false,
        status: 'error',
        message: 'Widget not found.',
        code: 'WIDGET_NOT_FOUND',
      });
    },
  );
});

const requestOf = (id: string) => requestTo(readWidget, { pathParameters: { id } });

securitySuite({
  contract: readWidget,
  handler,
  request: async (account) => requestOf((await createWidgetFor(account)).id),
  missing: () => requestOf(newId('wgt', Date.now())),
});
