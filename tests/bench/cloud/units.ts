import { TABLE } from '#shared/db/table';

/** An attribute value as DynamoDB's API writes it: one type and its value. */
type StoredValue = Readonly<Record<string, unknown>>;

/** An item as DynamoDB's API writes it. */
export type StoredItem = Readonly<Record<string, StoredValue>>;

const utf8 = (text: string): number => Buffer.byteLength(text);

const valueBytes = (value: StoredValue): number => {
  const [[type, content] = ['', undefined]] = Object.entries(value);
  switch (type) {
    case 'S':
      return utf8(content as string);
    case 'N':
      return Math.ceil((content as string).replace(/[-.]/g, '').length / 2) + 1;
    case 'B':
      return Buffer.byteLength(content as string, 'base64');
    case 'L':
      return (content as StoredValue[]).reduce((sum, entry) => sum + 1 + valueBytes(entry), 3);
    case 'M':
      return 3 + Object.keys(content as StoredItem).length + itemBytes(content as StoredItem);
    default:
      return 1;
  }
};

/** The size of an item, as DynamoDB counts it. */
export const itemBytes = (item: StoredItem): number =>
  Object.entries(item).reduce((sum, [name, value]) => sum + utf8(name) + valueBytes(value), 0);

/** The write units of one write outside a transaction. */
export const unitsFor = (...items: readonly (StoredItem | undefined)[]): number =>
  Math.ceil(Math.max(1, ...items.map((item) => (item ? itemBytes(item) : 0))) / 1024);

const indexKey = (item: StoredItem | undefined, index: (typeof TABLE.indexes)[number]): string | undefined => {
  const [partition, sort] = [item?.[index.partitionKey], item?.[index.sortKey]];
  return partition && sort && JSON.stringify([partition, sort]);
};

/** An index entry that moves is deleted and put, and every index of the table projects all attributes. */
const indexUnits = (before: StoredItem | undefined, after: StoredItem | undefined): number =>
  TABLE.indexes.reduce((sum, index) => {
    const [from, to] = [indexKey(before, index), indexKey(after, index)];
    if (from === undefined && to === undefined) return sum;
    if (from === to) return sum + (JSON.stringify(before) === JSON.stringify(after) ? 0 : unitsFor(before, after));
    return sum + (from === undefined ? 0 : unitsFor(before)) + (to === undefined ? 0 : unitsFor(after));
  }, 0);

/**
 * Write units of one write, from the item before and after it. Each started kilobyte of the larger image counts, twice
 * in a transaction, and the units of the indexes are added (AWS, "DynamoDB item sizes and formats" and "Capacity unit
 * consumption for write operations").
 */
export const writeUnits = (
  before: StoredItem | undefined,
  after: StoredItem | undefined,
  inTransaction: boolean,
): number => unitsFor(before, after) * (inTransaction ? 2 : 1) + indexUnits(before, after);

/**
 * Read units of one strongly consistent read of one item, alone or in a batch: one for each started four kilobytes, and
 * one for a missing item (AWS, "Capacity unit consumption for read operations").
 */
export const readUnits = (item: StoredItem | undefined): number =>
  Math.ceil(Math.max(1, item ? itemBytes(item) : 0) / 4096);

/**
 * Read units of a query that found these items: one for each started four kilobytes of all of them, or half of that if
 * the read is eventually consistent.
 */
export const queryUnits = (found: readonly StoredItem[], isConsistent: boolean): number =>
  Math.ceil(
    Math.max(
      1,
      found.reduce((sum, item) => sum + itemBytes(item), 0),
    ) / 4096,
  ) * (isConsistent ? 1 : 0.5);
