import type { Item, WriteOperation } from './expressions.ts';

/**
 * The writes of a transaction by name, so that a refusal is found under the name of the write that refused. Undefined
 * writes are left out. A list serves where it does not matter which of them refused.
 */
export type Operations = Readonly<Record<string, WriteOperation | undefined>> | readonly WriteOperation[];

/** The names of operations; a list has none. */
export type NamesOf<O extends Operations> = O extends readonly unknown[] ? never : keyof O & string;

/** The outcome of a transaction: all done, or none, with the refusals by the names of their operations. */
export type TransactionResult<Name extends string = string> =
  | { readonly written: true }
  | { readonly written: false; readonly refusals: Refusals<Name> };

/** The refusals of a transaction, by the names of their operations. */
export type Refusals<Name extends string = string> = Readonly<Partial<Record<Name, Refusal>>>;

/** The defined operations, each with its name, in their order. */
export const namedOperations = (operations: Operations): readonly (readonly [name: string, WriteOperation])[] =>
  Object.entries(operations as Readonly<Record<string, WriteOperation | undefined>>).flatMap(([name, operation]) =>
    operation ? [[name, operation] as const] : [],
  );

/** The defined operations, without their names. */
export const operationsOf = (operations: Operations): readonly WriteOperation[] =>
  namedOperations(operations).map(([, operation]) => operation);

/** The items that the refused conditions of a transaction found; undefined for a missing item. */
export const itemsOfRefusals = (refusals: Refusals): readonly (Item | undefined)[] =>
  Object.values(refusals).flatMap((refusal) => (refusal ? [refusal.found] : []));

/** One operation's refused condition and the item that was found instead. */
export interface Refusal {
  readonly found: Item | undefined;
}
