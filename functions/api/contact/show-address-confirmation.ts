import { ApiError } from '#shared/errors/api-error';
import { errorPage } from '#shared/http/error-page';
import { FORM_PAGE_HEADERS } from '#shared/http/page';
import { serve } from '#shared/http/serve';
import { confirmationPage } from '#shared/mails/confirmation-page';
import { readConfirmation } from '#shared/mails/confirmations';
import { showAddressConfirmation } from './show-address-confirmation.contract.ts';

/** GET /v1/mail-addresses/confirm/{token} */
export const handler = serve(showAddressConfirmation, {
  errorPage,
  load: ({ path, meta }, { table }) => readConfirmation(table, path.token, meta.nowMs),
  answer: ({ loaded: found }) => {
    if (!found) throw new ApiError('INVALID_TOKEN');
    return { status: 200, body: confirmationPage(found), headers: FORM_PAGE_HEADERS };
  },
});
