import { allOrPage } from '#shared/http/schemas/pagination';
import { serve } from '#shared/http/serve';
import { readRates } from '#shared/wallet/rates';
import { rateView } from '#shared/wallet/views';
import { readPricingRates } from './read-pricing-rates.contract.ts';

/** GET /v1/wallet/pricing-rates */
export const handler = serve(readPricingRates, {
  load: (_, { table }) => readRates(table),
  answer: ({ loaded, query }) => {
    const { data: rates, ...page } = allOrPage(loaded.map(rateView), query);
    return { success: true, rates, ...page };
  },
});
