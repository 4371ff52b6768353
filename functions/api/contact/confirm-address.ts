import { ApiError } from '#shared/errors/api-error';
import { errorPage } from '#shared/http/error-page';
import { FORM_PAGE_HEADERS } from '#shared/http/page';
import { serve } from '#shared/http/serve';
import { confirmedPage } from '#shared/mails/confirmation-page';
import { confirmationWrite, readConfirmation } from '#shared/mails/confirmations';
import { confirmAddress } from './confirm-address.contract.ts';

/** POST /v1/mail-addresses/confirm/{token} */
export const handler = serve(confirmAddress, {
  errorPage,
  load: ({ path, meta }, { table }) => readConfirmation(table, path.token, meta.nowMs),
  answer: async ({ loaded: found, meta }, { table }) => {
    if (!found) throw new ApiError('INVALID_TOKEN');
    // The write refuses when the address is confirmed already.
    await table.write(confirmationWrite(found, meta.nowMs));
    return { status: 200, body: confirmedPage(found), headers: FORM_PAGE_HEADERS };
  },
});
