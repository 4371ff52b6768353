import type { Condition, Item, Key, Matcher, WriteOperation } from '#shared/db/expressions';
import type { Table, WriteResult } from '#shared/db/operations';
import type { RangeQuery } from '#shared/db/range-reader';

const unsupported = (what: string): never => {
  throw new TypeError(`The table in memory does not know ${what}`);
};

const matches = (value: unknown, matcher: Matcher): boolean => {
  if (matcher === 'missing') return value === undefined;
  if (matcher === 'exists') return value !== undefined;
  if ('equals' in matcher) return value === matcher.equals;
  return unsupported(`the condition ${JSON.stringify(matcher)}`);
};

const holds = (item: Item | undefined, when: Condition): boolean =>
  Object.entries(when).every(([name, matcher]) => matches(item?.[name], matcher));

const textOf = ({ pk, sk }: Key): string => `${pk} ${sk}`;

/**
 * A table in memory, for tests that let hours pass: it does what the outbox asks of a table, as DynamoDB does it, and
 * throws for everything else. That DynamoDB does the same is shown by the integration suite.
 */
export const memoryTable = (): Table => {
  const items = new Map<string, Item>();

  const apply = (operation: WriteOperation): WriteResult => {
    const key = operation.kind === 'put' ? operation.item : operation.key;
    const found = items.get(textOf(key));
    if (!holds(found, operation.when)) return { written: false, found };
    if (operation.kind === 'put') items.set(textOf(key), operation.item);
    else if (operation.kind === 'update') {
      const { set = {}, remove = [], add, append } = operation;
      if (add ?? append) unsupported('additions');
      const kept = Object.entries({ ...found, ...set }).filter(([name]) => !remove.includes(name));
      items.set(textOf(key), { ...Object.fromEntries(kept), pk: key.pk, sk: key.sk });
    } else unsupported(operation.kind);
    return { written: true, item: items.get(textOf(key)) };
  };

  const inRange = ({ index, partition, between: [from, to] = ['', '\uffff'] }: RangeQuery): readonly Item[] => {
    const [pk, sk] = index ? [`${index}pk`, `${index}sk`] : ['pk', 'sk'];
    const sortKey = (item: Item) => String(item[sk]);
    return [...items.values()]
      .filter((item) => item[pk] === partition && sortKey(item) >= from && sortKey(item) <= to)
      .toSorted((a, b) => (sortKey(a) < sortKey(b) ? -1 : 1));
  };

  const query: Table['query'] = async (range) => {
    const all = inRange(range);
    const sortName = range.index ? `${range.index}sk` : 'sk';
    const { after, limit = all.length } = range;
    const rest = after ? all.filter((item) => String(item[sortName]) > String(after[sortName])) : all;
    const page = rest.slice(0, limit);
    return { items: page, ...(rest.length > limit && { next: { [sortName]: page.at(-1)?.[sortName] } }) };
  };

  return {
    get: async (key) => items.get(textOf(key)),
    getMany: async (keys) => keys.map((key) => items.get(textOf(key))),
    query,
    queryAll: async (range) => inRange(range),
    write: async (operation) => apply(operation),
    transact: async (operations) => {
      for (const operation of operations) if (!apply(operation).written) unsupported('a transaction that is refused');
      return { written: true };
    },
  };
};
