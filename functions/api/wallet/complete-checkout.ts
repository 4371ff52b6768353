import { errorPage } from '#shared/http/error-page';
import { FORM_PAGE_HEADERS } from '#shared/http/page';
import { serve } from '#shared/http/serve';
import { simulatedCheckout } from '#shared/sources/payments-simulated';
import { checkoutPage } from '#shared/wallet/checkout-page';
import { saveSimulatedCard } from '#shared/wallet/saved-card';
import { settleTopUp } from '#shared/wallet/settle-top-up';
import { findSimulatedCheckout } from '#shared/wallet/simulated-checkout';
import { completeCheckout } from './complete-checkout.contract.ts';

/** POST /v1/wallet/checkout/{reference} */
export const handler = serve(completeCheckout, {
  effects: [simulatedCheckout],
  errorPage,
  load: ({ path }, { table, simulatedCheckout: isSimulated }) =>
    findSimulatedCheckout(table, path.reference, isSimulated),
  answer: async ({ body, loaded: found, meta }, { table, log }) => {
    const card = saveSimulatedCard(found.topUp, meta.nowMs);
    const topUp = await settleTopUp(table, found, body.outcome, log, meta.nowMs, card);
    return { status: 200, body: checkoutPage(topUp), headers: FORM_PAGE_HEADERS };
  },
});
