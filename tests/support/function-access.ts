import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Item } from '#shared/db/expressions';
import { operationsOf } from '#shared/db/named-operations';
import type { Table } from '#shared/db/operations';
import { TABLE } from '#shared/db/table';
import { type TableNeeds, tableAccessOf } from '#shared/http/table-access';
import { ITEM_FAMILIES, type ItemFamily, LIST_FAMILIES, type ListFamily } from '#shared/key-families';

/*
 * The emulators do not know `dynamodb:LeadingKeys`, so it is imitated in process: while a function runs, every call of
 * the table is checked against the families that its contract or consumer declares.
 */

/** A function as its contract or its consumer declares it. */
export type DeclaredFunction = TableNeeds & { readonly name: string };

type Access = 'reads' | 'writes';

const running = new AsyncLocalStorage<DeclaredFunction>();
const touched = new Set<string>();
let undeclared: string[] = [];

/** Runs a call with the permissions that a function declares, as the deployed function runs. */
export const asFunction = <T>(declared: DeclaredFunction, call: () => T): T => running.run(declared, call);

/** Runs a test's own call while a function runs, such as a concurrent write. */
export const asTest = <T>(call: () => T): T => running.exit(call);

/** Undeclared accesses of functions since the last call of this. */
export const takeUndeclared = (): readonly string[] => {
  const taken = undeclared;
  undeclared = [];
  return taken;
};

const undeclaredErrors: string[] = [];

/** Records an error that a function responded with but does not declare. */
export const recordUndeclaredError = (line: string): void => void undeclaredErrors.push(line);

/** The errors recorded since the last call of this. */
export const takeUndeclaredErrors = (): readonly string[] => undeclaredErrors.splice(0);

/** Records in a folder what functions touched, as lines `<function> <reads or writes> <family>`. */
export const keepTouched = (folder: string): void => {
  writeFileSync(join(folder, randomUUID()), [...touched].join('\n'));
};

const patternOf = (partition: string): RegExp => new RegExp(`^${partition.replaceAll('*', '[^#]+')}$`);

const ITEMS = Object.entries(ITEM_FAMILIES).map(([name, partition]) => ({
  family: name as ItemFamily,
  pattern: patternOf(partition),
}));

const LISTS = Object.entries(LIST_FAMILIES).map(([name, { index, partition }]) => ({
  family: name as ListFamily,
  index,
  pattern: patternOf(partition),
}));

/** The family of a partition; undefined for one that only tests write. */
const familyOf = (partition: string, index?: string): ItemFamily | ListFamily | undefined =>
  index === undefined
    ? ITEMS.find(({ pattern }) => pattern.test(partition))?.family
    : LISTS.find((list) => list.index === index && list.pattern.test(partition))?.family;

/** Whether a function may read an item, by its key or in an index. */
export const mayRead = (declared: TableNeeds): ((item: Item) => boolean) => {
  const reads: ReadonlySet<string | undefined> = new Set(tableAccessOf(declared).reads);
  return (item) =>
    reads.has(familyOf(item.pk)) ||
    TABLE.indexes.some(({ name, partitionKey }) => {
      const partition = item[partitionKey];
      return typeof partition === 'string' && reads.has(familyOf(partition, name));
    });
};

const hold = (access: Access, partition: string, index?: string): void => {
  const declared = running.getStore();
  const family = familyOf(partition, index);
  if (!declared || family === undefined) return;
  const line = `${declared.name} ${access} ${family}`;
  touched.add(line);
  const allowed: readonly string[] = tableAccessOf(declared)[access];
  if (allowed.includes(family)) return;
  // Recorded as well as thrown, because functions continue without some of their calls.
  undeclared.push(line);
  throw Object.assign(new Error(`Not declared in its touches: ${line}`), { name: 'AccessDeniedException' });
};

/** A table that refuses undeclared accesses of the running function, as its role on AWS does. */
export const guardedTable = (table: Table): Table => ({
  get: async (key) => {
    hold('reads', key.pk);
    return table.get(key);
  },
  getMany: async (keys) => {
    for (const { pk } of keys) hold('reads', pk);
    return table.getMany(keys);
  },
  query: async (range) => {
    hold('reads', range.partition, range.index);
    return table.query(range);
  },
  queryAll: async (range, bound) => {
    hold('reads', range.partition, range.index);
    return table.queryAll(range, bound);
  },
  write: async (operation) => {
    hold('writes', operation.kind === 'put' ? operation.item.pk : operation.key.pk);
    return table.write(operation);
  },
  transact: async (operations) => {
    for (const operation of operationsOf(operations)) {
      hold(
        operation.kind === 'check' ? 'reads' : 'writes',
        operation.kind === 'put' ? operation.item.pk : operation.key.pk,
      );
    }
    return table.transact(operations);
  },
});
