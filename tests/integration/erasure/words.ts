import { randomBytes, randomInt } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { MODULE_FIELDS, type ModuleField } from '#shared/onboarding/modules/module-fields';
import type { ModuleId } from '#shared/onboarding/modules/modules';

/** Letters that begin every word of these tests, and nothing else. */
const MARK = 'zqx';

const LETTERS = 'abcdefghijklmnopqrstuvwy';

const letters = (count: number): string =>
  Array.from(randomBytes(count), (byte) => LETTERS[byte % LETTERS.length]).join('');

const digits = (count: number): string => Array.from({ length: count }, () => randomInt(10)).join('');

/** Makes texts that occur nowhere else, and remembers what is unique in them. */
export const newWords = () => {
  const made = new Map<string, string>();
  const note = (what: string, unique: string): string => {
    made.set(what, unique.toLowerCase());
    return unique;
  };
  /** @param what says where the word came from, for the message of a failure. */
  const word = (what: string): string => note(what, `${MARK}${letters(14)}`);
  const number = (what: string, length: number, prefix = ''): string => note(what, `${prefix}${digits(length)}`);

  const fieldValue = (what: string, field: ModuleField): unknown =>
    field.type === 'select' ? field.options?.[0] : ofField(what, field);

  const ofField = (what: string, { name, type, fields = [] }: ModuleField): unknown => {
    if (type === 'date') return '2026-01-31';
    if (type === 'email') return `${word(what)}@example.com`;
    if (type === 'url') return `https://${word(what)}.example`;
    if (type === 'tel') return `0803${number(what, 7)}`;
    if (type === 'list') return [word(what)];
    if (type === 'people')
      return [Object.fromEntries(fields.map((one) => [one.name, fieldValue(`${what}.${one.name}`, one)]))];
    switch (name) {
      case 'registrationNumber':
        return number(what, 7, 'RC');
      case 'tin':
        return `${number(what, 8)}-0003`;
      case 'nationalIdNumber':
        return number(what, 11);
      case 'accountNumber':
        return number(what, 10);
      case 'meterNumber':
        return number(what, 11);
      case 'bankCode':
        return '058';
      default:
        return word(what);
    }
  };

  return {
    /** The unique parts in lower case, by where they came from. */
    made: made as ReadonlyMap<string, string>,
    word,
    number,
    /** A value for every field of a module. */
    answersTo: (moduleId: ModuleId, round: string): Record<string, unknown> =>
      Object.fromEntries(
        MODULE_FIELDS[moduleId].map((field) => [field.name, fieldValue(`${round}: ${moduleId}.${field.name}`, field)]),
      ),
  };
};

/** Words of one test. */
export type Words = ReturnType<typeof newWords>;

const BASE64 = /^[\w+/-]{24,}={0,2}$/;

/** Every reading of a text: as it is, decoded from base64, and decompressed. */
const readingsOf = (text: string): readonly string[] => {
  const readings = [text];
  if (BASE64.test(text)) readings.push(...readingsOfBytes(Buffer.from(text, 'base64')));
  return readings;
};

const readingsOfBytes = (bytes: Uint8Array): readonly string[] => {
  const readings = [Buffer.from(bytes).toString('utf8')];
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) readings.push(gunzipSync(bytes).toString('utf8'));
  return readings;
};

/** Every text in a value, including property names, in all its readings. */
export const textsIn = (value: unknown): readonly string[] => {
  if (typeof value === 'string') return readingsOf(value);
  if (value instanceof Uint8Array) return readingsOfBytes(value);
  if (Array.isArray(value)) return value.flatMap(textsIn);
  if (value instanceof Set) return [...value].flatMap(textsIn);
  if (value instanceof Map) return textsIn(Object.fromEntries(value));
  if (typeof value !== 'object' || value === null) return [String(value)];
  return Object.entries(value).flatMap(([name, held]) => [...readingsOf(name), ...textsIn(held)]);
};

/** The sources of those words that occur anywhere in a value. */
export const foundIn = (value: unknown, { made }: Pick<Words, 'made'>): readonly string[] => {
  const text = textsIn(value).join('\n').toLowerCase();
  return [...made].flatMap(([what, unique]) => (text.includes(unique) ? [what] : []));
};
