import * as v from 'valibot';
import { contract } from '#shared/http/contract';
import { succeeded } from '#shared/http/envelope';
import { warningsSchema } from '#shared/http/warnings';
import { createWidgetBody } from '#shared/onboarding/widgets/widget-bodies';
import { widgetBody } from '#shared/onboarding/widgets/widget-view';

/** Creates a widget, as a draft. */
export const createWidget = contract({
  name: 'create-widget',
  group: 'kyb',
  method: 'POST',
  route: '/v1/kyb/widgets',
  summary: 'Create a widget',
  description:
    'Creates a widget with the status `draft`. `warnings` lists values that were accepted but will not work: a ' +
    '`templateId` that is no template and, in `config`, names in `webhookEvents` that match no event, redirects to relative or local URLs, hosts ' +
    "and IP addresses that match nothing, text messages on stages that do not send them, and administrators' " +
    'email addresses that are not confirmed. Each unconfirmed address is emailed a confirmation link.',
  caller: 'account',
  body: createWidgetBody,
  success: {
    201: v.object({
      success: succeeded,
      data: widgetBody,
      warnings: warningsSchema,
    }),
  },
  idempotent: 'commit',
  secretFields: ['data.embedSigningSecret'],
  links: [
    { to: 'read-widget', parameters: { id: 'data.id' } },
    { to: 'set-widget-status', parameters: { id: 'data.id' } },
    { to: 'update-widget', parameters: { id: 'data.id' } },
    { to: 'rotate-embed-token', parameters: { id: 'data.id' } },
    { to: 'delete-widget', parameters: { id: 'data.id' } },
    { to: 'create-applicant', parameters: { id: 'data.id' } },
    { to: 'list-widget-applicants', parameters: { id: 'data.id' } },
    { to: 'read-embed-widget', parameters: { token: 'data.embedLinkToken' } },
  ],
  touches: {
    reads: ['account', 'followerAddress', 'widgetList'],
    writes: ['widget', 'widgetList'],
    uses: ['codes', 'textSettings', 'vault'],
  },
});
