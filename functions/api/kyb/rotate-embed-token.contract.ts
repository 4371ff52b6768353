import * as v from 'valibot';
import { contract } from '#shared/http/contract';
import { succeeded } from '#shared/http/envelope';
import { widgetBody } from '#shared/onboarding/widgets/widget-view';
import { widgetPath } from './contract-parts.ts';

/** Replaces the embed link token of a widget. */
export const rotateEmbedToken = contract({
  name: 'rotate-embed-token',
  group: 'kyb',
  method: 'POST',
  route: '/v1/kyb/widgets/{id}/rotate-embed-token',
  summary: 'Rotate an embed link token',
  description:
    'Replaces the embed link token. The old token stops working at once: calls with it return a 401, except ' +
    '"Read a widget by its embed token", which returns a 404. Open sessions continue with the new token. The ' +
    'signing secret stays the same.',
  caller: 'account',
  path: widgetPath,
  success: { 200: v.object({ success: succeeded, data: widgetBody }) },
  errors: ['WIDGET_NOT_FOUND'],
  idempotent: 'commit',
  secretFields: ['data.embedSigningSecret'],
  touches: { reads: ['widget'], writes: ['widget'], uses: ['vault'] },
});
