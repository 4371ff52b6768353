import type { Condition, Item } from './expressions.ts';

/*
 * Deletion is soft, in one way for every entity: `deletedAt` on its item. See docs/decisions/0023.
 */

/** What writes to an entity require that can be deleted: it is not. */
export const NOT_DELETED = { deletedAt: 'missing' } as const satisfies Condition;

/** An item that is not deleted; undefined for one that is, as for none. */
export const unlessDeleted = (item: Item | undefined): Item | undefined =>
  item?.['deletedAt'] === undefined ? item : undefined;
