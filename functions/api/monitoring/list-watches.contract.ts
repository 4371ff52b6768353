import * as v from 'valibot';
import { contract } from '#shared/http/contract';
import { succeeded } from '#shared/http/envelope';
import { object } from '#shared/http/schemas/containers';
import { pageQueryEntries, paginationSchema } from '#shared/http/schemas/pagination';
import { text } from '#shared/http/schemas/texts';
import { riskTierSchema, vendorBody } from '#shared/monitoring/watches/vendor-view';
import { described } from '#shared/platform/described';

/** Lists the vendors that the account watches. */
export const listWatches = contract({
  name: 'list-watches',
  group: 'monitoring',
  method: 'GET',
  route: '/v1/monitoring/watchlist',
  summary: 'List watched vendors',
  description:
    'Of the environment of the credential (`live` for a session), those watched last first; paused ones too.',
  caller: 'account',
  limit: 'monitoringReads',
  query: object({
    ...pageQueryEntries,
    riskTier: v.optional(described(riskTierSchema, 'Only vendors of this risk.')),
    search: v.optional(
      described(
        text(200),
        'Only vendors with this in their name or your label, whatever its case and accents, or in their number.',
      ),
    ),
  }),
  success: {
    200: v.object({
      success: succeeded,
      data: described(v.array(vendorBody), 'The vendors of one page, newest first.'),
      pagination: paginationSchema,
    }),
  },
  touches: { reads: ['company', 'vendor', 'vendorAlerts', 'watch'], writes: ['companyReads'] },
});
