import { listCalendarEntries, matchesFilter, obligationsOnPage } from '#shared/compliance/obligation-pages';
import { obligationView } from '#shared/compliance/obligation-view';
import { pagination } from '#shared/http/schemas/pagination';
import { serve } from '#shared/http/serve';
import { listObligations } from './list-obligations.contract.ts';

/** GET /v1/compliance/obligations: filters the calendars, and reads the obligations of the page. */
export const handler = serve(listObligations, {
  load: ({ query, caller }, { table }) => listCalendarEntries(table, caller, query.companyId),
  answer: async ({ query, caller, loaded: entries, meta }, { table }) => {
    const matching = entries.filter(matchesFilter(query));
    const obligations = await obligationsOnPage(table, caller, matching, query);
    return {
      success: true,
      data: obligations.map((obligation) => obligationView(obligation, meta.nowMs)),
      pagination: pagination(query, matching.length),
    };
  },
});
