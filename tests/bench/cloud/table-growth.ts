import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runTool } from '#scripts/command-line/tool';
import { PROJECT_FOLDER } from '#scripts/local-cloud/folders';
import { type Family, leadingKeys } from '#shared/db/families';
import { TABLE } from '#shared/db/table';
import { FAMILIES } from '#shared/key-families';
import type { TableWrite } from './gateway.ts';
import { entryWrites, indexEntry, itemBytes, type StoredItem, unitsFor } from './units.ts';

/** How long an item is kept: so many days, or for good. */
export type Kept = `${number}` | 'kept';

/** What one run of a function leaves in the table. */
export interface Growth {
  /**
   * Bytes by family and by how many days they are kept, copies in indexes included and heads of lists left out, rounded
   * to ten. Negative where more was removed than written.
   */
  readonly bytes: Readonly<Record<string, Readonly<Partial<Record<Kept, number>>>>>;
  /** Write units by the family of the partition, of the table or of an index. */
  readonly units: Readonly<Record<string, number>>;
}

/** What AWS adds to each item, and to each entry of an index, for its own index ("DynamoDB item sizes and formats"). */
const BYTES_OF_AN_ENTRY = 100;

const DAY_SECONDS = 86_400;

/** Families by where their partitions are, with the form of their keys; the longest first, which is the most precise. */
const FORMS = Object.entries(FAMILIES as Readonly<Record<string, Family>>)
  .map(([name, family]) => {
    const form = leadingKeys(family);
    const pattern = new RegExp(`^${form.replaceAll('*', '[^#]*')}$`);
    return { name, index: family.index, form, pattern };
  })
  .sort((one, other) => other.form.length - one.form.length);

/** @throws RangeError for a partition of no family. */
const familyOf = (partition: string, index?: string): string => {
  const found = FORMS.find((one) => one.index === index && one.pattern.test(partition));
  if (!found) throw new RangeError(`No family has the partition ${partition} of ${index ?? 'the table'}`);
  return found.name;
};

const textOf = (item: StoredItem | undefined, name: string): string | undefined => item?.[name]?.['S'] as string;

const bytesOf = (item: StoredItem): number =>
  [item, ...TABLE.indexes.map((index) => indexEntry(item, index))]
    .flatMap((entry) => (entry ? [itemBytes(entry) + BYTES_OF_AN_ENTRY] : []))
    .reduce((sum, bytes) => sum + bytes, 0);

/** Adds up by name. */
const adder = () => {
  const sums: Record<string, number> = {};
  return { sums, add: (name: string, value: number) => (sums[name] = (sums[name] ?? 0) + value) };
};

const sorted = (sums: Readonly<Record<string, number>>, round: (value: number) => number) =>
  Object.fromEntries(
    Object.entries(sums)
      .map(([name, value]) => [name, round(value)] as const)
      .filter(([, value]) => value !== 0)
      .sort(([one], [other]) => one.localeCompare(other)),
  );

/** Write units in the indexes. */
const indexUnits = ({ before, after }: TableWrite, add: (name: string, value: number) => void): void => {
  for (const index of TABLE.indexes) {
    for (const { entry, units } of entryWrites(before, after, index)) {
      add(familyOf(textOf(entry, index.partitionKey) ?? '', index.name), units);
    }
  }
};

/** Heads and counts of lists: one for many entries, although a new account's first entry makes them. */
const isOfAList = (item: StoredItem): boolean => /^(HEAD|COUNTS?(#|$))/.test(textOf(item, TABLE.sortKey) ?? '');

/** Families whose items are told when they expire by a later write, and after how many days they do. */
const EXPIRE_LATER: Readonly<Record<string, Kept>> = { feed: '31' };

const keptOf = (item: StoredItem, family: string, nowSeconds: number): Kept => {
  const expires = item[TABLE.timeToLiveAttribute]?.['N'];
  if (expires === undefined) return EXPIRE_LATER[family] ?? 'kept';
  return `${Math.ceil((Number(expires) - nowSeconds) / DAY_SECONDS)}`;
};

/** What writes leave in the table, at a time in Unix seconds. */
export const growthOf = (writes: readonly TableWrite[], nowSeconds: number): Growth => {
  const bytes = new Map<string, ReturnType<typeof adder>>();
  const units = adder();
  const addBytes = (item: StoredItem | undefined, sign: 1 | -1): void => {
    if (!item || isOfAList(item)) return;
    const family = familyOf(textOf(item, TABLE.partitionKey) ?? '');
    const ofFamily = bytes.get(family) ?? adder();
    bytes.set(family, ofFamily);
    ofFamily.add(keptOf(item, family, nowSeconds), sign * bytesOf(item));
  };
  for (const write of writes) {
    const { before, after, inTransaction } = write;
    const one = after ?? before;
    if (!one) continue;
    addBytes(after, 1);
    addBytes(before, -1);
    units.add(familyOf(textOf(one, TABLE.partitionKey) ?? ''), unitsFor(before, after) * (inTransaction ? 2 : 1));
    indexUnits(write, units.add);
  }
  return {
    bytes: Object.fromEntries(
      [...bytes]
        .map(([family, { sums }]) => [family, sorted(sums, (value) => Math.round(value / 10) * 10)] as const)
        .filter(([, sums]) => Object.keys(sums).length > 0)
        .sort(([one], [other]) => one.localeCompare(other)),
    ),
    units: sorted(units.sums, (value) => value),
  };
};

const FILE = join(PROJECT_FOLDER, 'tests/bench/table-growth.json');

/** The checked-in growth, by function. */
export const readGrowth = (): Readonly<Record<string, Growth>> =>
  existsSync(FILE) ? JSON.parse(readFileSync(FILE, 'utf8')) : {};

/** Writes this growth as the accepted one, in the project's format. */
export const writeGrowth = async (growth: Readonly<Record<string, Growth>>): Promise<void> => {
  writeFileSync(FILE, `${JSON.stringify(growth, null, 2)}\n`);
  await runTool('biome', ['format', '--write', '--log-level=error', FILE]);
};
