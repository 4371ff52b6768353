import type { AccountCaller } from '#shared/http/caller/account-caller';

/** Who acts, as records of reviews name it: the API key (`key_`), or the account that is signed in (`usr_`). */
export const reviewerOf = (caller: AccountCaller): string => (caller.via === 'key' ? caller.keyId : caller.accountId);
