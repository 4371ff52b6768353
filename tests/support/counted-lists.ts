import type { Item } from '#shared/db/expressions';
import { join, padded } from '#shared/db/key-parts';
import { countPlace } from '#shared/db/lists/blocks';
import type { CountedList } from '#shared/db/lists/counted-list';
import { type JointList, jointAddition } from '#shared/db/lists/joint-counts';

/** Whether an item with this sort key counts entries of a list. */
export const isCount = (sortKey: string): boolean => sortKey.startsWith('COUNT#');

/** The head and the counts of a list with entries 1 to `length`, for tests that write the entries themselves. */
export const countsOf = <Cell extends string>(
  list: CountedList<Cell>,
  length: number,
  cellOf: (number: number) => Cell,
): readonly Item[] => {
  const counted = new Map<string, Record<string, number>>();
  for (let number = 1; number <= length; number++) {
    const { chapter, block } = countPlace(number);
    const sortKey = join('COUNT', cellOf(number), padded(chapter));
    const counts = counted.get(sortKey) ?? {};
    counts[block] = (counts[block] ?? 0) + 1;
    counted.set(sortKey, counts);
  }
  const pk = list.partition;
  return [
    { pk, sk: 'HEAD', lastNumber: length, newestAtMs: Date.now() },
    ...[...counted].map(([sk, counts]) => ({ pk, sk, ...counts })),
  ];
};

/** The items that count entries 1 to `length` of a list, for tests that write the entries themselves. */
export const jointCountsOf = <Cell extends string>(
  list: JointList<Cell>,
  length: number,
  cellOf: (number: number) => Cell,
): readonly Item[] => {
  const items = new Map<string, Record<string, unknown>>();
  const atMs = Date.now();
  for (let number = 1; number <= length; number++) {
    const { newest, first } = jointAddition(list, cellOf(number), { number, atMs });
    for (const write of [newest, first]) {
      if (write?.kind !== 'update') continue;
      const item = items.get(write.key.sk) ?? {};
      for (const [name, by] of Object.entries(write.add ?? {})) item[name] = Number(item[name] ?? 0) + by;
      items.set(write.key.sk, { ...item, ...write.set });
    }
  }
  return [...items].map(([sk, attributes]) => ({ ...attributes, pk: list.partition, sk }));
};
