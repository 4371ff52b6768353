import * as v from 'valibot';
import { contract } from '#shared/http/contract';
import { succeeded } from '#shared/http/envelope';
import { object } from '#shared/http/schemas/containers';
import { pageQueryEntries, paginationSchema } from '#shared/http/schemas/pagination';
import { booleanText } from '#shared/http/schemas/texts';
import { mentionBody } from '#shared/monitoring/mentions/mention-view';
import { claimStatusSchema, riskTierSchema } from '#shared/monitoring/watches/vendor-view';
import { described } from '#shared/platform/described';

/** Lists the media mentions of the vendors that the account watches. */
export const listMediaMentions = contract({
  name: 'list-media-mentions',
  group: 'monitoring',
  method: 'GET',
  route: '/v1/monitoring/media-mentions',
  summary: 'List media mentions',
  description:
    'Of all vendors that you watch, newest first, those from before the watch as well. The filters are about the vendor as ' +
    'it is now. A mention whose event a dispute has voided is not listed. Pages reach the newest 10,000; a deeper one is ' +
    '`422 RESULT_TOO_LARGE`: filter then.',
  caller: 'account',
  limit: 'monitoringReads',
  query: object({
    riskTier: v.optional(described(riskTierSchema, 'Only of vendors with this risk.')),
    claimStatus: v.optional(described(claimStatusSchema, 'Only of vendors that have an owner, or of those without.')),
    hasAlerts: v.optional(
      described(booleanText(), 'Only of vendors about which you ever had an alert, or only of the others.'),
    ),
    ...pageQueryEntries,
  }),
  errors: ['RESULT_TOO_LARGE'],
  success: {
    200: v.object({
      success: succeeded,
      data: described(v.array(mentionBody), 'The mentions of one page, newest first.'),
      pagination: paginationSchema,
    }),
  },
  touches: { reads: ['company', 'mediaMentions', 'vendor', 'vendorAlerts', 'watch'] },
});
