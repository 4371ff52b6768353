import { createHash } from 'node:crypto';
import { put, remove, type WriteOperation } from '#shared/db/expressions';
import { type Column, type ColumnValue, columnWrites } from '#shared/db/lists/columns';
import type { Creator } from '#shared/events/catalogue';
import type { Environment } from '#shared/platform/environments';
import { comparable, plainNumber } from '#shared/platform/text-search';
import type { Applicant, ApplicantNumbers } from './applicant.ts';
import type { ApplicantStatus } from './applicant-states.ts';
import { applicantKeys, applicantLists } from './keys.ts';

/** The facts that an account's applicants are filtered by, about 17 bytes each. */
export const factsColumn = (accountId: string): Column => ({
  partition: applicantLists.applicantList(accountId),
  name: 'FACTS',
  numbersPerItem: 48,
});

/**
 * The texts that an account's applicants are searched by, mostly about 40 bytes each. They change only when the
 * applicant is erased.
 */
export const textsColumn = (accountId: string): Column => ({
  partition: applicantLists.applicantList(accountId),
  name: 'TEXTS',
  numbersPerItem: 16,
});

/** The facts that an applicant is filtered by. @property widgetNumber the number of its widget in the account. */
export interface ApplicantFacts {
  readonly number: number;
  readonly status: ApplicantStatus;
  readonly createdBy: Creator;
  readonly environment: Environment;
  readonly createdAtMs: number;
  readonly widgetNumber: number;
}

/** The letters are stored, so their meanings must never change. */
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

/** Encodes an applicant's facts for storage: three letters, the time of creation and the widget's number. */
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

/** Parses stored facts. @throws TypeError for a value that {@link toFactsValue} would not write. */
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

/** The searchable texts of an applicant: its name, registration number and reference. */
export const searchText = ({ subject, referenceId }: Pick<Applicant, 'subject' | 'referenceId'>): string =>
  [comparable(subject.businessName ?? ''), plainNumber(subject.registrationNumber ?? ''), referenceId ?? ''].join(
    SEPARATOR,
  );

/** Returns a test of whether stored texts contain the search text. */
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

/** Hashes a reference for use in a key, because it may contain any character. */
export const referenceHash = (referenceId: string): string =>
  createHash('sha256').update(referenceId).digest('base64url');

/**
 * The write that makes a new applicant findable by its reference; undefined without one. It never refuses: the head of
 * the account's list gives each applicant a different time. What else finds it, its columns, follows the table's stream.
 */
export const referenceWrite = ({
  accountId,
  id: applicantId,
  referenceId,
  createdAt,
}: Pick<Applicant, 'accountId' | 'id' | 'referenceId' | 'createdAt'>): WriteOperation | undefined =>
  referenceId === null
    ? undefined
    : put({ ...applicantKeys.reference(accountId, referenceHash(referenceId), createdAt), applicantId }, {});

/** The writes that remove an applicant from searches and from lookups by reference. It stays in lists. */
export const searchIndexRemovals = (
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
