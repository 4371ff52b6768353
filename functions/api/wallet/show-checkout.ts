import { serve } from '#shared/http/serve';
import { CHECKOUT_HEADERS, checkoutPage } from '#shared/wallet/checkout-page';
import { findSimulatedCheckout } from '#shared/wallet/simulated-checkout';
import { showCheckout } from './show-checkout.contract.ts';

/** GET /v1/wallet/checkout/{reference} */
export const handler = serve(showCheckout, {
  load: ({ path }, { table }) => findSimulatedCheckout(table, path.reference),
  answer: ({ loaded: { topUp } }) => ({ status: 200, body: checkoutPage(topUp), headers: CHECKOUT_HEADERS }),
});
