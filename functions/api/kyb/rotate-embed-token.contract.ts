import * as v from 'valibot';
import { contract } from '#shared/http/contract';
import { succeeded } from '#shared/http/envelope';
import { widgetBody } from '#shared/onboarding/widgets/widget-view';
import { widgetPath } from './contract-parts.ts';

/** Gives a widget another embed link token. */
export const rotateEmbedToken = contract({
  name: 'rotate-embed-token',
  group: 'kyb',
  method: 'POST',
  route: '/v1/kyb/widgets/{id}/rotate-embed-token',
  summary: 'Rotate an embed link token',
  description:
    'Replaces the token; the old one is refused from the next call on, with a 401, or with a 404 by "read a ' +
    'widget by its embed token". Open sessions continue with the new token. The signing secret stays the ' +
    'same.',
  caller: 'account',
  path: widgetPath,
  success: { 200: v.object({ success: succeeded, data: widgetBody }) },
  errors: ['WIDGET_NOT_FOUND'],
  idempotent: 'commit',
  secretFields: ['data.embedSigningSecret'],
  touches: { reads: ['widget'], writes: ['widget'], uses: ['vault'] },
});
