import type { PageModule } from '#shared/onboarding/embed/page-data';
import type { ModuleField } from '#shared/onboarding/modules/module-fields';
import { shapeOf } from './shapes.ts';

/** One person of a field of people: texts by field name. */
export type Person = Readonly<Record<string, string>>;

/** An entry of a list: a text, or a person. */
export type Entry = string | Person;

/** The value of a field: a text, the entries of a list, or null for none. */
export type Value = string | readonly Entry[] | null;

/** The values of a module's fields, by name. */
export type ModuleValues = Readonly<Record<string, Value>>;

/** The values of all fields, by module. */
export type AllValues = Readonly<Record<string, ModuleValues>>;

const isText = (text: string): boolean => text.trim() !== '';

const saysSomething = (entry: Entry): boolean =>
  typeof entry === 'string' ? isText(entry) : Object.values(entry).some(isText);

/** The entries of a value, including empty ones; a text is its own only entry. */
export const allEntries = (value: Value | undefined): readonly Entry[] =>
  typeof value === 'string' ? [value] : (value ?? []);

/** The entries of a value that are not empty. */
export const entriesOf = (value: Value | undefined): readonly Entry[] => allEntries(value).filter(saysSomething);

/** The fields of one person. */
export const fieldsOfPerson = ({ fields }: ModuleField): readonly ModuleField[] => fields ?? [];

const savedPerson = (field: ModuleField, person: Person): Person =>
  Object.fromEntries(
    fieldsOfPerson(field).flatMap((part) => {
      const text = person[part.name] ?? '';
      return isText(text) ? [[part.name, shapeOf(part).saved(text)]] : [];
    }),
  );

/** A value as it is saved: in the form of its field, without empty parts; null if nothing is left. */
const savedForm = (field: ModuleField, value: Value | undefined): Value => {
  const entries = entriesOf(value);
  if (entries.length === 0) return null;
  const saved = entries.map((entry) =>
    typeof entry === 'string' ? shapeOf(field).saved(entry) : savedPerson(field, entry),
  );
  return typeof value === 'string' ? shapeOf(field).saved(value) : saved;
};

/** Whether two values are the same once saved. */
const isSame = (field: ModuleField, one: Value | undefined, other: Value | undefined): boolean =>
  JSON.stringify(savedForm(field, one)) === JSON.stringify(savedForm(field, other));

/**
 * The fields of a module that differ from what the service has, in saved form.
 *
 * @param isRight leaves out the fields for which it is false: a save in the background must not be refused.
 */
export const changesOf = (
  { fields }: PageModule,
  values: ModuleValues | undefined,
  saved: ModuleValues | undefined,
  isRight: (field: ModuleField, value: Value | undefined) => boolean = () => true,
): ModuleValues =>
  Object.fromEntries(
    fields.flatMap((field) => {
      const value = values?.[field.name];
      // A field that was neither shown nor typed is unchanged.
      return value !== undefined && !isSame(field, value, saved?.[field.name]) && isRight(field, value)
        ? [[field.name, savedForm(field, value)]]
        : [];
    }),
  );

/** Merges two sets of values, field by field; `above` wins. */
export const merged = (below: AllValues, above: AllValues): AllValues => {
  const all = { ...below };
  for (const [moduleId, values] of Object.entries(above)) all[moduleId] = { ...all[moduleId], ...values };
  return all;
};

const shownEntry = (field: ModuleField, entry: Entry): Entry =>
  typeof entry === 'string'
    ? shapeOf(field).shown(entry)
    : Object.fromEntries(fieldsOfPerson(field).map((part) => [part.name, shapeOf(part).shown(entry[part.name] ?? '')]));

/** A value as controls show it once they are left: numbers in groups, dates in day-first form. */
export const shownValue = (field: ModuleField, value: Value): Value => {
  if (value === null) return null;
  if (typeof value === 'string') return shownEntry(field, value) as string;
  return value.map((entry) => shownEntry(field, entry));
};

const textsOf = (value: Value | undefined): readonly string[] => allEntries(value).map(String);

/**
 * The answers of a session with each person as one object. Earlier answers may be two lists, of names and of numbers,
 * joined by position.
 */
export const withPeople = (modules: readonly PageModule[], answers: AllValues): AllValues =>
  Object.fromEntries(
    Object.entries(answers).map(([moduleId, given]) => {
      const { fullNames, nationalIdNumbers, ...others } = given;
      const asks = modules.some((module) => module.moduleId === moduleId && module.fields.some(({ fields }) => fields));
      if (!asks || !fullNames) return [moduleId, given];
      const numbers = textsOf(nationalIdNumbers);
      const people = textsOf(fullNames).map((fullName, row) => ({
        fullName,
        ...(numbers[row] !== undefined && { nationalIdNumber: numbers[row] }),
      }));
      return [moduleId, { ...others, people }];
    }),
  );

/** The values of a session, as the controls of these modules show them. */
export const shownValues = (modules: readonly PageModule[], answers: AllValues): AllValues =>
  Object.fromEntries(
    modules.flatMap(({ moduleId, fields }) => {
      const given = answers[moduleId];
      if (!given) return [];
      const shown = fields.flatMap((field) => {
        const value = given[field.name];
        return value === undefined ? [] : [[field.name, shownValue(field, value)] as const];
      });
      return [[moduleId, Object.fromEntries(shown)]];
    }),
  );

/**
 * The text of an option: its label; else `limited_partnership` as "Limited partnership", and other values unchanged.
 */
export const optionText = ({ optionLabels }: ModuleField, option: string): string => {
  const label = optionLabels?.[option];
  if (label !== undefined) return label;
  if (!/^[a-z][a-z\d]*(_[a-z\d]+)*$/.test(option)) return option;
  const words = option.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/** The text of an entry in the review: a suggested code with its name, a person with their numbers. */
export const entryText = (field: ModuleField, entry: Entry): string => {
  if (typeof entry !== 'string') {
    const texts = fieldsOfPerson(field).map((part) => shapeOf(part).shown(entry[part.name] ?? ''));
    return texts.filter(isText).join(', ');
  }
  if (field.type === 'select') return optionText(field, entry);
  const name = field.optionLabels?.[entry];
  return name === undefined ? shapeOf(field).shown(entry) : `${name} (${entry})`;
};
