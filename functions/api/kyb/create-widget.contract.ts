import * as v from 'valibot';
import { contract } from '#shared/http/contract';
import { succeeded } from '#shared/http/envelope';
import { createWidgetBody } from '#shared/onboarding/widgets/widget-bodies';
import { widgetBody } from '#shared/onboarding/widgets/widget-view';
import { component, described } from '#shared/platform/described';

const warningBody = component(
  v.object({
    path: described(v.string(), 'The path in the body, with dots.'),
    message: described(v.string(), 'What will not work.'),
  }),
  'Warning',
  'A warning about something that was accepted.',
);

/** Creates a widget, as a draft. */
export const createWidget = contract({
  name: 'create-widget',
  group: 'kyb',
  method: 'POST',
  route: '/v1/kyb/widgets',
  summary: 'Create a widget',
  description:
    'The widget begins as `draft`. Texts of `config` that were accepted but will not work are reported in `warnings`: names in ' +
    '`webhookEvents` that filter nothing, redirects to relative or local addresses, hosts and addresses that match nothing.',
  caller: 'account',
  body: createWidgetBody,
  success: {
    201: v.object({
      success: succeeded,
      data: widgetBody,
      warnings: v.exactOptional(described(v.array(warningBody), 'What was accepted and will not work, if anything.')),
    }),
  },
  idempotent: 'commit',
  secretFields: ['data.embedSigningSecret'],
  links: [
    { to: 'read-widget', parameters: { id: 'data.id' } },
    { to: 'set-widget-status', parameters: { id: 'data.id' } },
    { to: 'create-applicant', parameters: { id: 'data.id' } },
    { to: 'list-widget-applicants', parameters: { id: 'data.id' } },
    { to: 'read-embed-widget', parameters: { token: 'data.embedLinkToken' } },
  ],
  touches: { reads: ['widgetList'], writes: ['widget', 'widgetList'], uses: ['vault'] },
});
