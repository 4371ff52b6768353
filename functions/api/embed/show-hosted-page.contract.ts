import * as v from 'valibot';
import { contract } from '#shared/http/contract';
import { object } from '#shared/http/schemas/containers';
import { lookupText } from '#shared/http/schemas/texts';
import { embedTokenText } from '#shared/onboarding/embed/embed-bodies';
import { described } from '#shared/platform/described';
import { GUARD_ERRORS } from './contract-parts.ts';

/** Shows the hosted page of a live widget, or a preview of it in any status. */
export const showHostedPage = contract({
  name: 'show-hosted-page',
  group: 'embed',
  method: 'GET',
  answersHead: true,
  route: '/w/{token}',
  summary: 'Show the hosted page of a widget',
  description:
    "Shows the whole onboarding flow in the applicant's browser. Only pages on `allowedDomains` can embed it " +
    'in a frame.',
  caller: 'embed',
  path: object({ token: embedTokenText }),
  query: object({
    preview: v.exactOptional(
      described(lookupText(200), 'The signature of a preview, as returned by "Preview a widget".'),
    ),
  }),
  produces: 'html',
  success: { 200: v.string() },
  errors: ['WIDGET_NOT_FOUND', ...GUARD_ERRORS, 'PREVIEW_NOT_VALID'],
  touches: { reads: ['widget'], uses: ['vault'] },
  documented: false,
});
