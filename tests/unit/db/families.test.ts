import { describe, expect, test } from 'vitest';
import { ITEM_FAMILIES, LIST_FAMILIES } from '#shared/db/families';
import { keys, lists } from '#shared/db/keys';
import { TABLE } from '#shared/db/table';

type Builder = (...parts: string[]) => unknown;

/** A partition that a builder of `keys.ts` makes, with every part `x`. */
const built = (builder: Builder): string => {
  const made = builder(...Array.from({ length: builder.length }, () => 'x'));
  return typeof made === 'string' ? made : (made as { pk: string }).pk;
};

/** As IAM's `StringLike` reads a pattern: `*` stands for anything, `#` included. */
const matches = (pattern: string, partition: string): boolean =>
  new RegExp(`^${pattern.replaceAll('*', '.*')}$`).test(partition);

const itemPatterns = Object.entries(ITEM_FAMILIES);

/** The builders of partitions among those of lists: what they make has the form of one. */
const partitionsOfLists = Object.entries(lists).flatMap(([name, builder]): [string, string][] => {
  if (typeof builder !== 'function') return [];
  const made = (builder as Builder)(...Array.from({ length: builder.length }, () => 'x'));
  return typeof made === 'string' && /^[A-Z]+#/.test(made) ? [[name, made]] : [];
});

describe('the families of items', () => {
  test.each(Object.entries(keys as unknown as Record<string, Builder>))(
    '%s belongs to exactly one',
    (_name, builder) => {
      const partition = built(builder);
      expect(itemPatterns.filter(([, pattern]) => matches(pattern, partition))).toHaveLength(1);
    },
  );

  test('do not reach into each other', () => {
    for (const [name, pattern] of itemPatterns) {
      const reached = itemPatterns.filter(([, other]) => matches(pattern, other.replaceAll('*', 'x')));
      expect(reached.map(([reachedName]) => reachedName)).toEqual([name]);
    }
  });

  test('are told apart by what precedes their ids, so that no id makes one look like another', () => {
    const prefixes = itemPatterns.map(([, pattern]) => pattern.split('#')[0]);
    expect(new Set(prefixes).size).toBe(prefixes.length);
  });
});

describe('the families of lists', () => {
  test.each(partitionsOfLists)('%s is one, or a partition of the table', (_name, partition) => {
    const families = Object.values(LIST_FAMILIES).filter(({ partition: pattern }) => matches(pattern, partition));
    const items = itemPatterns.filter(([, pattern]) => matches(pattern, partition));
    expect(families.length + items.length).toBeGreaterThan(0);
  });

  test('do not reach into each other', () => {
    for (const { name: index } of TABLE.indexes) {
      const ofIndex = Object.entries(LIST_FAMILIES).filter(([, family]) => family.index === index);
      for (const [name, { partition }] of ofIndex) {
        const reached = ofIndex.filter(([, other]) => matches(partition, other.partition.replaceAll('*', 'x')));
        expect(reached.map(([reachedName]) => reachedName)).toEqual([name]);
      }
    }
  });
});
