import { safe } from './safe-text.ts';

/** Something of the API: an object, as its reference shows it. */
export type ApiObject = Readonly<Record<string, unknown>>;

const GAP = '  ';

/** Longer texts are cut, but for ids, which a person copies, and the last column, which has the rest of the line. */
const LONGEST_CELL = 36;

const isScalar = (value: unknown): boolean => typeof value !== 'object' || value === null;

const cut = (text: string, longest: number): string => {
  const characters = Array.from(text);
  const isWhole = characters.length <= longest || /^[a-z]+_\S+$/.test(text);
  return isWhole ? text : `${characters.slice(0, longest - 1).join('')}…`;
};

const cellOf = (value: unknown): string => (value === null || value === undefined ? '-' : safe(String(value)));

const lengthOf = (text: string): number => Array.from(text).length;

const padded = (text: string, width: number): string => text + ' '.repeat(Math.max(0, width - lengthOf(text)));

/** A column of a table: its heading and its cells. */
type Column = readonly string[];

const widthOf = (column: Column): number => Math.max(...column.map(lengthOf));

/** The columns that fit beside each other, at least one. */
const fitting = (columns: readonly Column[], width: number): readonly Column[] => {
  const shown: Column[] = [];
  let left = width;
  for (const column of columns) {
    const short = column.map((cell) => cut(cell, LONGEST_CELL));
    const needed = widthOf(short) + GAP.length;
    if (shown.length > 0 && needed > left + GAP.length) continue;
    const isLast = column === columns.at(-1);
    shown.push(isLast ? column.map((cell) => cut(cell, Math.max(LONGEST_CELL, left))) : short);
    left -= needed;
  }
  return shown;
};

/**
 * Objects as a table of their texts, numbers and booleans: as many columns as fit. What no object has is left out.
 *
 * @param width of the terminal, in characters.
 */
export const table = (objects: readonly ApiObject[], width: number): string => {
  const names = [...new Set(objects.flatMap((object) => Object.keys(object)))].filter(
    (name) =>
      objects.every((object) => isScalar(object[name])) && objects.some((object) => (object[name] ?? null) !== null),
  );
  const columns = names.map((name) => [safe(name), ...objects.map((object) => cellOf(object[name]))]);
  const shown = fitting(columns, width);
  const lines = [undefined, ...objects].map((_, row) =>
    shown.map((column) => padded(column[row] ?? '', widthOf(column))).join(GAP),
  );
  return lines.map((line) => `${line.trimEnd()}\n`).join('');
};

/** The members of an object, those of objects within it by their path: `autoTopUp.enabled`. */
const flat = (value: unknown, path: string): readonly (readonly [path: string, text: string])[] => {
  if (typeof value !== 'object' || value === null) return [[path, value === null ? '-' : safe(String(value))]];
  if (Array.isArray(value) && value.every(isScalar)) return [[path, value.map((one) => safe(String(one))).join(', ')]];
  return Object.entries(value).flatMap(([name, member]) =>
    flat(member, path === '' ? safe(name) : `${path}.${safe(name)}`),
  );
};

/** An object as lines, one for each member. */
export const listing = (object: ApiObject): string => {
  const members = flat(object, '');
  const width = Math.max(0, ...members.map(([path]) => lengthOf(path)));
  return members.map(([path, text]) => `${`${padded(path, width)}${GAP}${text}`.trimEnd()}\n`).join('');
};
