import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { handler as readEmbedHandler } from '#functions/api/embed/read-embed-widget';
import { readEmbedWidget } from '#functions/api/embed/read-embed-widget.contract';
import { handler as rotateHandler } from '#functions/api/kyb/rotate-embed-token';
import { rotateEmbedToken } from '#functions/api/kyb/rotate-embed-token.contract';
import { serviceTable } from '#shared/db/client';
import type { Widget } from '#shared/onboarding/widgets/widget';
import { findOwnedWidget } from '#shared/onboarding/widgets/widget-repository';
import { newId } from '#shared/platform/ids';
import { embedEndpoint } from '#tests/integration/embed/call';
import { complete, openedSessionOf, sessionCalls } from '#tests/integration/embed/session';
import { type SignedInAccount, signedInAccount } from '#tests/support/accounts';
import { endpoint, requestTo } from '#tests/support/call';
import { createWidgetFor } from '#tests/support/onboarding';
import { securitySuite } from '#tests/support/security-suite';
import { readTestVault, signingSecretOf } from '#tests/support/vault';

const handler = rotateHandler.with({ vault: readTestVault });
const call = endpoint(rotateEmbedToken, handler);
const rotate = (account: SignedInAccount, { id }: Pick<Widget, 'id'>, headers: Record<string, string> = {}) =>
  call(account, { pathParameters: { id }, headers });
const readWidget = embedEndpoint(readEmbedWidget, readEmbedHandler);

describe('Rotating an embed token', () => {
  test('gives the widget a new one and keeps the rest, including the signing secret', async () => {
    const account = await signedInAccount();
    const widget = await createWidgetFor(account);
    const { status, body } = await rotate(account, widget);
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      id: widget.id,
      config: widget.config,
      status: 'live',
      embedLinkToken: expect.stringMatching(/^elt_[0-9A-Z]{84}$/),
      embedSigningSecret: signingSecretOf(widget),
    });
    expect(body.data.embedLinkToken).not.toBe(widget.embedLinkToken);
    expect(await findOwnedWidget(serviceTable(), account, widget.id)).toMatchObject({
      embedLinkToken: body.data.embedLinkToken,
      sealedSigningSecret: widget.sealedSigningSecret,
    });
  });

  test('ends the old token at once: 401, and 404 if the widget is read with it', async () => {
    const { account, widget, read, save, submit } = await openedSessionOf(await signedInAccount());
    await rotate(account, widget);
    const refused = [await read(), await save('business_profile', {}), await submit()];
    expect(refused.map(({ status, body }) => [status, body.code])).toStrictEqual(
      refused.map(() => [401, 'INVALID_EMBED_TOKEN']),
    );
    const { status, body } = await readWidget({ pathParameters: { token: widget.embedLinkToken } });
    expect([status, body.code]).toStrictEqual([404, 'WIDGET_NOT_FOUND']);
  });

  test('keeps open sessions and their answers: they continue with the new token', async () => {
    const { account, widget, session, save } = await openedSessionOf(await signedInAccount());
    await save('business_profile', { businessName: 'Ada Foods Ltd' });
    const { embedLinkToken } = (await rotate(account, widget)).body.data;
    const renewed = sessionCalls({ ...widget, embedLinkToken }, session);
    expect((await renewed.read()).body.data.answers).toStrictEqual({
      business_profile: { businessName: 'Ada Foods Ltd' },
    });
    await complete(renewed);
    expect((await renewed.submit()).body.data.status).toBe('submitted');
  });

  test('twice under one idempotency key rotates once, and the replay masks the signing secret', async () => {
    const account = await signedInAccount();
    const widget = await createWidgetFor(account);
    const key = { 'idempotency-key': randomUUID() };
    const first = await rotate(account, widget, key);
    const again = await rotate(account, widget, key);
    expect(again.body.data).toStrictEqual({
      ...first.body.data,
      embedSigningSecret: `whsec_****${signingSecretOf(widget).slice(-4)}`,
    });
    expect(await findOwnedWidget(serviceTable(), account, widget.id)).toMatchObject({
      embedLinkToken: first.body.data.embedLinkToken,
    });
  });

  test('many times at once leaves one working token, which is one of those returned', async () => {
    const account = await signedInAccount();
    const widget = await createWidgetFor(account);
    const rotations = await Promise.all(Array.from({ length: 4 }, () => rotate(account, widget)));
    const tokens: string[] = rotations.map(({ body }) => body.data.embedLinkToken);
    expect(new Set(tokens).size).toBe(4);
    const reads = await Promise.all(tokens.map((token) => readWidget({ pathParameters: { token } })));
    expect(reads.filter(({ status }) => status === 200)).toHaveLength(1);
  });
});

const requestOf = (id: string) => requestTo(rotateEmbedToken, { pathParameters: { id } });

securitySuite({
  contract: rotateEmbedToken,
  handler,
  request: async (account) => requestOf((await createWidgetFor(account)).id),
  missing: () => requestOf(newId('wgt', Date.now())),
});
