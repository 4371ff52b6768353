import { errorPage } from '#shared/http/error-page';
import { FORM_PAGE_HEADERS } from '#shared/http/page';
import { serve } from '#shared/http/serve';
import { simulatedCheckout } from '#shared/sources/payments-simulated';
import { checkoutPage } from '#shared/wallet/checkout-page';
import { findSimulatedCheckout } from '#shared/wallet/simulated-checkout';
import { showCheckout } from './show-checkout.contract.ts';

/** GET /v1/wallet/checkout/{reference} */
export const handler = serve(showCheckout, {
  effects: [simulatedCheckout],
  errorPage,
  load: ({ path }, { table, simulatedCheckout: isSimulated }) =>
    findSimulatedCheckout(table, path.reference, isSimulated),
  answer: ({ loaded: { topUp } }) => ({ status: 200, body: checkoutPage(topUp), headers: FORM_PAGE_HEADERS }),
});
