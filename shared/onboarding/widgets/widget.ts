import * as v from 'valibot';
import type { Item } from '#shared/db/expressions';
import { cellEntry } from '#shared/db/lists/counted-list';
import { isoTime } from '#shared/platform/clock';
import { ENVIRONMENTS } from '#shared/platform/environments';
import { newId } from '#shared/platform/ids';
import type { AccountEnvironment } from '#shared/platform/scope';
import type { VersionedSecret } from '#shared/platform/secret-versions';
import { openSealed, type ReadVault, seal } from '#shared/platform/vault';
import { generateSigningSecret } from '#shared/signatures/signing-secret';
import { newEmbedToken } from './embed-token.ts';
import { widgetKeys, widgetsOfAccount } from './keys.ts';
import { type createWidgetBody, WIDGET_STATUSES } from './widget-bodies.ts';
import { moduleOrder, type WidgetConfig, widgetConfigSchema } from './widget-config.ts';

const widgetSchema = v.object({
  /** `wgt_` */
  id: v.string(),
  accountId: v.string(),
  /** Its number in its account, from 1; 0 before it is stored. */
  number: v.optional(v.number(), 0),
  name: v.string(),
  status: v.picklist(WIDGET_STATUSES),
  environment: v.picklist(ENVIRONMENTS),
  templateId: v.string(),
  config: widgetConfigSchema,
  /** The number of changes of the configuration, which the write of a change requires. */
  configVersion: v.optional(v.number(), 0),
  /** Empty once the widget is deleted. */
  embedLinkToken: v.optional(v.string(), ''),
  /** `embedSigningSecret`, sealed for the widget's id; empty once the widget is deleted. */
  sealedSigningSecret: v.optional(v.string(), ''),
  /** When its account was suspended; missing while it is not. Nobody can then use the widget. */
  suspendedAt: v.optional(v.string()),
  createdAt: v.string(),
  updatedAt: v.string(),
});

/** A widget of an account (interface: Widget). */
export type Widget = v.InferOutput<typeof widgetSchema>;

/** A new widget: a draft without applicants. */
export const newWidget = (
  { accountId, environment }: AccountEnvironment,
  { name, templateId, config }: Omit<v.InferOutput<typeof createWidgetBody>, 'environment'>,
  vault: VersionedSecret,
  nowMs: number,
): Widget => {
  const id = newId('wgt', nowMs);
  return {
    id,
    accountId,
    number: 0,
    name,
    status: 'draft',
    environment,
    templateId,
    config,
    configVersion: 0,
    embedLinkToken: newEmbedToken({ widgetId: id, accountId }),
    sealedSigningSecret: seal(generateSigningSecret(), id, vault),
    createdAt: isoTime(nowMs),
    updatedAt: isoTime(nowMs),
  };
};

/**
 * Opens the secret that signs a widget's embed calls.
 *
 * @throws SealedTextUnreadable when the vault's secret lacks the key it was sealed with; SecretUnavailable.
 */
export const openEmbedSigningSecret = ({ id, sealedSigningSecret }: Widget, vault: ReadVault): Promise<string> =>
  openSealed(sealedSigningSecret, id, vault);

/** A configuration with the number of its enabled modules, which the condition for `live` uses. */
export const configAttributes = (config: WidgetConfig) => ({
  config,
  enabledModuleCount: moduleOrder(config).length,
});

/**
 * A widget as it is stored.
 *
 * @param number its number in its account.
 */
export const toWidgetItem = (widget: Widget, number: number): Item => ({
  ...widgetKeys.widget(widget.id),
  ...cellEntry(widgetsOfAccount(widget.accountId), widget.environment, number),
  ...widget,
  number,
  ...configAttributes(widget.config),
});

/** The embed token of a stored widget or intake, before the rest of it is parsed. */
export const embedTokenOf = (item: Item): string => String(item['embedLinkToken']);

/** Parses a stored widget, deleted or not. */
export const fromWidgetItem = (item: Item): Widget => v.parse(widgetSchema, item);

/** The attributes that deletion removes: its place in the list, and everything that authorises embed calls. */
export const deletedAttributes = (accountId: string): readonly string[] => [
  ...Object.keys(cellEntry(widgetsOfAccount(accountId), 'sandbox', 0)),
  'embedLinkToken' satisfies keyof Widget,
  'sealedSigningSecret' satisfies keyof Widget,
];
