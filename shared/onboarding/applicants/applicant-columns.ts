import { createHash } from 'node:crypto';
import { put, remove, type WriteOperation } from '#shared/db/expressions';
import { type Column, type ColumnValue, columnWrites } from '#shared/db/lists/columns';
import type { Creator } from '#shared/events/catalogue';
import type { Environment } from '#shared/platform/environments';
import { comparable, plainNumber } from '#shared/platform/text-search';
import type { Applicant, ApplicantNumbers } from './applicant.ts';
import type { ApplicantStatus } from './applicant-states.ts';
import { applicantKeys, applicantLists } from './keys.ts';

/** What each applicant of an account is filtered by. About 17 bytes each. */
export const factsColumn = (accountId: string): Column => ({
  partition: applicantLists.applicantList(accountId),
  name: 'FACTS',
  numbersPerItem: 48,
});

/** What each applicant of an account is searched by. Most take some 40 bytes; none changes, until it is erased. */
export const textsColumn = (accountId: string): Column => ({
  partition: applicantLists.applicantList(accountId),
  name: 'TEXTS',
  numbersPerItem: 16,
});

/** What an applicant is filtered by. @property widgetNumber of its widget among those of the account. */
export interface ApplicantFacts {
  readonly number: number;
  readonly status: ApplicantStatus;
  readonly createdBy: Creator;
  readonly environment: Environment;
  readonly createdAtMs: number;
  readonly widgetNumber: number;
}

/** Stored: a letter never changes its meaning. */
const STATUS_LETTERS: Readonly<Record<ApplicantStatus, string>> = {
  created: 'c',
  in_progress: 'i',
  submitted: 's',
  processing: 'p',
  approved: 'a',
  rejected: 'r',
  requires_review: 'q',
  resubmission_requested: 'u',
  expired: 'e',
  abandoned: 'b',
};
const CREATOR_LETTERS: Readonly<Record<Creator, string>> = { account: 'a', applicant: 'v' };
const ENVIRONMENT_LETTERS: Readonly<Record<Environment, string>> = { sandbox: 's', live: 'l' };

const invert = <Name extends string>(letters: Readonly<Record<Name, string>>): ReadonlyMap<string, Name> =>
  new Map(Object.entries<string>(letters).map(([name, letter]) => [letter, name as Name]));
const STATUSES = invert(STATUS_LETTERS);
const CREATORS = invert(CREATOR_LETTERS);
const ENVIRONMENTS = invert(ENVIRONMENT_LETTERS);

const RADIX = 36;

/** An applicant's facts as they are stored: three letters, the time of its creation, and the number of its widget. */
export const toFactsValue = (facts: ApplicantFacts): ColumnValue => ({
  number: facts.number,
  value:
    STATUS_LETTERS[facts.status] +
    CREATOR_LETTERS[facts.createdBy] +
    ENVIRONMENT_LETTERS[facts.environment] +
    `${facts.createdAtMs.toString(RADIX)}.${facts.widgetNumber.toString(RADIX)}`,
});

const named = <Name>(names: ReadonlyMap<string, Name>, letter: string | undefined): Name => {
  const name = names.get(letter ?? '');
  if (name === undefined) throw new TypeError('The facts of an applicant hold an unknown letter');
  return name;
};

/** Parses stored facts. @throws TypeError for what {@link toFactsValue} does not write. */
export const fromFactsValue = ({ number, value }: ColumnValue): ApplicantFacts => {
  const [time = '', widget = ''] = value.slice(3).split('.');
  return {
    number,
    status: named(STATUSES, value[0]),
    createdBy: named(CREATORS, value[1]),
    environment: named(ENVIRONMENTS, value[2]),
    createdAtMs: Number.parseInt(time, RADIX),
    widgetNumber: Number.parseInt(widget, RADIX),
  };
};

/** The facts of a stored applicant. */
export const factsOf = (
  { status, createdBy, environment, createdAt }: Pick<Applicant, 'status' | 'createdBy' | 'environment' | 'createdAt'>,
  { ofAccount: number, widget: widgetNumber }: Pick<ApplicantNumbers, 'ofAccount' | 'widget'>,
): ApplicantFacts => ({ number, status, createdBy, environment, createdAtMs: Date.parse(createdAt), widgetNumber });

const SEPARATOR = '\n';

/** The texts of an applicant as they are stored: its name, its registration number and its reference. */
export const searchText = ({ subject, referenceId }: Pick<Applicant, 'subject' | 'referenceId'>): string =>
  [comparable(subject.businessName ?? ''), plainNumber(subject.registrationNumber ?? ''), referenceId ?? ''].join(
    SEPARATOR,
  );

/** Whether the stored texts of an applicant have what is searched for. */
export const isFoundBy = (search: string): ((text: string) => boolean) => {
  const [name, number] = [comparable(search), plainNumber(search)];
  return (text) => {
    const [businessName = '', registrationNumber = '', ...reference] = text.split(SEPARATOR);
    return (
      businessName.includes(name) ||
      (number !== '' && registrationNumber.includes(number)) ||
      reference.join(SEPARATOR) === search
    );
  };
};

/** A reference as a part of a key: it may hold anything. */
export const referenceHash = (referenceId: string): string =>
  createHash('sha256').update(referenceId).digest('base64url');

/** The writes that let a new applicant be found, beside its own. */
export const findingWrites = (
  applicant: Applicant,
  numbers: ApplicantNumbers,
): Readonly<Record<'facts', WriteOperation> & Partial<Record<'texts' | 'reference', WriteOperation>>> => {
  const { accountId, id: applicantId, referenceId, createdAt } = applicant;
  const [facts] = columnWrites(factsColumn(accountId), [toFactsValue(factsOf(applicant, numbers))]);
  const value = searchText(applicant);
  const [texts] =
    value.trim() === '' ? [] : columnWrites(textsColumn(accountId), [{ number: numbers.ofAccount, value }]);
  return {
    facts: facts as WriteOperation,
    ...(texts && { texts }),
    ...(referenceId !== null && {
      // The times of an account's applicants differ: the head of their list decides, and this refuses nothing.
      reference: put({ ...applicantKeys.reference(accountId, referenceHash(referenceId), createdAt), applicantId }, {}),
    }),
  };
};

/** The writes after which no search and no reference finds an applicant: it stays in lists. */
export const unfindingWrites = (
  { accountId, referenceId, createdAt }: Pick<Applicant, 'accountId' | 'referenceId' | 'createdAt'>,
  number: number,
): Readonly<Record<'texts', WriteOperation> & Partial<Record<'reference', WriteOperation>>> => {
  const [texts] = columnWrites(textsColumn(accountId), [{ number, value: '' }]);
  return {
    texts: texts as WriteOperation,
    ...(referenceId !== null && {
      reference: remove(applicantKeys.reference(accountId, referenceHash(referenceId), createdAt), {}),
    }),
  };
};
