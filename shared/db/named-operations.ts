import type { Item, WriteOperation } from './expressions.ts';

/**
 * The writes of a transaction by name, so that a refusal is found by the name of what refused; those that are undefined
 * are left out. A list where nobody asks which of them refused.
 */
export type Operations = Readonly<Record<string, WriteOperation | undefined>> | readonly WriteOperation[];

/** The names of operations; a list has none. */
export type NamesOf<O extends Operations> = O extends readonly unknown[] ? never : keyof O & string;

/** The outcome of a transaction: all done, or none, with what refused under the name of its operation. */
export type TransactionResult<Name extends string = string> =
  | { readonly written: true }
  | { readonly written: false; readonly refusals: Refusals<Name> };

/** What refused, by the names of operations. */
export type Refusals<Name extends string = string> = Readonly<Partial<Record<Name, Refusal>>>;

/** The operations that there are, each with its name, in their order. */
export const namedOperations = (operations: Operations): readonly (readonly [name: string, WriteOperation])[] =>
  Object.entries(operations as Readonly<Record<string, WriteOperation | undefined>>).flatMap(([name, operation]) =>
    operation ? [[name, operation] as const] : [],
  );

/** The operations that there are, without their names. */
export const operationsOf = (operations: Operations): readonly WriteOperation[] =>
  namedOperations(operations).map(([, operation]) => operation);

/** What the refused conditions of a transaction found: undefined for an item that is not there. */
export const itemsOfRefusals = (refusals: Refusals): readonly (Item | undefined)[] =>
  Object.values(refusals).flatMap((refusal) => (refusal ? [refusal.found] : []));

/** One operation's refused condition and the item that was found instead. */
export interface Refusal {
  readonly found: Item | undefined;
}
