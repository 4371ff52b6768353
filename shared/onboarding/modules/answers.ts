import { isLonger } from '#shared/http/schemas/texts';
import { MAX_PROBLEMS } from '#shared/http/schemas/validation';
import { isEmailAddress } from '#shared/platform/email-address';
import { type AnswerValue, entriesOf, type ModuleAnswers } from '#shared/verification/answer-values';
import { MAX_ANSWER_LENGTH, MAX_LIST_ENTRIES } from './answer-limits.ts';
import { type FieldType, MODULE_FIELDS, type ModuleField } from './module-fields.ts';
import type { ModuleId } from './modules.ts';

/** The answers of a session, keyed by module (interface: Embed session). */
export type SessionAnswers = Readonly<Partial<Record<ModuleId, ModuleAnswers>>>;

/** What is wrong with a save of answers. @property path below the request body, such as `answers.tin`. */
export interface AnswerProblem {
  readonly path: string;
  readonly message: string;
}

/** A web address as people write it, with or without its scheme. */
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
  email: { accepts: isEmailAddress, message: 'Must be an e-mail address' },
  tel: { accepts: (text) => /^\+?[\d\s().-]{7,}$/.test(text), message: 'Must be a phone number' },
  url: { accepts: isWebAddress, message: 'Must be a web address' },
  date: { accepts: isCalendarDate, message: 'Must be a date such as 2026-01-31' },
};

/** The first problem of a text for a field; surrounding space is ignored. */
const textProblem = (text: string, { type, pattern, options, example }: ModuleField): string | undefined => {
  const value = text.trim();
  const maxLength = MAX_ANSWER_LENGTH[type];
  if (isLonger(text, maxLength)) return `Must have at most ${maxLength} characters`;
  if (value === '') return undefined;
  if (options && !options.includes(value)) return `Must be one of: ${options.join(', ')}`;
  if (pattern !== undefined && !new RegExp(`^(?:${pattern})$`, 'v').test(value)) {
    return example === undefined ? `Must match ${pattern}` : `Must have a form such as ${example}`;
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

const checkValue = (path: string, value: unknown, field: ModuleField): Checked => {
  if (value === null) return { value };
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

/**
 * Checks a save of answers against the module's form. Fields may be missing, since a save merges into earlier ones, and
 * empty; given ones must fit their field. Values are stored as they were written, except that a single text given for a
 * list becomes a list of one.
 *
 * @returns the answers to merge, or every problem at once, unknown fields by name.
 */
export const checkAnswers = (
  moduleId: ModuleId,
  answers: Readonly<Record<string, unknown>>,
): { readonly answers: ModuleAnswers } | { readonly problems: readonly AnswerProblem[] } => {
  const fields = new Map(MODULE_FIELDS[moduleId].map((field) => [field.name, field]));
  const problems: AnswerProblem[] = [];
  const accepted: [string, AnswerValue][] = [];
  for (const [name, value] of Object.entries(answers)) {
    const path = `answers.${name}`;
    const field = fields.get(name);
    const checked = field
      ? checkValue(path, value, field)
      : { problems: [{ path, message: `Unknown field "${name}" of module ${moduleId}` }] };
    if ('problems' in checked) problems.push(...checked.problems);
    else accepted.push([name, checked.value]);
  }
  return problems.length > 0
    ? { problems: problems.slice(0, MAX_PROBLEMS) }
    : { answers: Object.fromEntries(accepted) };
};

/** Whether every required field of a module is given. A module without any is always answered. */
export const isAnswered = (moduleId: ModuleId, answers: ModuleAnswers | undefined): boolean =>
  MODULE_FIELDS[moduleId].every(({ name, required }) => !required || entriesOf(answers, name).length > 0);
