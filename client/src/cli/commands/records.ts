import type { Resources } from '#client/src/api-methods';
import { LISTS, READS } from '#client/src/cli/api-records';
import { type Command, type CommandOption, connect, type Given, SHOWING, textOf } from '#client/src/cli/command';
import { printObject, printObjects, say } from '#client/src/cli/print';
import type { List, MethodName, Read } from '#client/src/cli/record';
import { safe } from '#client/src/cli/safe-text';
import type { ApiObject } from '#client/src/cli/table';
import { wholeNumber } from '#scripts/command-line/read';
import { UsageError } from '#scripts/command-line/usage';

const DEFAULT_LIMIT = 20;

type Method = (...args: readonly unknown[]) => Promise<ApiObject> & AsyncIterable<ApiObject>;

const methodOf = (kyb: Resources, [resource, verb]: MethodName): Method =>
  (kyb as unknown as Readonly<Record<string, Readonly<Record<string, Method>>>>)[resource]?.[verb] as Method;

const names = (table: Readonly<Record<string, unknown>>): string => Object.keys(table).join(', ');

const own = <Row>(table: Readonly<Record<string, Row>>, name: string): Row | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined;

/** How to read what the words name: `<id>`, `<record> <id>`, or `<record>` where it has no id. */
const readOf = ([first = '', second]: readonly string[]): { readonly read: Read; readonly id: string | undefined } => {
  const named = own(READS, first);
  if (named && (named.id === undefined) !== (second === undefined))
    throw new UsageError(named.id === undefined ? `${first} has no id.` : `The id is missing: ${named.id}`);
  if (named) return { read: named, id: second };
  const prefix = /^([a-z]+)_/.exec(first)?.[1] ?? '';
  const read = Object.values(READS).find(({ prefixes = [] }) => prefixes.includes(prefix));
  if (read && second === undefined) return { read, id: first };
  const prefixes = [...new Set(Object.values(READS).flatMap((one) => one.prefixes ?? []))].map((one) => `${one}_`);
  throw new UsageError(
    `Nothing can be read by '${safe(first)}'. Pass an id (${prefixes.join(' ')}) or one of: ${names(READS)}.`,
  );
};

/** The record in a response: what is beside the marks of success. */
const recordIn = ({ success, status, message, ...rest }: ApiObject): ApiObject => {
  const [only, ...others] = Object.values(rest);
  return others.length === 0 && typeof only === 'object' && only !== null ? (only as ApiObject) : rest;
};

/** `kyb get`. */
export const GET: Command = {
  usage: {
    command: 'kyb get',
    does: `Shows anything by its id, such as \`kyb get app_...\`. What has no id, or an id of something else, is named first:
\`kyb get wallet\`, \`kyb get vendors cmp_...\`.`,
    words: { name: '<id>', help: `an id, or one of: ${names(READS)}`, count: 'any' },
    options: SHOWING,
  },
  words: Object.keys(READS),
  run: async (world, given) => {
    const { read, id } = readOf(given.words);
    const { kyb } = await connect(world, given);
    const args = id === undefined ? [] : [read.query === undefined ? id : { [read.query]: id }];
    printObject(world, given.options, recordIn(await methodOf(kyb, read.call)(...args)));
  },
};

const filterOptions = ({ filters }: List): Readonly<Record<string, CommandOption>> =>
  Object.fromEntries(
    Object.entries(filters).map(([option, { help, values }]) => [
      option,
      { value: '<value>', help: values ? `${help} One of: ${values.join(', ')}.` : help, ...(values && { values }) },
    ]),
  );

const queryOf = ({ filters }: List, given: Given): Readonly<Record<string, string>> => {
  const missing = Object.entries(filters).find(
    ([option, one]) => one.isRequired && textOf(given, option) === undefined,
  );
  if (missing) throw new UsageError(`--${missing[0]} is missing. ${missing[1].help}`);
  const query: Record<string, string> = {};
  for (const [option, { name, values }] of Object.entries(filters)) {
    const value = textOf(given, option);
    if (value === undefined) continue;
    if (values && !values.includes(value)) throw new UsageError(`--${option} must be one of: ${values.join(', ')}.`);
    query[name] = value;
  }
  return query;
};

const listCommand = (name: string, list: List): Command => ({
  usage: {
    command: `kyb list ${name}`,
    does: `${list.does}.`,
    ...(list.ids[0] !== undefined && { words: { name: '<id>', help: list.ids[0], count: 'one' } }),
    options: {
      limit: { value: '<number>', help: `how many to list at most (default: ${DEFAULT_LIMIT})` },
      ...filterOptions(list),
      ...SHOWING,
    },
  },
  run: async (world, given) => {
    const limit = wholeNumber('limit', textOf(given, 'limit') ?? String(DEFAULT_LIMIT));
    const query = queryOf(list, given);
    const { kyb } = await connect(world, given);
    // One more than is shown tells whether there are more.
    const pageSize = list.pageSize && { limit: Math.min(limit + 1, list.pageSize) };
    const found: ApiObject[] = [];
    for await (const entry of methodOf(kyb, list.call)(...given.words, { ...query, ...pageSize })) {
      found.push(entry);
      if (found.length > limit) break;
      if (found.length % 500 === 0) say(world, `Read ${found.length} so far ...`);
    }
    printObjects(world, given.options, found.slice(0, limit));
    if (found.length > limit) say(world, `There are more: \`--limit ${limit * 5}\` shows them.`);
  },
});

/** `kyb list <what>`: a command for each list of the API. */
export const LIST_COMMANDS: Readonly<Record<string, Command>> = Object.fromEntries(
  Object.entries(LISTS).map(([name, list]) => [`list ${name}`, listCommand(name, list)]),
);
