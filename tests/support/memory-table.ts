import { BoundExceeded } from '#shared/db/bound';
import type { Changes, Condition, Item, Key, Matcher, WriteOperation } from '#shared/db/expressions';
import { namedOperations } from '#shared/db/named-operations';
import type { Table } from '#shared/db/operations';
import type { RangeQuery, WholeReader } from '#shared/db/range-reader';
import { TABLE } from '#shared/db/table';

const nameOf = ({ pk, sk }: Key): string => `${pk}\n${sk}`;

const isBelow = (value: unknown, bound: number | string): boolean =>
  typeof value === typeof bound && (value as typeof bound) < bound;

const matches = (value: unknown, matcher: Matcher): boolean => {
  if (matcher === 'missing') return value === undefined;
  if (matcher === 'exists') return value !== undefined;
  if ('missingOr' in matcher) return value === undefined || matches(value, matcher.missingOr);
  if ('oneOf' in matcher) return matcher.oneOf.some((one) => one === value);
  if ('equals' in matcher) return value === matcher.equals;
  if ('notEquals' in matcher) return value !== undefined && value !== matcher.notEquals;
  if ('below' in matcher) return isBelow(value, matcher.below);
  if ('atLeast' in matcher) return typeof value === typeof matcher.atLeast && !isBelow(value, matcher.atLeast);
  return value === matcher.atMost || isBelow(value, matcher.atMost);
};

/** What stands at a path, such as `holds>msg_1`. */
const valueAt = (item: unknown, path: string): unknown =>
  path.split('>').reduce<unknown>((value, step) => (value as Item | undefined)?.[step], item);

const holds = (item: Item | undefined, when: Condition): boolean =>
  Object.entries(when).every(([path, matcher]) => matches(valueAt(item, path), matcher));

/** The part of an item that a path ends in, and its last step. */
const placeOf = (item: Item, path: string): { readonly parent: Record<string, unknown>; readonly step: string } => {
  const steps = path.split('>');
  const step = steps.pop() ?? '';
  return { parent: (steps.length === 0 ? item : valueAt(item, steps.join('>'))) as Item, step };
};

const changed = (item: Item, { set = {}, add = {}, remove = [], append = {}, extend = {} }: Changes): Item => {
  const next: Item = structuredClone(item);
  for (const [path, value] of Object.entries(set)) {
    if (value === undefined) continue;
    const { parent, step } = placeOf(next, path);
    parent[step] = value;
  }
  for (const [name, amount] of Object.entries(add)) next[name] = Number(next[name] ?? 0) + amount;
  for (const [name, { entry, maxLength }] of Object.entries(append)) {
    next[name] = [...(next[name] as unknown[]).slice(0, maxLength - 1), entry];
  }
  for (const [name, entries] of Object.entries(extend)) next[name] = [...(next[name] as unknown[]), ...entries];
  for (const path of remove) {
    const [, list, index] = /^(\w+)\[(\d+)\]$/.exec(path) ?? [];
    if (list !== undefined) {
      delete (next[list] as unknown[])[Number(index)];
      continue;
    }
    const { parent, step } = placeOf(next, path);
    delete parent[step];
  }
  // A list closes up once all of its places were removed.
  for (const list of new Set(remove.flatMap((path) => /^(\w+)\[/.exec(path)?.[1] ?? []))) {
    next[list] = (next[list] as unknown[]).filter(() => true);
  }
  return next;
};

const targetOf = (operation: WriteOperation): Key => (operation.kind === 'put' ? operation.item : operation.key);

const resultOf = (operation: WriteOperation, item: Item | undefined): Item | undefined => {
  switch (operation.kind) {
    case 'put':
      return structuredClone(operation.item);
    case 'update':
      return structuredClone(changed(item ?? { ...operation.key }, operation));
    case 'delete':
      return undefined;
    case 'check':
      return item;
  }
};

const PARTITION_KEYS = [TABLE, ...TABLE.indexes].map(({ partitionKey }) => partitionKey);

const partitionOf = (attribute: string, value: unknown): string => `${attribute}\n${value}`;

/**
 * An in-memory table, for simulations that would take too long against an emulator. It checks the same conditions, and
 * each call is atomic and takes no time. Its indexes never lag, and it has no size limits. `items` is all that it
 * stores.
 */
export const memoryTable = (): Table & WholeReader & { readonly items: () => readonly Item[] } => {
  const items = new Map<string, Item>();
  /** The items of each partition of the table and its indexes, so that range reads do not scan all. */
  const partitions = new Map<string, Set<string>>();
  const find = (key: Key): Item | undefined => items.get(nameOf(key));
  const copy = (item: Item | undefined): Item | undefined => item && structuredClone(item);

  const apply = (operation: WriteOperation): Item | undefined => {
    const key = targetOf(operation);
    const before = find(key);
    const next = resultOf(operation, before);
    for (const attribute of PARTITION_KEYS) {
      partitions.get(partitionOf(attribute, before?.[attribute]))?.delete(nameOf(key));
      if (next?.[attribute] === undefined) continue;
      const partition = partitionOf(attribute, next[attribute]);
      partitions.set(partition, (partitions.get(partition) ?? new Set()).add(nameOf(key)));
    }
    if (next) items.set(nameOf(key), next);
    else items.delete(nameOf(key));
    return next;
  };
  const refuses = (operation: WriteOperation): boolean => !holds(find(targetOf(operation)), operation.when);

  /** Where an item stands in its partition: items of an index may share a sort key. */
  const positionOf = (item: Item, { index }: RangeQuery): string =>
    index ? `${item[`${index}sk`]}\n${nameOf(item)}` : item.sk;

  const inRange = (range: RangeQuery): Item[] => {
    const { index, partition, startsWith, between, descending } = range;
    const [pk, sk] = index ? ([`${index}pk`, `${index}sk`] as const) : (['pk', 'sk'] as const);
    const sorted = [...(partitions.get(partitionOf(pk, partition)) ?? [])]
      .flatMap((name) => items.get(name) ?? [])
      .filter((item) => item[sk] !== undefined)
      .filter((item) => startsWith === undefined || String(item[sk]).startsWith(startsWith))
      .filter((item) => !between || (String(item[sk]) >= between[0] && String(item[sk]) <= between[1]))
      .sort((one, other) => (positionOf(one, range) < positionOf(other, range) ? -1 : 1));
    return descending ? sorted.reverse() : sorted;
  };

  /** What the table, or an index, returns of an item. */
  const projected = (item: Item, { index: name }: RangeQuery): Item => {
    const index = TABLE.indexes.find((one) => one.name === name);
    if (index?.projection !== 'KEYS_ONLY') return structuredClone(item);
    const { pk, sk, [index.partitionKey]: partition, [index.sortKey]: sort } = item;
    return { pk, sk, [index.partitionKey]: partition, [index.sortKey]: sort };
  };

  return {
    items: () => [...items.values()],
    get: async (key) => copy(find(key)),
    getMany: async (keys) => keys.map((key) => copy(find(key))),
    query: async (range) => {
      const isAfter = (item: Item, last: unknown): boolean =>
        range.descending ? positionOf(item, range) < String(last) : positionOf(item, range) > String(last);
      const found = inRange(range).filter((item) => !range.after || isAfter(item, range.after['position']));
      const read = found.slice(0, range.limit);
      const last = read.at(-1);
      return {
        items: read.filter((item) => holds(item, range.where ?? {})).map((item) => projected(item, range)),
        ...(last && read.length < found.length && { next: { sk: last.sk, position: positionOf(last, range) } }),
      };
    },
    queryAll: async (range, bound) => {
      const found = inRange(range).filter((item) => holds(item, range.where ?? {}));
      if (bound && found.length > bound.most) throw new BoundExceeded(bound);
      return found.map((item) => projected(item, range));
    },
    write: async (operation) =>
      refuses(operation)
        ? { written: false, found: copy(find(targetOf(operation))) }
        : { written: true, item: operation.kind === 'update' ? copy(apply(operation)) : void apply(operation) },
    transact: async (given) => {
      const operations = namedOperations(given);
      const refused = operations.filter(([, operation]) => refuses(operation));
      if (refused.length > 0) {
        const refusals = refused.map(([name, operation]) => [name, { found: copy(find(targetOf(operation))) }]);
        return { written: false, refusals: Object.fromEntries(refusals) };
      }
      for (const [, operation] of operations) apply(operation);
      return { written: true };
    },
  };
};
