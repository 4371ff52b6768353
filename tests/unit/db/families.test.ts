import { describe, expect, test } from 'vitest';
import type { Family } from '#shared/db/families';
import { TABLE } from '#shared/db/table';
import { FAMILIES, ITEM_FAMILIES, LIST_FAMILIES } from '#shared/key-families';
import { declaredFamilies, keyBuilders, keyFiles, partitionBuilders, partsFor } from './key-builders.ts';

/** Matches a pattern as IAM's `StringLike` does: `*` matches anything, including `#`. */
const matches = (pattern: string, partition: string): boolean =>
  new RegExp(`^${pattern.replaceAll('*', '.*')}$`).test(partition);

/** Whether a key has the form of a template with the names of parts in braces. */
const hasForm = (form: string, key: string): boolean =>
  new RegExp(`^${form.replaceAll(/\{\w+\}/g, '[^#]+')}$`).test(key);

const families: readonly (readonly [string, Family])[] = Object.entries(FAMILIES);
const itemPatterns = Object.entries(ITEM_FAMILIES);
const prefixOf = (partition: string): string => partition.split('#')[0] ?? '';

describe('the families of the domains', () => {
  test('are declared in the files of keys, each name once, and all of them are listed', () => {
    expect([...new Set(declaredFamilies.map(([file]) => file))]).toEqual(keyFiles);
    const names = declaredFamilies.flatMap(([, declared]) => Object.keys(declared));
    expect(new Set(names).size).toBe(names.length);
    expect(families.map(([name]) => name).sort()).toEqual(names.sort());
  });

  test('share no prefix with another domain, in the table or in an index', () => {
    const owners = new Map<string, Set<string>>();
    for (const [file, declared] of declaredFamilies) {
      for (const { partition } of Object.values(declared)) {
        const prefix = prefixOf(partition());
        owners.set(prefix, new Set([...(owners.get(prefix) ?? []), file]));
      }
    }
    expect([...owners].filter(([, files]) => files.size > 1)).toEqual([]);
  });
});

describe('the families of items', () => {
  test.each(keyBuilders)('a key of %s has the form of exactly one access pattern', (_name, builder) => {
    const { pk, sk } = builder(...partsFor(builder)) as { pk: string; sk: string };
    const forms = families
      .filter(([, { index, partition }]) => index === undefined && hasForm(partition(), pk))
      .flatMap(([, { patterns }]) => Object.keys(patterns).filter((sort) => hasForm(sort, sk)));
    expect(forms).toHaveLength(1);
  });

  test('do not overlap', () => {
    for (const [name, pattern] of itemPatterns) {
      const reached = itemPatterns.filter(([, other]) => matches(pattern, other.replaceAll('*', 'x')));
      expect(reached.map(([reachedName]) => reachedName)).toEqual([name]);
    }
  });

  test('differ in what precedes their ids, so that no id makes one look like another', () => {
    const prefixes = itemPatterns.map(([, pattern]) => prefixOf(pattern));
    expect(new Set(prefixes).size).toBe(prefixes.length);
  });
});

describe('the families of lists', () => {
  test.each(partitionBuilders)('%s is a list or a partition of the table', (_name, builder) => {
    const partition = String(builder(...partsFor(builder)));
    expect(families.filter(([, family]) => hasForm(family.partition(), partition)).length).toBeGreaterThan(0);
  });

  test('do not overlap', () => {
    for (const { name: index } of TABLE.indexes) {
      const ofIndex = Object.entries(LIST_FAMILIES).filter(([, family]) => family.index === index);
      for (const [name, { partition }] of ofIndex) {
        const reached = ofIndex.filter(([, other]) => matches(partition, other.partition.replaceAll('*', 'x')));
        expect(reached.map(([reachedName]) => reachedName)).toEqual([name]);
      }
    }
  });
});

/** What the items of every list contain; the page says it once. */
const OF_EVERY_LIST = /^(?:HEAD|COUNT#.*|COUNTS)$/;

/** What a key made of a name and an id already says. */
const BY_ID = /^[a-z ]+ by id$/;

/** The words of descriptions that the parts of a key already say. */
const SAID_BY_PART: readonly (readonly [part: RegExp, words: RegExp])[] = [
  [/\{number\}$/, /,? by (?:dense )?number$/],
  [/^\{time\}/, /,? by time$/],
  [/\{hash\}/, / \(hashed\)/g],
  [/\{usr\}/, /(?<!:) of an account(?!'|,? and)/g],
  [/\{env\}/, /,? (?:in an|by) environment/g],
  [/\{whk\}/, / of a registration(?! that)/g],
  [/\{whd\}/, / of a delivery/g],
  [/^(?:VENDOR|MENTIONS|WATCHERS).*\{cmp\}/, / of a vendor/g],
  [/^WALLET#/, / of a wallet/g],
];

/** A description without what its key already says. */
const beside = (key: string, description: string): string =>
  SAID_BY_PART.reduce((rest, [part, words]) => (part.test(key) ? rest.replace(words, '') : rest), description);

/** The access patterns by the file that declares them, as their page shows them. */
const page = (): string => {
  const sections = declaredFamilies.map(([file, declared]) => {
    const lines = Object.entries(declared).map(([name, { index, partition, patterns }]) => {
      const sorts = Object.entries(patterns).map(([sort, pattern]) =>
        OF_EVERY_LIST.test(sort) || BY_ID.test(pattern)
          ? `\`${sort}\``
          : `\`${sort}\` ${beside(sort, beside(partition(), pattern))}`,
      );
      return `- \`${partition()}\` (\`${name}\`${index ? `, ${index}` : ''}): ${sorts.join('; ')}`;
    });
    return [`## \`${file}\``, '', ...lines, ''].join('\n');
  });
  return [
    '# Access patterns',
    '',
    'Every access to the one table, a line for each family: its partition key, its name with its index, and its sort keys with what',
    'they hold beside what the keys say. Permissions are granted by family ([decision 15](../decisions/0015-rights-by-key-family.md)).',
    'Of a list, `HEAD` holds the number of the newest entry, `COUNT#…` or `COUNTS` how many there are.',
    '`npx vitest run --project unit tests/unit/db -u` updates this page.',
    '',
    ...sections,
  ].join('\n');
};

test('the page of access patterns lists all of them', async () => {
  await expect(page()).toMatchFileSnapshot('../../../docs/contribute/access-patterns.md');
});
