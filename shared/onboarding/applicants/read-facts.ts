import { type ColumnValue, type NewestValues, readNewestValues } from '#shared/db/lists/columns';
import { readHead } from '#shared/db/lists/counted-list';
import type { TableReader } from '#shared/db/operations';
import { ApiError } from '#shared/errors/api-error';
import type { Scope } from '#shared/platform/scope';
import { type ApplicantFacts, factsColumn, fromFactsValue, textsColumn } from './applicant-columns.ts';
import { readEntryItems } from './applicant-entries.ts';
import { applicantsOfAccount } from './keys.ts';
import { storedFactsOf } from './stored-facts.ts';

/**
 * Maximum number of applicants that are read one by one because the columns do not have them yet: those of about a
 * second, or of the time for which the stream was not followed.
 */
const MAX_UNSETTLED = 5_000;

/** Which applicants of an account are read, newest first. */
export interface FactsRange {
  /** Whether a batch of the column is the last that is needed. */
  readonly isEnough: (values: readonly ColumnValue[]) => boolean;
  /** Maximum number of applicants whose facts are read. */
  readonly most: number;
  /** How many numbers a batch covers; as many as one call returns when undefined. */
  readonly numbers?: number;
  /** Maximum number of applicants whose texts are read; no texts when undefined. */
  readonly mostTexts?: number;
}

/** What finds an account's applicants. */
export interface FoundFacts {
  /** Newest first. */
  readonly facts: readonly ApplicantFacts[];
  /** Whether `most` cut the facts, so that older applicants are missing. */
  readonly isCut: boolean;
  /** The texts by number, from `oldestText` on. */
  readonly texts: ReadonlyMap<number, string>;
  readonly oldestText: number;
}

/** The numbers that a column does not have, although it was read as far as they go, newest first. */
const missingIn = ({ values, isAll }: NewestValues, lastNumber: number): readonly number[] => {
  const newest = Math.max(lastNumber, values[0]?.number ?? 0);
  const oldest = isAll ? 1 : (values.at(-1)?.number ?? newest + 1);
  if (values.length === newest - oldest + 1) return [];
  const known = new Set(values.map(({ number }) => number));
  return Array.from({ length: newest - oldest + 1 }, (_, index) => newest - index).filter((one) => !known.has(one));
};

const NO_VALUES: NewestValues = { values: [], isAll: false, isCut: false };

/**
 * Reads what finds the newest applicants of an account, in one trip, or in two when the columns do not have all of them
 * yet. Those are read from their own records, so that an applicant is found as soon as it is listed.
 *
 * @throws ApiError RANGE_TOO_LONG when more than {@link MAX_UNSETTLED} have to be read from their records.
 */
export const readFacts = async (
  table: Pick<TableReader, 'get' | 'query'>,
  scope: Pick<Scope, 'accountId' | 'environments'>,
  { isEnough, most, numbers, mostTexts }: FactsRange,
): Promise<FoundFacts> => {
  const { accountId, environments } = scope;
  const [{ lastNumber }, facts, texts] = await Promise.all([
    readHead(table, applicantsOfAccount(accountId)),
    readNewestValues(table, factsColumn(accountId), isEnough, most, numbers),
    mostTexts === undefined ? NO_VALUES : readNewestValues(table, textsColumn(accountId), () => false, mostTexts),
  ]);
  const withoutFacts = new Set(missingIn(facts, lastNumber));
  const withoutText = new Set(mostTexts === undefined ? [] : missingIn(texts, lastNumber));
  const unsettled = [...new Set([...withoutFacts, ...withoutText])].sort((one, other) => other - one);
  if (unsettled.length > MAX_UNSETTLED) throw new ApiError('RANGE_TOO_LONG');
  const places = unsettled.flatMap((number) => environments.map((environment) => ({ number, environment })));
  const stored = (await readEntryItems(table, scope, places)).map(storedFactsOf);
  const own = stored.flatMap((one) => (withoutFacts.has(one.facts.number) ? one.facts : []));
  const known = facts.values.map(fromFactsValue);
  return {
    facts: own.length === 0 ? known : [...own, ...known].sort((one, other) => other.number - one.number),
    isCut: facts.isCut,
    texts: new Map([...texts.values, ...stored.map(({ text }) => text)].map(({ number, value }) => [number, value])),
    oldestText: texts.isCut ? (texts.values.at(-1)?.number ?? 0) : 0,
  };
};
