import { createHash } from 'node:crypto';
import { type Condition, type Item, put, remove, update, type WriteOperation } from '#shared/db/expressions';
import type { StoredRecord } from '#shared/db/latest';
import { entryNumber } from '#shared/db/lists/counted-list';
import type { ItemReader, TableReader } from '#shared/db/operations';
import { isId } from '#shared/platform/ids';
import { isWithin, type Scope } from '#shared/platform/scope';
import { type Applicant, fromApplicantItem } from './applicant.ts';
import { guardNotErased, NOT_ERASED } from './erased.ts';
import { applicantKeys, applicantLists, applicantsOfAccount } from './keys.ts';

/** Maximum number of applicants with a tag, newest first, that a filter reads: about 150 read units, in one call. */
export const MAX_TAGGED = 5_000;

/** Hashes a tag for use in a key, because it may contain any character. */
const tagHash = (tag: string): string => createHash('sha256').update(tag).digest('base64url');

/** An applicant with its number in its account, which orders the lists of its tags. */
export interface TaggedApplicant {
  readonly applicant: Applicant;
  readonly number: number;
}

const fromTaggedItem = (item: Item): TaggedApplicant => {
  const applicant = fromApplicantItem(item);
  const number = entryNumber(applicantsOfAccount(applicant.accountId), item);
  if (number === undefined) throw new TypeError('An applicant is not in the list of its account');
  return { applicant, number };
};

/** The record of an applicant with its number, for changes of its tags. */
export const taggedRecord = (applicantId: string): StoredRecord<TaggedApplicant> => ({
  key: applicantKeys.applicant(applicantId),
  from: fromTaggedItem,
});

/** Finds an applicant with its number; undefined when the caller's scope has none with this id. */
export const findTaggedApplicant = async (
  table: ItemReader,
  scope: Scope,
  applicantId: string,
): Promise<TaggedApplicant | undefined> => {
  if (!isId('app', applicantId)) return undefined;
  const item = await table.get(applicantKeys.applicant(applicantId));
  return item && isWithin(scope, item) ? fromTaggedItem(item) : undefined;
};

/** The writes that remove an applicant from the lists of these tags. An erasure removes it from all of its tags. */
export const untagWrites = (
  { applicant: { accountId }, number }: TaggedApplicant,
  tags: readonly string[],
): readonly WriteOperation[] => tags.map((tag) => remove(applicantKeys.tagEntry(accountId, tagHash(tag), number), {}));

const tagWrites = (
  { applicant: { accountId }, number }: TaggedApplicant,
  tags: readonly string[],
): readonly WriteOperation[] =>
  tags.map((tag) => put({ ...applicantKeys.tagEntry(accountId, tagHash(tag), number) }, {}));

/** The condition that the tags have not changed since they were read. */
export const sameTags = ({ tagChanges }: Applicant): Condition => ({
  tagChanges: tagChanges === 0 ? { missingOr: { equals: 0 } } : { equals: tagChanges },
});

/** An applicant with new tags, and the writes that set them, all or none. */
export interface Tagging {
  readonly applicant: Applicant;
  /** Undefined when the applicant has exactly these tags already. */
  readonly operations: Readonly<Record<'applicant' | `entry${number}`, WriteOperation>> | undefined;
}

/**
 * Replaces the tags of an applicant. The write of the applicant refuses when its tags have changed since it was read.
 * It leaves `updatedAt` unchanged, so that it does not conflict with a decision made at the same time.
 *
 * @throws ApiError ILLEGAL_STATE for an erased applicant.
 */
export const tagging = (tagged: TaggedApplicant, tags: readonly string[]): Tagging => {
  const { applicant } = tagged;
  const added = tags.filter((tag) => !applicant.tags.includes(tag));
  const removed = applicant.tags.filter((tag) => !tags.includes(tag));
  guardNotErased(applicant);
  if (added.length === 0 && removed.length === 0) return { applicant, operations: undefined };
  const { tagChanges } = applicant;
  const entries = [...tagWrites(tagged, added), ...untagWrites(tagged, removed)];
  return {
    applicant: { ...applicant, tags: [...tags], tagChanges: tagChanges + 1 },
    operations: {
      applicant: update(applicantKeys.applicant(applicant.id), {
        set: { tags, tagChanges: tagChanges + 1 },
        when: {
          accountId: { equals: applicant.accountId },
          ...NOT_ERASED,
          ...sameTags(applicant),
        },
      }),
      ...Object.fromEntries(entries.map((entry, index) => [`entry${index}`, entry])),
    },
  };
};

/** Reads the newest applicants with a tag, by their numbers; `oldest` is the lowest number that the search covered. */
export const readTagged = async (table: Pick<TableReader, 'query'>, accountId: string, tag: string) => {
  const { items, next } = await table.query({
    partition: applicantLists.applicantsOfTag(accountId, tagHash(tag)),
    descending: true,
    limit: MAX_TAGGED,
  });
  const numbers = items.map(({ sk }) => Number(sk));
  return { numbers: new Set(numbers), oldest: next ? (numbers.at(-1) ?? 0) : 0 };
};
