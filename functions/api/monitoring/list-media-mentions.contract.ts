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
    'Lists mentions of all the vendors you watch, newest first, including mentions from before you watched ' +
    "them. Filters apply to the vendor's current state. Mentions whose event was voided by a dispute are " +
    'left out. Pages reach the newest 10,000 mentions; beyond that, the response is `422 RESULT_TOO_LARGE`: ' +
    'filter the list.',
  caller: 'account',
  limit: 'monitoringReads',
  query: object({
    riskTier: v.optional(described(riskTierSchema, 'Only mentions of vendors with this risk tier.')),
    claimStatus: v.optional(
      described(
        claimStatusSchema,
        'Whether to list only mentions of vendors that have an owner (`claimed`) or only the rest (`unclaimed`).',
      ),
    ),
    hasAlerts: v.optional(
      described(
        booleanText(),
        'Whether to list only mentions of vendors that you have ever had an alert about (`true`) or only the ' +
          'rest (`false`).',
      ),
    ),
    ...pageQueryEntries,
  }),
  errors: ['RESULT_TOO_LARGE'],
  success: {
    200: v.object({
      success: succeeded,
      data: described(v.array(mentionBody), 'The mentions on this page, newest first.'),
      pagination: paginationSchema,
    }),
  },
  touches: { reads: ['company', 'mediaMentions', 'vendor', 'vendorAlerts', 'watch'] },
});
