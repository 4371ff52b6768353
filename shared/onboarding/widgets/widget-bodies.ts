import * as v from 'valibot';
import { object } from '#shared/http/schemas/containers';
import { component, described } from '#shared/platform/described';
import { environmentSchema } from '#shared/platform/environments';
import { requiredText } from './config-values.ts';
import { widgetConfigChangeSchema, widgetConfigSchema } from './widget-config.ts';

/** The statuses of a widget; each can change to any other (interface: Widget status). */
export const WIDGET_STATUSES = ['draft', 'live', 'paused'] as const;

/** A status of a widget. */
export type WidgetStatus = (typeof WIDGET_STATUSES)[number];

/** A widget's status. */
export const widgetStatusSchema = component(
  v.picklist(WIDGET_STATUSES),
  'WidgetStatus',
  'The status of the widget. Applicants can open a widget through its embed link only while it is `live`.',
);

const widgetName = described(requiredText(120), 'The name of the widget, for your own use.');

const templateId = described(requiredText(60), 'The template that the widget was created from.');

/** Body of "create widget" (interface: Onboarding). */
export const createWidgetBody = object(
  {
    name: widgetName,
    templateId: v.optional(templateId, 'blank'),
    environment: v.optional(
      described(
        environmentSchema,
        'The environment of the widget. A session creates widgets in `sandbox` by default. An API key creates ' +
          'them in its own environment.',
      ),
    ),
    config: widgetConfigSchema,
  },
  { config: 'Required. GET /v1/kyb/templates returns a complete config of each template' },
);

/** Body of "change widget". Fields that are not sent stay unchanged. */
export const changeWidgetBody = object({
  name: v.exactOptional(widgetName),
  templateId: v.exactOptional(templateId),
  config: v.exactOptional(widgetConfigChangeSchema),
});

/** Body of "set widget status". */
export const setWidgetStatusBody = object({ status: widgetStatusSchema });
