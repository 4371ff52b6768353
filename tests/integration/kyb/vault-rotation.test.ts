import { type GetSecretValueCommand, ResourceNotFoundException } from '@aws-sdk/client-secrets-manager';
import { describe, expect, test } from 'vitest';
import { handler as listWidgetsHandler } from '#functions/api/kyb/list-widgets';
import { listWidgets } from '#functions/api/kyb/list-widgets.contract';
import { handler as readWidgetHandler } from '#functions/api/kyb/read-widget';
import { readWidget } from '#functions/api/kyb/read-widget.contract';
import { handler as setWidgetStatusHandler } from '#functions/api/kyb/set-widget-status';
import { setWidgetStatus } from '#functions/api/kyb/set-widget-status.contract';
import { serviceTable } from '#shared/db/client';
import { update } from '#shared/db/expressions';
import { widgetKeys } from '#shared/onboarding/widgets/keys';
import type { Widget } from '#shared/onboarding/widgets/widget';
import { renderKeyring } from '#shared/platform/keyring';
import type { VersionedSecret } from '#shared/platform/secret-versions';
import { makeSecretReader } from '#shared/platform/secrets';
import { makeReadVault, type ReadVault, seal } from '#shared/platform/vault';
import { type SignedInAccount, signedInAccount } from '#tests/support/accounts';
import { endpoint } from '#tests/support/call';
import { createWidgetFor } from '#tests/support/onboarding';
import { signingSecretOf, TEST_VAULT_SECRET } from '#tests/support/vault';
import { freshSecret, rotatedRing } from '#tests/unit/auth/secret-fixtures';

/** Secrets Manager with one replaceable keyring in it, and its calls. */
const secretStore = (secret: VersionedSecret) => {
  const store = { secret, calls: 0 };
  const send = async ({ input }: GetSecretValueCommand) => {
    store.calls++;
    const { current, older = [] } = store.secret;
    if (input.VersionStage === 'AWSPREVIOUS') throw new ResourceNotFoundException({ message: 'none', $metadata: {} });
    return { VersionId: current.versionId, SecretString: renderKeyring([current, ...older]) };
  };
  return { store, client: { send } as never };
};

/** The endpoints that open a widget's secret, in one container with its own memory of the vault's secret. */
const container = (vault: ReadVault) => {
  const list = endpoint(listWidgets, listWidgetsHandler.with({ vault }));
  const read = endpoint(readWidget, readWidgetHandler.with({ vault }));
  const setStatus = endpoint(setWidgetStatus, setWidgetStatusHandler.with({ vault }));
  type Send = (account: SignedInAccount, widget: Widget) => Promise<{ status: number; body: unknown }>;
  return {
    'list-widgets': (account) => list(account),
    'read-widget': (account, { id }) => read(account, { pathParameters: { id } }),
    'set-widget-status': (account, { id }) =>
      setStatus(account, { pathParameters: { id }, body: { status: 'paused' } }),
  } as const satisfies Record<string, Send>;
};

const NAMES = ['list-widgets', 'read-widget', 'set-widget-status'] as const;

const sealAgain = (widget: Widget, vault: VersionedSecret) =>
  serviceTable().write(
    update(widgetKeys.widget(widget.id), {
      set: { sealedSigningSecret: seal(signingSecretOf(widget), widget.id, vault) },
      when: { pk: 'exists' },
    }),
  );

const stale = async () => {
  const { store, client } = secretStore(TEST_VAULT_SECRET);
  const vault = makeReadVault(makeSecretReader(() => client));
  // The container has just read the secret, and its copy is valid for five minutes.
  await vault();
  const account = await signedInAccount();
  const widgets = await Promise.all(Array.from({ length: 10 }, () => createWidgetFor(account)));
  return { store, account, widgets, endpoints: container(vault) };
};

describe('a container that read the vault’s secret before it was rotated', () => {
  test.each(NAMES)('%s opens a text that was sealed with the new key, with one more read', async (name) => {
    const { store, account, widgets, endpoints } = await stale();
    store.secret = rotatedRing(store.secret);
    const [widget] = widgets;
    if (!widget) throw new Error('There is no widget');
    await sealAgain(widget, store.secret);
    store.calls = 0;
    const { status, body } = await endpoints[name](account, widget);
    expect(status).toBe(200);
    expect(JSON.stringify(body)).toContain(signingSecretOf(widget));
    expect(store.calls).toBe(2);
  });

  test('list-widgets opens a whole page of resealed texts with one more read, however many requests at once', async () => {
    const { store, account, widgets, endpoints } = await stale();
    store.secret = rotatedRing(store.secret);
    await Promise.all(widgets.map((widget) => sealAgain(widget, store.secret)));
    store.calls = 0;
    const responses = await Promise.all(Array.from({ length: 5 }, () => endpoints['list-widgets'](account)));
    for (const { status, body } of responses) {
      expect(status).toBe(200);
      for (const widget of widgets) expect(JSON.stringify(body)).toContain(signingSecretOf(widget));
    }
    expect(store.calls).toBe(2);
  });

  test.each(NAMES)('%s opens a text that was sealed before any number of rotations', async (name) => {
    const { store, account, widgets, endpoints } = await stale();
    for (let n = 0; n < 5; n++) store.secret = rotatedRing(store.secret);
    const [widget] = widgets;
    if (!widget) throw new Error('There is no widget');
    expect((await endpoints[name](account, widget)).status).toBe(200);
  });

  test('a text with an unknown key costs one read in ten seconds, not one per request', async () => {
    const { store, account, widgets, endpoints } = await stale();
    await Promise.all(widgets.map((widget) => sealAgain(widget, freshSecret())));
    store.calls = 0;
    const responses = await Promise.all(Array.from({ length: 20 }, () => endpoints['list-widgets'](account)));
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([500]));
    expect(store.calls).toBe(2);
  });
});
