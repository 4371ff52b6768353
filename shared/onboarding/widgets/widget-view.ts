import * as v from 'valibot';
import { component, DATE_TIME, described } from '#shared/platform/described';
import { environmentSchema } from '#shared/platform/environments';
import type { Widget } from './widget.ts';
import { widgetStatusSchema } from './widget-bodies.ts';
import { widgetConfigSchema } from './widget-config.ts';

/** A widget as its owner sees it (interface: Widget). */
export const widgetBody = component(
  v.object({
    id: described(v.string(), 'The id of the widget (`wgt_`).'),
    name: described(v.string(), 'The name of the widget, for your own use.'),
    status: widgetStatusSchema,
    environment: environmentSchema,
    templateId: described(v.string(), 'The template that the widget was created from.'),
    config: widgetConfigSchema,
    embedLinkToken: described(v.string(), 'The token that authorises embed requests (`elt_`). It is not secret.'),
    embedSigningSecret: described(
      v.string(),
      'The secret to sign embed requests with, if the widget requires signed requests (`whsec_`). Keep it on ' +
        'your own server.',
    ),
    createdAt: described(v.string(), 'When the widget was created.', DATE_TIME),
    updatedAt: described(v.string(), 'When the widget last changed.', DATE_TIME),
  }),
  'Widget',
  'An onboarding form that applicants fill in.',
);

/** Shows a widget to its owner, with the secret that signs its embed calls. */
export const widgetView = (widget: Widget, embedSigningSecret: string): v.InferOutput<typeof widgetBody> => ({
  id: widget.id,
  name: widget.name,
  status: widget.status,
  environment: widget.environment,
  templateId: widget.templateId,
  config: widget.config,
  embedLinkToken: widget.embedLinkToken,
  embedSigningSecret,
  createdAt: widget.createdAt,
  updatedAt: widget.updatedAt,
});
