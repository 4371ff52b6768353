import { subjectOf } from '#shared/platform/subject-ids';
import type { LogLine } from './stage-logs.ts';
import type { StoredRecord } from './stored-records.ts';

/** Something that happened. */
export interface Moment {
  /** ISO 8601, with milliseconds. */
  readonly at: string;
  /** The function that logged it, or `table`. */
  readonly where: string;
  readonly what: string;
}

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;

/** Fields of a line that are shown elsewhere, or are too long for one. */
const NOT_SHOWN: ReadonlySet<string> = new Set(['time', 'level', 'code', 'stage', 'function', 'errorStack', 'paths']);

const shown = (value: unknown): string => (String(value).includes(' ') ? JSON.stringify(value) : String(value));

/** What a line of the log says. */
export const momentOfLine = (line: LogLine): Moment => {
  const { time, level, code, function: where } = line;
  const fields = Object.entries(line).filter(([field]) => !NOT_SHOWN.has(field));
  return {
    at: time,
    where,
    what: [
      code,
      ...(level === 'info' ? [] : [`(${level})`]),
      ...fields.map(([field, value]) => `${field}=${shown(value)}`),
    ].join(' '),
  };
};

/** Attributes that hold a word of ours. Any other text may be personal data, and is not shown. */
const WORDS: readonly string[] = ['status', 'moduleId', 'by', 'type', 'event', 'trigger', 'endReason', 'errorClass'];
const WORD = /^[a-z][a-z0-9_.]{0,60}$/;

/** Attributes that hold a measure. Other numbers may be somebody's, such as that of a bank account. */
const MEASURES: readonly string[] = ['statusCode', 'durationMs'];

const isShown = (name: string, value: unknown): boolean =>
  (WORDS.includes(name) && typeof value === 'string' && WORD.test(value)) ||
  (MEASURES.includes(name) && typeof value === 'number');

const wordsOf = (item: object): readonly string[] =>
  Object.entries(item).flatMap(([name, value]) => (isShown(name, value) ? [`${name}=${value}`] : []));

/** How deep the times of an item are searched for: in it, in its lists, and in their entries. */
const MAX_DEPTH = 3;

/** The times in a value with their names, and with the words beside them. */
const timesIn = (value: unknown, path: string, depth = 0): readonly Pick<Moment, 'at' | 'what'>[] => {
  if (typeof value !== 'object' || value === null || depth >= MAX_DEPTH) return [];
  const words = depth === 0 ? [] : wordsOf(value);
  return Object.entries(value).flatMap(([name, inner]) => {
    // Positions in a list say nothing, nor does the name of a time that is the only one of its entry.
    const place = Array.isArray(value) || name === 'at' ? path : [path, name].filter(Boolean).join('.');
    if (typeof inner !== 'string') return timesIn(inner, place, depth + 1);
    const isTime = (name === 'at' || name.endsWith('At')) && TIME.test(inner);
    return isTime ? [{ at: new Date(inner).toISOString(), what: [place, ...words].join(' ') }] : [];
  });
};

/** The times that a record holds, such as that of its creation, and of each change of its status. */
export const momentsOfRecord = ({ id, kind, items }: StoredRecord): readonly Moment[] =>
  items.flatMap((item, index) =>
    timesIn(item, '').map(({ at, what }) => ({
      at,
      where: 'table',
      what: [kind, id, what, ...(index === 0 ? [] : wordsOf(item))].join(' '),
    })),
  );

/** A record in a line: its state, and the ids that it names. */
export const headingOf = ({ id, kind, items: [own = {}] }: StoredRecord): string => {
  const ids = Object.entries(subjectOf(own)).filter(([, named]) => named !== id);
  return [kind, id, ...wordsOf(own), ...ids.map(([field, named]) => `${field}=${named}`)].join(' ');
};

/** Moments as lines, oldest first, each once. */
export const timelineOf = (moments: readonly Moment[]): readonly string[] => {
  const sorted = [...moments].sort((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0));
  const width = Math.max(0, ...sorted.map(({ where }) => where.length));
  return [...new Set(sorted.map(({ at, where, what }) => `${at} ${where.padEnd(width)} ${what}`))];
};
