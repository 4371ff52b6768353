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
    'The old token is refused from the next call on: 401, and 404 where the widget is read by it. Open sessions stay and ' +
    'continue with the new token. The signing secret stays as well.',
  caller: 'account',
  path: widgetPath,
  success: { 200: v.object({ success: succeeded, data: widgetBody }) },
  errors: ['WIDGET_NOT_FOUND'],
  idempotent: 'commit',
  secretFields: ['data.embedSigningSecret'],
  touches: { reads: ['widget'], writes: ['widget'], uses: ['vault'] },
});
