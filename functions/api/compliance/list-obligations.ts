import {
  listCalendarEntries,
  matchesFilter,
  newestObligations,
  obligationsOnPage,
} from '#shared/compliance/obligation-pages';
import { obligationView } from '#shared/compliance/obligation-view';
import { pagination } from '#shared/http/schemas/pagination';
import { serve } from '#shared/http/serve';
import { listObligations } from './list-obligations.contract.ts';

/** GET /v1/compliance/obligations: filters the calendars, and reads what is left of the page. */
export const handler = serve(listObligations, {
  load: async ({ query, caller }, { table }) => {
    const [entries, known] = await Promise.all([
      listCalendarEntries(table, caller, query.companyId),
      newestObligations(table, caller),
    ]);
    return { entries, known };
  },
  answer: async ({ query, caller, loaded: { entries, known }, meta }, { table }) => {
    const matching = entries.filter(matchesFilter(query));
    const obligations = await obligationsOnPage(table, caller, matching, known, query);
    return {
      success: true,
      data: obligations.map((obligation) => obligationView(obligation, meta.nowMs)),
      pagination: pagination(query, matching.length),
    };
  },
});
