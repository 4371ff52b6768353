import { UserError } from '#scripts/local-cloud/user-error';
import { emailKey } from '#shared/auth/accounts/email-key';
import { readSignIn } from '#shared/auth/accounts/sign-in';
import { readAccess } from '#shared/auth/sessions/access';
import type { TableReader } from '#shared/db/operations';
import type { AccountAccess } from '#shared/http/caller/account-access';
import { isEmailAddress } from '#shared/platform/email-address';
import { ENVIRONMENTS, type Environment } from '#shared/platform/environments';
import { isId } from '#shared/platform/ids';

/**
 * The access of the verified account with an id.
 *
 * @throws UserError when there is none.
 */
export const accessOf = async (table: TableReader, accountId: string): Promise<AccountAccess> => {
  const access = isId('usr', accountId) ? await readAccess(table, accountId) : undefined;
  if (!access) throw new UserError(`Account ${accountId} does not exist.`);
  return access;
};

/**
 * The id of the verified account with an email address.
 *
 * @throws UserError when there is none.
 */
export const accountIdOfEmail = async (table: TableReader, email: string): Promise<string> => {
  if (!isEmailAddress(email.trim())) throw new UserError(`${email} is not an email address.`);
  const signIn = await readSignIn(table, emailKey(email));
  if (signIn?.status !== 'verified')
    throw new UserError(`There is no verified account with the email address ${email}.`);
  return signIn.accountId;
};

/** @throws UserError when a text is not the name of an environment. */
export const environmentNamed = (text: string): Environment => {
  const environment = ENVIRONMENTS.find((one) => one === text);
  if (!environment) throw new UserError(`${text} is neither ${ENVIRONMENTS.join(' nor ')}.`);
  return environment;
};
