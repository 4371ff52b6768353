import * as v from 'valibot';
import { component, DATE_TIME, described } from '#shared/platform/described';
import { environmentSchema } from '#shared/platform/environments';
import type { Widget } from './widget.ts';
import { widgetStatus } from './widget-bodies.ts';
import { widgetConfigSchema } from './widget-config.ts';

/** A widget as its owner sees it (interface: Widget). */
export const widgetBody = component(
  v.object({
    id: described(v.string(), 'Its id (`wgt_`).'),
    name: described(v.string(), 'Its name, for your own use.'),
    status: widgetStatus,
    environment: environmentSchema,
    templateId: described(v.string(), 'The template that it was made from.'),
    config: widgetConfigSchema,
    embedLinkToken: described(v.string(), 'Authorises the embed calls (`elt_`); not secret.'),
    embedSigningSecret: described(
      v.string(),
      'Signs the embed calls of a widget that requires signed requests (`whsec_`): for your own server alone.',
    ),
    createdAt: described(v.string(), 'When it was created.', DATE_TIME),
    updatedAt: described(v.string(), 'When it was changed last.', DATE_TIME),
  }),
  'Widget',
  'A configured onboarding, which applicants fill in.',
);

/** Shows a widget to its owner, the secret that its embed calls are signed with included. */
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
