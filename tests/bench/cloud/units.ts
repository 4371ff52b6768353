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

/** An index of the table. */
export type Index = (typeof TABLE.indexes)[number];

/** What an index holds of an item; undefined when it does not list it. */
export const indexEntry = (item: StoredItem | undefined, index: Index): StoredItem | undefined => {
  if (!item?.[index.partitionKey] || !item[index.sortKey]) return undefined;
  if (index.projection === 'ALL') return item;
  const keys: readonly string[] = [TABLE.partitionKey, TABLE.sortKey, index.partitionKey, index.sortKey];
  return Object.fromEntries(Object.entries(item).filter(([name]) => keys.includes(name)));
};

/** An entry that a write puts, changes or removes in an index, and the units of that. */
interface EntryWrite {
  readonly entry: StoredItem;
  readonly units: number;
}

/** What a write of an item writes in an index. An entry that moves is removed and put; one that stays the same is free. */
export const entryWrites = (
  before: StoredItem | undefined,
  after: StoredItem | undefined,
  index: Index,
): readonly EntryWrite[] => {
  const [from, to] = [indexEntry(before, index), indexEntry(after, index)];
  const isMoved = [index.partitionKey, index.sortKey].some((name) => from?.[name]?.['S'] !== to?.[name]?.['S']);
  if (from && to && !isMoved) {
    return JSON.stringify(from) === JSON.stringify(to) ? [] : [{ entry: to, units: unitsFor(from, to) }];
  }
  return [from, to].flatMap((entry) => (entry ? [{ entry, units: unitsFor(entry) }] : []));
};

const indexUnits = (before: StoredItem | undefined, after: StoredItem | undefined): number =>
  TABLE.indexes.flatMap((index) => entryWrites(before, after, index)).reduce((sum, { units }) => sum + units, 0);

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
