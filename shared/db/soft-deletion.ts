import type { Condition, Item } from './expressions.ts';

/*
 * Every entity is deleted softly, by `deletedAt` on its item. See docs/decisions/0023.
 */

/** The condition of every write to a deletable entity: it is not deleted. */
export const NOT_DELETED = { deletedAt: 'missing' } as const satisfies Condition;

/** The item, unless it is deleted; undefined for a deleted or missing one. */
export const unlessDeleted = (item: Item | undefined): Item | undefined =>
  item?.['deletedAt'] === undefined ? item : undefined;
