import * as v from 'valibot';
import { object } from '#shared/http/schemas/containers';
import { component, described } from '#shared/platform/described';
import { environmentSchema } from '#shared/platform/environments';
import { requiredText } from './config-values.ts';
import { widgetConfigChangeSchema, widgetConfigSchema } from './widget-config.ts';

/** The statuses of a widget; any may follow any (interface: Widget status). */
export const WIDGET_STATUSES = ['draft', 'live', 'paused'] as const;

/** A status of a widget. */
export type WidgetStatus = (typeof WIDGET_STATUSES)[number];

/** A widget's status. */
export const widgetStatus = component(
  v.picklist(WIDGET_STATUSES),
  'WidgetStatus',
  'Only a `live` widget can be opened by its embed link.',
);

const widgetName = described(requiredText(120), 'Its name, for your own use.');

const templateId = described(requiredText(60), 'The template that it was made from.');

/** Body of "create widget" (interface: Onboarding). */
export const createWidgetBody = object({
  name: widgetName,
  templateId: v.optional(templateId, 'blank'),
  environment: v.optional(
    described(
      environmentSchema,
      'Without it, `sandbox` for a session; an API key makes widgets of its own environment.',
    ),
  ),
  config: widgetConfigSchema,
});

/** Body of "change widget". What is not sent stays as it is. */
export const changeWidgetBody = object({
  name: v.exactOptional(widgetName),
  templateId: v.exactOptional(templateId),
  config: v.exactOptional(widgetConfigChangeSchema),
});

/** Body of "set widget status". */
export const setWidgetStatusBody = object({ status: widgetStatus });
