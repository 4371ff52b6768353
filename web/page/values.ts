import type { PageModule } from '#shared/onboarding/embed/page-data';
import type { ModuleField } from '#shared/onboarding/modules/module-fields';
import { TEXTS } from './texts.ts';

/** What a field holds: a text, the texts of a list, or null for nothing. */
export type Value = string | readonly string[] | null;

/** What the fields of a module hold, by their names. */
export type ModuleValues = Readonly<Record<string, Value>>;

/** What the fields of all modules hold, by module. */
export type AllValues = Readonly<Record<string, ModuleValues>>;

/** The problems of a module's fields, by their names. */
export type Problems = Readonly<Record<string, string>>;

/** The name under which the problem of a module's files stands. */
export const FILES = ' files';

/** The texts of a value that say something. */
export const entriesOf = (value: Value | undefined): readonly string[] =>
  [value ?? []].flat().filter((text) => text.trim() !== '');

/** A value as it is saved: trimmed at the end of a list, and null where there is nothing. */
const savedForm = (value: Value | undefined): Value => {
  if (entriesOf(value).length === 0) return null;
  if (typeof value === 'string' || value === null || value === undefined) return value ?? null;
  const last = value.findLastIndex((text) => text.trim() !== '');
  return value.slice(0, last + 1);
};

const matches = (pattern: string, text: string): boolean => {
  try {
    return new RegExp(`^(?:${pattern})$`, 'v').test(text.trim());
  } catch {
    // A browser that does not know the expression leaves the decision to the service.
    return true;
  }
};

const FORMS: Readonly<Partial<Record<ModuleField['type'], { readonly form: RegExp; readonly text: string }>>> = {
  email: { form: /^[^\s@]+@[^\s@]+\.[^\s@]+$/, text: TEXTS.email },
  tel: { form: /^\+?[\d\s().-]{7,}$/, text: TEXTS.tel },
  url: { form: /^\S+\.\S+$/, text: TEXTS.url },
};

/** What is wrong with the form of a value; that a required one is missing is no matter of form. */
const formProblem = ({ label, type, pattern }: ModuleField, value: Value | undefined): string | undefined => {
  const texts = entriesOf(value);
  if (pattern !== undefined && !texts.every((text) => matches(pattern, text))) return TEXTS.pattern(label);
  const rule = FORMS[type];
  return rule && !texts.every((text) => rule.form.test(text.trim())) ? rule.text : undefined;
};

/** Whether anything of a module is given. */
const isStarted = ({ fields }: PageModule, values: ModuleValues | undefined, files: number): boolean =>
  files > 0 || fields.some(({ name }) => entriesOf(values?.[name]).length > 0);

/**
 * What keeps a module from being complete, by field. An optional one may be left empty as a whole.
 *
 * @param files how many files it has.
 */
export const problemsOf = (module: PageModule, values: ModuleValues | undefined, files: number): Problems => {
  if (!module.required && !isStarted(module, values, files)) return {};
  const problems = module.fields.flatMap((field) => {
    const { name, label, required } = field;
    const value = values?.[name];
    if (required && entriesOf(value).length === 0) {
      return [[name, TEXTS.required(label)]];
    }
    const problem = formProblem(field, value);
    return problem === undefined ? [] : [[name, problem]];
  });
  if (module.files === 'required' && files === 0) problems.push([FILES, TEXTS.needsFile]);
  return Object.fromEntries(problems);
};

/**
 * The fields of a module that differ from what the service holds, as they are saved.
 *
 * @param valid only those whose form is right: what is saved as one goes must not be refused.
 */
export const changesOf = (
  { fields }: PageModule,
  values: ModuleValues | undefined,
  saved: ModuleValues | undefined,
  valid = false,
): ModuleValues =>
  Object.fromEntries(
    fields.flatMap((field) => {
      const value = savedForm(values?.[field.name]);
      const differs = JSON.stringify(value) !== JSON.stringify(savedForm(saved?.[field.name]));
      return differs && !(valid && formProblem(field, value) !== undefined) ? [[field.name, value]] : [];
    }),
  );

/** The problems that the service reported of a save, by field: `answers.tin`, `answers.fullNames.1`. */
export const reportedProblems = (
  { fields }: PageModule,
  details: readonly { readonly path: string; readonly message: string }[],
): Problems =>
  Object.fromEntries(
    details.flatMap(({ path, message }) => {
      const field = fields.find(({ name }) => name === path.split('.')[1]);
      if (!field) return [];
      return [[field.name, /^Must match /.test(message) ? TEXTS.pattern(field.label) : `${field.label}: ${message}`]];
    }),
  );

/** An option as people read it: its label, else `limited_partnership` as "Limited partnership", else as it is. */
export const optionText = ({ optionLabels }: ModuleField, option: string): string => {
  const label = optionLabels?.[option];
  if (label !== undefined) return label;
  if (!/^[a-z][a-z\d]*(_[a-z\d]+)*$/.test(option)) return option;
  const words = option.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/** A value as people read it again: a suggestion that is a code with its name. */
export const shownText = (field: ModuleField, text: string): string => {
  if (field.type === 'select') return optionText(field, text);
  const name = field.optionLabels?.[text];
  return name === undefined ? text : `${name} (${text})`;
};
