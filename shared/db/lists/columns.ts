import { type Item, update, type WriteOperation } from '#shared/db/expressions';
import { join, padded } from '#shared/db/key-parts';
import type { TableReader } from '#shared/db/operations';

/**
 * A short text for each entry of a numbered list, by which entries are found. One item holds the texts of many numbers,
 * so a search reads a column instead of the entries.
 */
export interface Column {
  /** The partition of the table that holds the list's head. */
  readonly partition: string;
  /** The first part of its sort keys. */
  readonly name: string;
  /** Numbers in one item: few enough to stay below a kilobyte, up to which a write costs one unit. */
  readonly numbersPerItem: number;
}

/** The text of one entry, by its number from 1. */
export interface ColumnValue {
  readonly number: number;
  readonly value: string;
}

const chunkOf = ({ numbersPerItem }: Column, number: number): number => Math.floor((number - 1) / numbersPerItem);

/** The writes that set these texts, one for each item that holds them. Setting a text again changes nothing. */
export const columnWrites = (column: Column, values: readonly ColumnValue[]): readonly WriteOperation[] =>
  [...Map.groupBy(values, ({ number }) => chunkOf(column, number))].map(([chunk, ofChunk]) =>
    update(
      { pk: column.partition, sk: join(column.name, padded(chunk)) },
      {
        set: Object.fromEntries(
          ofChunk.map(({ number, value }) => [String((number - 1) % column.numbersPerItem), value]),
        ),
        when: {},
      },
    ),
  );

const valuesOf = ({ name, numbersPerItem }: Column, { pk: _, sk, ...attributes }: Item): readonly ColumnValue[] => {
  const first = Number(sk.slice(name.length + 1)) * numbersPerItem + 1;
  return Object.entries(attributes)
    .map(([offset, value]) => ({ number: first + Number(offset), value: String(value) }))
    .sort((one, other) => other.number - one.number);
};

/**
 * Reads a column from the newest entry on, strongly consistent, one batch at a time, so that a caller can stop early.
 *
 * @param numbers how many numbers a batch covers; what fits into DynamoDB's megabyte when undefined.
 */
async function* readColumn(
  table: Pick<TableReader, 'query'>,
  column: Column,
  numbers?: number,
): AsyncGenerator<readonly ColumnValue[], void> {
  const limit = numbers === undefined ? undefined : Math.ceil(numbers / column.numbersPerItem) + 1;
  let after: Record<string, unknown> | undefined;
  do {
    const page = await table.query({
      partition: column.partition,
      startsWith: `${column.name}#`,
      descending: true,
      ...(limit !== undefined && { limit }),
      ...(after && { after }),
    });
    yield page.items.flatMap((item) => valuesOf(column, item));
    after = page.next;
  } while (after);
}

/** The newest values of a column, newest first. */
export interface NewestValues {
  readonly values: readonly ColumnValue[];
  /** Whether these are all values of the column. */
  readonly isAll: boolean;
  /** Whether older values were left unread because they would be more than allowed. */
  readonly isCut: boolean;
}

/**
 * Reads the newest values of a column, until a batch is enough or they are more than `most`.
 *
 * @param numbers as {@link readColumn} takes it.
 */
export const readNewestValues = async (
  table: Pick<TableReader, 'query'>,
  column: Column,
  isEnough: (values: readonly ColumnValue[]) => boolean,
  most: number,
  numbers?: number,
): Promise<NewestValues> => {
  const values: ColumnValue[] = [];
  for await (const batch of readColumn(table, column, numbers)) {
    for (const value of batch) values.push(value);
    if (isEnough(batch)) return { values, isAll: false, isCut: false };
    if (values.length > most) return { values, isAll: false, isCut: true };
  }
  return { values, isAll: true, isCut: false };
};
