import type { ItemReader } from '#shared/db/operations';
import { isId } from '#shared/platform/ids';
import type { AccountEnvironment } from '#shared/platform/scope';
import { type CheckRecord, fromCheckItem } from './check-record.ts';
import { directCheckKeys } from './keys.ts';

/**
 * Finds a recorded check of an account in an environment, strongly consistent; undefined when there is none with this
 * reference.
 *
 * @param reference any text.
 */
export const findCheck = async (
  table: ItemReader,
  { accountId, environment }: AccountEnvironment,
  reference: string,
): Promise<CheckRecord | undefined> => {
  if (!isId('ver', reference) && !isId('doc', reference)) return undefined;
  const item = await table.get(directCheckKeys.directCheck(accountId, environment, reference));
  return item && fromCheckItem(item);
};
