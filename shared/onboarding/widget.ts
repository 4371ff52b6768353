import * as v from 'valibot';
import type { Item } from '#shared/db/expressions';
import { keys, lists } from '#shared/db/keys';
import { ENVIRONMENTS } from '#shared/events/catalogue';
import { WIDGET_STATUSES } from './request-bodies.ts';
import { moduleOrder, type WidgetConfig, widgetConfigSchema } from './widget-config.ts';

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
  /** Applicants that were ever created under it. */
  applicantCount: v.number(),
  createdAt: v.string(),
  updatedAt: v.string(),
});

/** A widget of an account (interface: Widget). */
export type Widget = v.InferOutput<typeof widgetSchema>;

/** How many modules an applicant meets; none may go live with zero. */
export const enabledModuleCount = (config: WidgetConfig): number => moduleOrder(config).length;

/** A widget as it is stored: with the number of its enabled modules, for the condition of going live. */
export const toWidgetItem = (widget: Widget): Item => ({
  ...keys.widget(widget.id),
  gsi1pk: lists.widgetsOfAccount(widget.accountId),
  gsi1sk: widget.id,
  enabledModuleCount: enabledModuleCount(widget.config),
  ...widget,
});

/** Parses a stored widget. */
export const fromWidgetItem = (item: Item): Widget => v.parse(widgetSchema, item);
