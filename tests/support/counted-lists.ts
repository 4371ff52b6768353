import type { Item } from '#shared/db/expressions';
import { join, padded } from '#shared/db/key-parts';
import { countPlace } from '#shared/db/lists/blocks';
import type { CountedList } from '#shared/db/lists/counted-list';

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
