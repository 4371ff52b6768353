/** A line as our logger writes it. */
type Line = Readonly<Record<string, unknown>>;
type Row = Readonly<Record<string, unknown>>;
type Step = (rows: readonly Row[]) => readonly Row[];

/** A query has something that this small part of the language lacks. */
class NotUnderstood extends Error {
  override readonly name = 'NotUnderstood';

  constructor(text: string) {
    super(`Not understood: ${text}`);
  }
}

const FIELD = String.raw`@?[A-Za-z]\w*`;

/** Matches a whole text; undefined for any other. */
const matched = (pattern: string, text: string): readonly string[] | undefined =>
  new RegExp(`^${pattern}$`).exec(text.trim())?.slice(1);

const listOf = (text: string): readonly string[] => text.split(',').map((part) => part.trim());

const fieldsOf = (text: string): readonly string[] =>
  listOf(text).map((field) => {
    if (!matched(FIELD, field)) throw new NotUnderstood(field);
    return field;
  });

/** `field = "text"`, `field >= number`, `field in ["text", …]` or `field like /pattern/`. */
const conditionOf = (text: string): ((row: Row) => boolean) => {
  const [equal, value] = matched(`(${FIELD}) = "([^"{}]*)"`, text) ?? [];
  if (equal !== undefined) return (row) => row[equal] === value;
  const [atLeast, number] = matched(String.raw`(${FIELD}) >= (\d+)`, text) ?? [];
  if (atLeast !== undefined) return (row) => typeof row[atLeast] === 'number' && row[atLeast] >= Number(number);
  const [oneOf, values = ''] = matched(String.raw`(${FIELD}) in \[((?:"[^"]*"(?:, )?)+)\]`, text) ?? [];
  if (oneOf !== undefined) {
    const texts = listOf(values).map((one) => one.slice(1, -1));
    return (row) => texts.includes(String(row[oneOf]));
  }
  const [like, pattern = ''] = matched(String.raw`(${FIELD}) like \/([^/]+)\/`, text) ?? [];
  if (like !== undefined) return (row) => new RegExp(pattern).test(String(row[like]));
  throw new NotUnderstood(text);
};

const newestOf = (rows: readonly Row[]): Row | undefined =>
  [...rows].sort((one, other) => (String(one['@timestamp']) < String(other['@timestamp']) ? 1 : -1))[0];

/** `count(*) as name`, `max(field) as name` or `latest(field) as name`. */
const aggregateOf = (text: string): readonly [name: string, of: (rows: readonly Row[]) => unknown] => {
  const [count] = matched(String.raw`count\(\*\) as (\w+)`, text) ?? [];
  if (count !== undefined) return [count, (rows) => rows.length];
  const [kind, field = '', name = ''] = matched(String.raw`(max|latest)\((${FIELD})\) as (\w+)`, text) ?? [];
  if (kind === undefined) throw new NotUnderstood(text);
  return [
    name,
    (rows) => (kind === 'latest' ? newestOf(rows)?.[field] : Math.max(...rows.map((row) => Number(row[field])))),
  ];
};

const statsOf = (text: string): Step => {
  const [aggregates = '', by = ''] = matched('(.+) by (.+)', text) ?? [];
  const named = listOf(aggregates).map(aggregateOf);
  const fields = fieldsOf(by);
  return (rows) =>
    [...Map.groupBy(rows, (row) => JSON.stringify(fields.map((field) => row[field])))].map(([, group]) => ({
      ...Object.fromEntries(fields.map((field) => [field, group[0]?.[field]])),
      ...Object.fromEntries(named.map(([name, of]) => [name, of(group)])),
    }));
};

const sortOf = (text: string): Step => {
  const [field = '', direction] = matched(`(${FIELD}) (asc|desc)`, text) ?? [];
  if (direction === undefined) throw new NotUnderstood(text);
  const sign = direction === 'asc' ? 1 : -1;
  const compare = (one: Row, other: Row) => ((one[field] as string) < (other[field] as string) ? -sign : sign);
  return (rows) => [...rows].sort((one, other) => (one[field] === other[field] ? 0 : compare(one, other)));
};

const COMMANDS: Readonly<Record<string, (text: string) => Step>> = {
  filter: (text) => {
    const holds = conditionOf(text);
    return (rows) => rows.filter(holds);
  },
  fields: (text) => {
    const fields = fieldsOf(text);
    return (rows) => rows.map((row) => Object.fromEntries(fields.map((field) => [field, row[field]])));
  },
  stats: statsOf,
  sort: sortOf,
  limit: (text) => {
    if (!/^\d+$/.test(text)) throw new NotUnderstood(text);
    return (rows) => rows.slice(0, Number(text));
  },
};

/**
 * The rows that a query of CloudWatch Logs Insights returns, for the part of its language that our saved queries use.
 * Fields sort and filter as they were logged: a `fields` step before a `sort` must keep what it sorts by. Source: Amazon
 * CloudWatch Logs User Guide, "CloudWatch Logs Insights query language: supported commands".
 *
 * @throws NotUnderstood for anything else.
 */
export const insightsRows = (query: string, lines: readonly Line[]): readonly Row[] => {
  const steps = query.split('\n| ').map((step) => {
    const space = step.indexOf(' ');
    const command = COMMANDS[step.slice(0, space)];
    if (!command) throw new NotUnderstood(step);
    return command(step.slice(space + 1));
  });
  const rows: readonly Row[] = lines.map((line) => ({ ...line, '@timestamp': line['time'] }));
  return steps.reduce((left, step) => step(left), rows);
};

/** The fields that a query names. */
export const fieldsNamedIn = (query: string): ReadonlySet<string> => {
  const made = new Set([...query.matchAll(/ as (\w+)/g)].map(([, name]) => name));
  const bare = query.replaceAll(/"[^"]*"|\/[^/\n]+\/|\{\{\w+\}\}/g, ' ');
  const words = bare.match(new RegExp(FIELD, 'g')) ?? [];
  const language = new Set(['filter', 'fields', 'stats', 'sort', 'limit', 'in', 'like', 'as', 'by', 'asc', 'desc']);
  const functions = new Set(['count', 'max', 'latest']);
  return new Set(words.filter((word) => !language.has(word) && !functions.has(word) && !made.has(word)));
};
