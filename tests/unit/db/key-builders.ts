import { globSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Families } from '#shared/db/families';
import type { BoundedList } from '#shared/db/lists/bounded-list';
import type { CountedList } from '#shared/db/lists/counted-list';

type Builder = (...parts: string[]) => unknown;

/** The files that declare keys. */
export const keyFiles: readonly string[] = globSync('shared/**/keys.ts').sort();

const exportsOf = async (file: string) => {
  const exports: Readonly<Record<string, unknown>> = await import(resolve(file));
  return Object.entries(exports).map(([name, value]) => ({ file, name, value }));
};

const exported = (await Promise.all(keyFiles.map(exportsOf))).flat();

/** The parts that a builder is tried with. */
export const partsFor = (builder: Builder): string[] =>
  Array.from({ length: builder.length }, (_, index) => `part${index}`);

const isPartition = (built: unknown): boolean => typeof built === 'string' && /^[A-Z]+#/.test(built);

const buildersOf = (kind: 'Keys' | 'Lists'): [string, Builder][] =>
  exported
    .filter(({ name }) => name.endsWith(kind))
    .flatMap(({ value }) => Object.entries(value as Readonly<Record<string, unknown>>))
    .filter((entry): entry is [string, Builder] => typeof entry[1] === 'function');

/** A builder that takes this many parts. */
const builderOf = (length: number, build: Builder): Builder =>
  Object.defineProperty((...parts: string[]) => build(...parts), 'length', { value: length });

/** The functions that make a counted or a bounded list from an account's id and other identifiers. */
const lists = exported
  .filter(({ value }) => typeof value === 'function')
  .map(({ name, value }) => ({ name, listOf: value as (...parts: string[]) => object }))
  .map(({ name, listOf }) => ({ name, listOf, made: listOf(...partsFor(listOf)) }));

const boundedLists = lists.flatMap(({ name, listOf, made }): [string, Builder][] =>
  'counts' in made ? [[name, builderOf(listOf.length, (...parts) => (listOf(...parts) as BoundedList).counts)]] : [],
);

const countedLists = lists.flatMap(({ name, listOf, made }): [string, Builder][] => {
  if (!('cells' in made)) return [];
  const listOfParts = (parts: string[]) => listOf(...parts) as CountedList<string>;
  return [
    [`${name}: counts`, builderOf(listOf.length, (...parts) => listOfParts(parts).partition)],
    [
      `${name}: cells`,
      builderOf(listOf.length + 1, (...parts) => listOfParts(parts.slice(0, -1)).cells(parts.at(-1) ?? '')),
    ],
  ];
});

/** Every builder of a primary key, by its name. */
export const keyBuilders = [...buildersOf('Keys'), ...boundedLists];

/** Every builder of a list's partition, by name. The service makes the sort keys of lists itself. */
export const partitionBuilders = [...buildersOf('Lists'), ...countedLists].filter(([, builder]) =>
  isPartition(builder(...partsFor(builder))),
);

/** Every builder that takes parts. */
export const builders = [...keyBuilders, ...partitionBuilders].filter(([, builder]) => builder.length > 0);

/** The families that each `keys.ts` declares, by its path. */
export const declaredFamilies: readonly (readonly [file: string, families: Families])[] = exported
  .filter(({ name }) => name.endsWith('_FAMILIES'))
  .map(({ file, value }) => [file, value as Families]);
