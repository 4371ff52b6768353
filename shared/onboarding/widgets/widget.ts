import * as v from 'valibot';
import type { Item } from '#shared/db/expressions';
import { cellEntry } from '#shared/db/lists/counted-list';
import { isoTime } from '#shared/platform/clock';
import { ENVIRONMENTS } from '#shared/platform/environments';
import { newId } from '#shared/platform/ids';
import type { AccountEnvironment } from '#shared/platform/scope';
import type { VersionedSecret } from '#shared/platform/secret-versions';
import { open, type ReadVault, seal } from '#shared/platform/vault';
import { generateSigningSecret } from '#shared/signatures/signing-secret';
import { newEmbedToken } from './embed-token.ts';
import { widgetKeys, widgetsOfAccount } from './keys.ts';
import { type createWidgetBody, WIDGET_STATUSES } from './widget-bodies.ts';
import { moduleOrder, widgetConfigSchema } from './widget-config.ts';

const widgetSchema = v.object({
  /** `wgt_` */
  id: v.string(),
  accountId: v.string(),
  name: v.string(),
  status: v.picklist(WIDGET_STATUSES),
  environment: v.picklist(ENVIRONMENTS),
  templateId: v.string(),
  config: widgetConfigSchema,
  embedLinkToken: v.string(),
  /** `embedSigningSecret`, sealed for the widget's id. */
  sealedSigningSecret: v.string(),
  /** Applicants ever created under it. */
  applicantCount: v.number(),
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
    name,
    status: 'draft',
    environment,
    templateId,
    config,
    embedLinkToken: newEmbedToken({ widgetId: id, accountId }),
    sealedSigningSecret: seal(generateSigningSecret(), id, vault),
    applicantCount: 0,
    createdAt: isoTime(nowMs),
    updatedAt: isoTime(nowMs),
  };
};

/**
 * The secret that a widget's embed calls are signed with.
 *
 * @throws SealedTextUnreadable when the vault's secret lacks the key that it was sealed with; SecretUnavailable.
 */
export const openEmbedSigningSecret = ({ id, sealedSigningSecret }: Widget, vault: ReadVault): Promise<string> =>
  open(sealedSigningSecret, id, vault);

/**
 * A widget as it is stored: with the number of its enabled modules, for the condition of going live.
 *
 * @param number its number among the widgets of its account.
 */
export const toWidgetItem = (widget: Widget, number: number): Item => ({
  ...widgetKeys.widget(widget.id),
  ...cellEntry(widgetsOfAccount(widget.accountId), widget.environment, number),
  enabledModuleCount: moduleOrder(widget.config).length,
  ...widget,
});

/** The embed token of a stored widget, before the rest of it is parsed. */
export const embedTokenOf = (item: Item): string => String(item['embedLinkToken']);

/** Parses a stored widget. */
export const fromWidgetItem = (item: Item): Widget => v.parse(widgetSchema, item);
