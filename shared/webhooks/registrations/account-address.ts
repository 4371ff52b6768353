import * as v from 'valibot';
import { keys } from '#shared/db/keys';
import type { TableReader } from '#shared/db/operations';

/*
 * Where webhooks and accounts meet: the one attribute of an account that a notice to its owner needs.
 */

const accountSchema = v.object({ email: v.string() });

/** The e-mail address of an account; undefined when there is no such account any more. */
export const addressOfAccount = async (table: TableReader, accountId: string): Promise<string | undefined> => {
  const item = await table.get(keys.account(accountId));
  return item && v.parse(accountSchema, item).email;
};
