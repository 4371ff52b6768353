import type { Item } from '#shared/db/expressions';
import { put, type WriteOperation } from '#shared/db/expressions';
import { newerOf, type StoredRecord } from '#shared/db/latest';
import type { ItemReader } from '#shared/db/operations';
import { NOT_DELETED, unlessDeleted } from '#shared/db/soft-deletion';
import { ApiError } from '#shared/errors/api-error';
import { isoTime } from '#shared/platform/clock';
import { isId } from '#shared/platform/ids';
import { callerEnvironment, type Scope } from '#shared/platform/scope';
import { entryAddition, entryChange, entryRemoval } from './calendar.ts';
import { obligationKeys } from './keys.ts';
import { fromObligationItem, type Obligation, toObligationItem } from './obligation.ts';

/** The key of an obligation. */
export const obligationKeyOf = ({ accountId, environment, id }: Pick<Obligation, 'accountId' | 'environment' | 'id'>) =>
  obligationKeys.obligation(accountId, environment, id);

/** The obligation of an item; undefined for a deleted or missing one. */
export const keptObligation = (item: Item | undefined): Obligation | undefined => {
  const found = unlessDeleted(item);
  return found && fromObligationItem(found);
};

/**
 * Finds the caller's obligation, strongly consistent; undefined when there is none with this id in the environment of
 * its credential.
 */
export const findOwnedObligation = async (
  table: ItemReader,
  caller: Scope,
  obligationId: string,
): Promise<Obligation | undefined> => {
  if (!isId('obl', obligationId)) return undefined;
  const { accountId, environment } = callerEnvironment(caller);
  return keptObligation(await table.get(obligationKeys.obligation(accountId, environment, obligationId)));
};

/**
 * Finds the caller's obligation: for `load` of an endpoint about one obligation.
 *
 * @throws ApiError OBLIGATION_NOT_FOUND.
 */
export const ownedObligation = async (table: ItemReader, caller: Scope, obligationId: string): Promise<Obligation> => {
  const obligation = await findOwnedObligation(table, caller, obligationId);
  if (!obligation) throw new ApiError('OBLIGATION_NOT_FOUND');
  return obligation;
};

/** The writes of a new obligation. `entry` refuses when the company has the maximum number. */
export const additionWrites = (obligation: Obligation) => ({
  obligation: put(toObligationItem(obligation)),
  entry: entryAddition(obligation),
});

const unchangedSince = ({ version }: Obligation) => ({ version: { equals: version }, ...NOT_DELETED }) as const;

/** The writes of a change; they refuse when the obligation has changed since it was read, or is deleted. */
export const changeWrites = (before: Obligation, after: Obligation): Readonly<Record<string, WriteOperation>> => {
  const entry = entryChange(before, after);
  return { obligation: put(toObligationItem(after), unchangedSince(before)), ...(entry && { entry }) };
};

/** The writes that delete an obligation; they refuse when it has changed since it was read, or is deleted. */
export const deletionWrites = (
  { remindAt: _, ...obligation }: Obligation,
  nowMs: number,
): Readonly<Record<string, WriteOperation>> => ({
  obligation: put({ ...toObligationItem(obligation), deletedAt: isoTime(nowMs) }, unchangedSince(obligation)),
  entry: entryRemoval(obligation),
});

/**
 * The latest obligation, for another attempt after a refused change: `newer` of `onLatest`.
 *
 * @throws ApiError OBLIGATION_NOT_FOUND when it is deleted.
 */
export const newerObligation = (
  { id, accountId, environment, companyId }: Obligation,
  found: readonly (Item | undefined)[],
): Obligation | undefined => {
  const record: StoredRecord<Obligation | undefined> = {
    key: obligationKeyOf({ id, accountId, environment }),
    from: (item) => {
      const alive = unlessDeleted(item);
      if (!alive) throw new ApiError('OBLIGATION_NOT_FOUND');
      return fromObligationItem(alive);
    },
  };
  // When the obligation was deleted, its calendar entry refuses as well.
  const calendar = { key: obligationKeys.obligationCalendar(accountId, environment, companyId) };
  return newerOf(record, [calendar])(undefined, found);
};
