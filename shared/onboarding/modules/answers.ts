import { isLonger } from '#shared/http/schemas/texts';
import { MAX_PROBLEMS } from '#shared/http/schemas/validation';
import { isEmailAddress } from '#shared/platform/email-address';
import {
  type AnsweredPerson,
  type AnswerValue,
  entriesOf,
  type ModuleAnswers,
} from '#shared/verification/answer-values';
import { MAX_ANSWER_LENGTH, MAX_LIST_ENTRIES } from './answer-limits.ts';
import type { AnswerProblem } from './answer-problem.ts';
import { CONSENT_FIELD, type FieldType, MODULE_FIELDS, type ModuleField, PEOPLE_LISTS } from './module-fields.ts';
import type { ModuleId } from './modules.ts';
import { clearedShape, namesEveryone, peopleShapeProblems } from './people-shapes.ts';

/** The answers of a session, keyed by module (interface: Embed session). */
export type SessionAnswers = Readonly<Partial<Record<ModuleId, ModuleAnswers>>>;

/** Whether a text is a web address, with or without its scheme. */
const isWebAddress = (text: string): boolean => {
  const candidate = /^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `https://${text}`;
  if (!URL.canParse(candidate)) return false;
  const { protocol, hostname } = new URL(candidate);
  return (protocol === 'https:' || protocol === 'http:') && hostname.includes('.');
};

const isCalendarDate = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) &&
  !Number.isNaN(Date.parse(`${text}T00:00:00Z`)) &&
  new Date(`${text}T00:00:00Z`).toISOString().startsWith(text);

interface FormRule {
  readonly accepts: (text: string) => boolean;
  readonly message: string;
}

const FORM_RULES: Readonly<Partial<Record<FieldType, FormRule>>> = {
  email: { accepts: isEmailAddress, message: 'Must be an email address' },
  tel: { accepts: (text) => /^\+?[\d\s().-]{7,}$/.test(text), message: 'Must be a phone number' },
  url: { accepts: isWebAddress, message: 'Must be a web address' },
  date: { accepts: isCalendarDate, message: 'Must be a date such as 2026-01-31' },
};

/** The first problem of a field's text; surrounding space is ignored. */
const textProblem = (text: string, { type, pattern, options, example }: ModuleField): string | undefined => {
  const value = text.trim();
  const maxLength = MAX_ANSWER_LENGTH[type];
  if (isLonger(text, maxLength)) return `Must have at most ${maxLength} characters`;
  if (value === '') return undefined;
  if (options && !options.includes(value)) return `Must be one of: ${options.join(', ')}`;
  if (pattern !== undefined && !new RegExp(`^(?:${pattern})$`, 'v').test(value)) {
    return example === undefined ? `Must match ${pattern}` : `Must look like ${example}`;
  }
  const rule = FORM_RULES[type];
  return rule && !rule.accepts(value) ? rule.message : undefined;
};

const isTextArray = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((entry) => typeof entry === 'string');

type Checked = { readonly value: AnswerValue } | { readonly problems: readonly AnswerProblem[] };

const checkList = (path: string, entries: readonly string[], field: ModuleField): Checked => {
  if (entries.length > MAX_LIST_ENTRIES) {
    return { problems: [{ path, message: `Must have at most ${MAX_LIST_ENTRIES} entries` }] };
  }
  const problems = entries.flatMap((entry, index) => {
    const message = textProblem(entry, field);
    return message === undefined ? [] : [{ path: `${path}.${index}`, message }];
  });
  return problems.length > 0 ? { problems } : { value: entries };
};

/** Checks one person. Valid values are kept as they were sent. */
const checkPerson = (path: string, entry: unknown, fields: readonly ModuleField[]) => {
  if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) {
    return { problems: [{ path, message: 'Must be an object' }] };
  }
  const { fullName, ...others } = entry as Readonly<Record<string, unknown>>;
  // Every person has a name, which may be empty while a form is being filled in.
  const problems = Object.entries({ fullName, ...others }).flatMap(([name, value]) => {
    const field = fields.find((one) => one.name === name);
    if (!field) return [{ path: `${path}.${name}`, message: `A person has no field "${name}"` }];
    if (value === null && !field.required) return [];
    const message = typeof value === 'string' ? textProblem(value, field) : 'Must be a string';
    return message === undefined ? [] : [{ path: `${path}.${name}`, message }];
  });
  if (problems.length > 0) return { problems };
  const given = Object.entries({ fullName, ...others }).filter(([, value]) => value !== null);
  return { value: Object.fromEntries(given) as unknown as AnsweredPerson };
};

const checkPeople = (path: string, value: unknown, { fields = [] }: ModuleField): Checked => {
  if (!Array.isArray(value)) return { problems: [{ path, message: 'Must be an array of objects' }] };
  if (value.length > MAX_LIST_ENTRIES) {
    return { problems: [{ path, message: `Must have at most ${MAX_LIST_ENTRIES} entries` }] };
  }
  const people = value.map((entry, index) => checkPerson(`${path}.${index}`, entry, fields));
  const problems = people.flatMap((person) => person.problems ?? []);
  return problems.length > 0 ? { problems } : { value: people.flatMap((person) => person.value ?? []) };
};

const checkValue = (path: string, value: unknown, field: ModuleField): Checked => {
  if (value === null) return { value };
  if (field.type === 'people') return checkPeople(path, value, field);
  if (field.type === 'list') {
    if (typeof value === 'string') return checkList(path, [value], field);
    return isTextArray(value)
      ? checkList(path, value, field)
      : { problems: [{ path, message: 'Must be an array of strings' }] };
  }
  if (typeof value !== 'string') return { problems: [{ path, message: 'Must be a string' }] };
  const message = textProblem(value, field);
  return message === undefined ? { value } : { problems: [{ path, message }] };
};

/** The problem of a date in the future, for a field that does not allow one. */
const futureProblem = (path: string, value: unknown, { latest }: ModuleField, today: string): AnswerProblem[] =>
  latest === 'today' && typeof value === 'string' && value.trim() > today
    ? [{ path, message: `Must not be later than today, ${today}` }]
    : [];

/** Whether a module has a field of people, which it also accepts as two lists. */
const asksForPeople = (moduleId: ModuleId): boolean => MODULE_FIELDS[moduleId].some(({ type }) => type === 'people');

/** Every field that a save of a module may contain. */
const acceptedFields = (moduleId: ModuleId): readonly ModuleField[] => [
  ...MODULE_FIELDS[moduleId],
  CONSENT_FIELD,
  ...(asksForPeople(moduleId) ? PEOPLE_LISTS : []),
];

/**
 * Checks a save of answers against the module's form. Fields may be missing or empty, since a save merges into earlier
 * answers; given values must fit their fields. Values are stored as they were sent, except that a single text for a
 * list becomes a list of one. People sent in one shape replace those of the other.
 *
 * @param stored the answers that the save merges into.
 * @param today the latest date of issue that is accepted, such as `2026-01-31`; by default any is.
 * @returns the answers to merge, or every problem at once, with unknown fields by name.
 */
export const checkAnswers = (
  moduleId: ModuleId,
  answers: Readonly<Record<string, unknown>>,
  stored: ModuleAnswers = {},
  today = '9999-12-31',
): { readonly answers: ModuleAnswers } | { readonly problems: readonly AnswerProblem[] } => {
  const fields = new Map(acceptedFields(moduleId).map((field) => [field.name, field]));
  const problems: AnswerProblem[] = [];
  const accepted: [string, AnswerValue][] = [];
  for (const [name, value] of Object.entries(answers)) {
    const path = `answers.${name}`;
    const field = fields.get(name);
    const checked = field
      ? checkValue(path, value, field)
      : { problems: [{ path, message: `Module ${moduleId} has no field "${name}"` }] };
    if ('problems' in checked) problems.push(...checked.problems);
    else accepted.push([name, checked.value]);
    if (field && 'value' in checked) problems.push(...futureProblem(path, value, field, today));
  }
  const given: ModuleAnswers = Object.fromEntries(accepted);
  if (asksForPeople(moduleId)) problems.push(...peopleShapeProblems(given, stored));
  if (problems.length > 0) return { problems: problems.slice(0, MAX_PROBLEMS) };
  return { answers: asksForPeople(moduleId) ? { ...clearedShape(given), ...given } : given };
};

/** Whether every required field of a module has an answer. A module without required fields is always answered. */
export const isAnswered = (moduleId: ModuleId, answers: ModuleAnswers | undefined): boolean =>
  MODULE_FIELDS[moduleId].every(({ name, type, required }) => {
    if (!required) return true;
    return type === 'people' ? namesEveryone(answers) : entriesOf(answers, name).length > 0;
  });
