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
    "Lists the vendors you watch in the credential's environment (`live` for a session), most recently added " +
    'first. Paused watches are included.',
  caller: 'account',
  limit: 'monitoringReads',
  query: object({
    ...pageQueryEntries,
    riskTier: v.optional(described(riskTierSchema, 'Only vendors with this risk tier.')),
    search: v.optional(
      described(
        text(200),
        'Only vendors whose name, label or registration number contains this text. Case and accents are ignored.',
      ),
    ),
  }),
  success: {
    200: v.object({
      success: succeeded,
      data: described(v.array(vendorBody), 'The vendors on this page, most recently added first.'),
      pagination: paginationSchema,
    }),
  },
  touches: { reads: ['company', 'vendor', 'vendorAlerts', 'watch'], writes: ['companyReads'] },
});
