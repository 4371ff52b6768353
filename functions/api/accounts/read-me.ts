import { readAccount } from '#shared/auth/accounts/account';
import { ApiError } from '#shared/errors/api-error';
import { serve } from '#shared/http/serve';
import { readMe } from './read-me.contract.ts';

/** Returns the signed-in account. */
export const handler = serve(readMe, {
  load: ({ caller }, { table }) => readAccount(table, caller),
  answer: ({ loaded: account }) => {
    if (!account) throw new ApiError('ACCOUNT_NOT_FOUND');
    const { accountId: userId, email, firstName, lastName, companyName, phone, createdAt } = account;
    return { success: true, data: { userId, email, firstName, lastName, companyName, phone, createdAt } };
  },
});
