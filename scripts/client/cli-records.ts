import { RESOURCES } from '#client/src/resources';
import type { PublishedOperation } from './published.ts';
import type { Schema } from './schema-types.ts';
import { componentSchema, entriesOf, type Parameter, parametersIn } from './shapes.ts';

const kebab = (name: string): string =>
  name.replaceAll('_', '-').replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

const singular = (name: string): string => name.replace(/ies$/, 'y').replace(/s$/, '');

/** Every id prefix that a description names: `wgt` in "The id of the widget (`wgt_`)." */
const prefixesIn = ({ description = '' }: Parameter): readonly string[] =>
  Array.from(description.matchAll(/`([a-z]+)_`/g), ([, prefix = '']) => prefix);

/** The name of a list for people: `widgets`, `widget-applicants`. */
const listName = (resource: string, verb: string): string => {
  const of = verb.replace(/^(list|get)/, '');
  return of === '' ? kebab(resource) : `${kebab(singular(resource))}${kebab(of)}`;
};

const valuesOf = (schema: Schema): readonly string[] | undefined => {
  const values = componentSchema(schema)['enum'] as readonly unknown[] | undefined;
  return values?.map(String);
};

const filterOf = ({ name, description = '', required, schema }: Parameter) => {
  const values = valuesOf(schema);
  return { name, help: description, ...(required && { isRequired: true }), ...(values && { values }) };
};

/** Parameters that are not filters: the command line reads as many pages as it needs. */
const PAGING = new Set(['page', 'limit']);

const listOf = (resource: string, verb: string, published: PublishedOperation) => {
  const query = parametersIn(published, 'query');
  const filters = query.filter(({ name }) => !PAGING.has(name)).map((one) => [kebab(one.name), filterOf(one)]);
  const maximum = query.find(({ name }) => name === 'limit')?.schema['maximum'];
  return {
    does: published.operation.summary,
    call: [resource, verb],
    ids: parametersIn(published, 'path').map(({ description = '' }) => description),
    filters: Object.fromEntries(filters),
    ...(maximum !== undefined && { pageSize: maximum }),
  };
};

/** How a record is read: by the id in its path or its query, or without an id, such as the wallet. */
const readOf = (resource: string, published: PublishedOperation) => {
  const [path] = parametersIn(published, 'path');
  const query = parametersIn(published, 'query').find((one) => prefixesIn(one).length > 0);
  const id = path ?? query;
  return {
    does: published.operation.summary,
    call: [resource, 'get'],
    ...(id && { id: id.description, prefixes: prefixesIn(id) }),
    ...(!path && query && { query: query.name }),
  };
};

const rows = (all: ReadonlyMap<string, PublishedOperation>) =>
  Object.entries(RESOURCES).flatMap(([resource, verbs]) =>
    Object.entries(verbs).flatMap(([verb, id]) => {
      const published = all.get(id);
      // No other caller has an API key.
      return published?.contract.caller === 'account' ? [{ resource, verb, published }] : [];
    }),
  );

const written = (entries: readonly (readonly [name: string, row: unknown])[]): string =>
  entries.map(([name, row]) => `  ${JSON.stringify(name)}: ${JSON.stringify(row)},\n`).join('');

/**
 * The source of what `kyb get` and `kyb list` know of the API: every operation that reads a record by an id or without
 * anything, and every list.
 */
export const cliRecordsSource = (head: string, all: ReadonlyMap<string, PublishedOperation>): string => {
  const operations = rows(all);
  const reads = operations
    .filter(({ verb }) => verb === 'get')
    .map(({ resource, published }) => [kebab(resource), readOf(resource, published)] as const);
  const lists = operations
    .filter(({ verb, published }) => verb !== 'get' && entriesOf(published) !== undefined)
    .map(({ resource, verb, published }) => [listName(resource, verb), listOf(resource, verb, published)] as const);
  return `${head}import type { List, Read } from './record.ts';

/** Every record that can be read, by its name. */
export const READS: Readonly<Record<string, Read>> = {
${written(reads)}};

/** Every list, by its name. */
export const LISTS: Readonly<Record<string, List>> = {
${written(lists)}};
`;
};
