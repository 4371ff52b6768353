import type { OpsEffects } from '#scripts/ops/command';
import { type GivenOptions, opsCommand } from '#scripts/ops/commands';
import { makeReadSegment } from '#scripts/ops/scan';
import { makeTable, type Table } from '#shared/db/operations';
import { widgetKeys } from '#shared/onboarding/widgets/keys';
import {
  fromWidgetItem,
  newWidget,
  openEmbedSigningSecret as openWidgetSecret,
} from '#shared/onboarding/widgets/widget';
import { addWidget } from '#shared/onboarding/widgets/widget-repository';
import { newId } from '#shared/platform/ids';
import type { SecretVersion, VersionedSecret } from '#shared/platform/secret-versions';
import { type ReadVault, vaultKeyId } from '#shared/platform/vault';
import { registrationKeys } from '#shared/webhooks/registrations/keys';
import {
  fromRegistrationItem,
  newRegistration,
  openWebhookSigningSecrets,
} from '#shared/webhooks/registrations/registration';
import { registrationWrites } from '#shared/webhooks/registrations/registration-repository';
import { effectsOn } from '#tests/support/operator';
import { ownTableClient } from '#tests/support/own-table';
import { freshSecret } from '#tests/unit/auth/secret-fixtures';
import { config } from '#tests/unit/onboarding/fixtures';

/** The place of an item with a sealed text, the text, and how it is opened. */
export interface Sealed {
  readonly id: string;
  readonly key: ReturnType<typeof widgetKeys.widget>;
  readonly attribute: string;
  readonly opened: string;
}

const MINUTE_MS = 60_000;

/** A test's own table and secrets, and an operator with a clock. */
export const opsWorld = async () => {
  const { documents, tableName } = await ownTableClient();
  const table = makeTable(documents, tableName);
  const state = {
    nowMs: Date.UTC(2026, 10, 22, 6),
    secrets: { vault: freshSecret(), pepper: freshSecret(), signing: freshSecret() },
    changedAtMs: Date.UTC(2026, 10, 1),
    vaultReads: 0,
  };
  const said: string[] = [];
  const writes: Parameters<Table['write']>[0][] = [];

  /** A process's own cache of the vault's secret, as `makeSecretReader` keeps it. */
  const memoryOfVault = (): ReadVault => {
    let known: VersionedSecret | undefined;
    return async (freshness) => {
      if (known && !freshness) return known;
      state.vaultReads++;
      known = state.secrets.vault;
      return known;
    };
  };

  const effects = (): OpsEffects => ({
    ...effectsOn(table),
    table: {
      ...table,
      write: (operation) => {
        writes.push(operation);
        return table.write(operation);
      },
    },
    readSegment: makeReadSegment(documents, tableName),
    clock: () => state.nowMs,
    wait: async () => undefined,
    say: (line) => said.push(line),
    vault: memoryOfVault(),
    secrets: {
      read: async (name) => ({ secret: state.secrets[name], changedAtMs: state.changedAtMs }),
      write: async (name, secret) => {
        state.secrets[name] = secret;
        state.changedAtMs = state.nowMs;
      },
    },
  });

  /** Puts another key before the vault's keys. */
  const rotate = (): SecretVersion => {
    const { current, older = [] } = state.secrets.vault;
    const made = { versionId: new Date(state.nowMs).toISOString(), value: freshSecret().current.value };
    state.secrets.vault = { current: made, older: [current, ...older] };
    state.changedAtMs = state.nowMs;
    return made;
  };

  const addSealedWidget = async (vault = state.secrets.vault): Promise<Sealed> => {
    const accountId = newId('usr', state.nowMs);
    const body = { name: 'Sellers', environment: 'sandbox', templateId: 'blank', config: config() } as const;
    const widget = newWidget({ accountId, environment: body.environment }, body, vault, state.nowMs);
    await table.transact(addWidget(widget, { number: 1, atMs: state.nowMs }));
    const opened = await openWidgetSecret(widget, async () => vault);
    return { id: widget.id, key: widgetKeys.widget(widget.id), attribute: 'sealedSigningSecret', opened };
  };

  const addSealedWebhook = async (vault = state.secrets.vault): Promise<Sealed> => {
    const [accountId, appId] = [newId('usr', state.nowMs), newId('wgt', state.nowMs)];
    const draft = {
      accountId,
      appId,
      environment: 'sandbox',
      serviceType: 'kyc_widget',
      endpoint: 'https://a.example',
    };
    const { registration, signingSecret } = newRegistration(draft as never, vault, state.nowMs);
    await table.transact(registrationWrites(registration));
    const { registrationId: id } = registration;
    return { id, key: registrationKeys.registration(accountId, id), attribute: 'sealedSecret', opened: signingSecret };
  };

  /** Some items of each kind, sealed with the newest key. */
  const addSealed = async (count: number): Promise<Sealed[]> => {
    const made = Array.from({ length: count }, (_, n) => (n % 2 ? addSealedWidget() : addSealedWebhook()));
    return Promise.all(made);
  };

  /** Opens the content of an item as the service does. */
  const open = async ({ key, attribute }: Sealed, vault = state.secrets.vault): Promise<string> => {
    const item = await table.get(key);
    if (!item) throw new Error('It is gone');
    return attribute === 'sealedSecret'
      ? (await openWebhookSigningSecrets(fromRegistrationItem(item), async () => vault, Date.now())).current
      : openWidgetSecret(fromWidgetItem(item), async () => vault);
  };

  return {
    table,
    state,
    said,
    writes,
    effects,
    rotate,
    addSealed,
    addSealedWebhook,
    addSealedWidget,
    open,
    /** The secret with its newest key only. */
    newestOnly: (): VersionedSecret => ({ current: state.secrets.vault.current }),
    newestId: (): string => vaultKeyId(state.secrets.vault.current),
    pass: (minutes: number): void => {
      state.nowMs += minutes * MINUTE_MS;
    },
    run: (words: readonly string[], options: GivenOptions = {}, over: Partial<OpsEffects> = {}): Promise<string> =>
      opsCommand(words, options)({ ...effects(), ...over }),
  };
};
