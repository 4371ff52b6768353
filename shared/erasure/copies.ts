import * as v from 'valibot';
import { type Key, put, remove, type WriteOperation } from '#shared/db/expressions';
import type { TableReader } from '#shared/db/operations';
import { erasureKeys, erasureLists } from './keys.ts';

/*
 * Copies of an applicant's data that cannot be found from the applicant: kept mails of the sandbox, and responses that
 * are stored for repeated requests. Whoever writes a copy notes where, in the same transaction.
 */

/** The kinds of copies. Each is erased in its own way. */
const COPY_KINDS = ['mail', 'response'] as const;

const keySchema = v.object({ pk: v.string(), sk: v.string() });

const copySchema = v.object({
  applicantId: v.string(),
  /** Unique among the copies about one applicant. */
  copyId: v.string(),
  kind: v.picklist(COPY_KINDS),
  /** The items that hold it. */
  heldBy: v.array(keySchema),
  /** When the copy expires by itself, together with this note. */
  expiresAtSeconds: v.number(),
});

/** A kept mail or response that holds data of an applicant. */
export interface Copy {
  readonly applicantId: string;
  readonly copyId: string;
  readonly kind: (typeof COPY_KINDS)[number];
  readonly heldBy: readonly Key[];
  readonly expiresAtSeconds: number;
}

/** The write that notes a copy, for the transaction that makes it. */
export const noteCopy = (copy: Copy): WriteOperation =>
  put({ ...erasureKeys.copy(copy.applicantId, copy.copyId), ...copy }, {});

/**
 * The write that notes a stored response as a copy.
 *
 * @param key where it is stored; undefined for a request without an idempotency key, which needs no note.
 */
export const noteResponse = (
  about: Pick<Copy, 'applicantId' | 'copyId'>,
  key: Key | undefined,
  expiresAtSeconds: number,
): WriteOperation | undefined => key && noteCopy({ ...about, kind: 'response', heldBy: [key], expiresAtSeconds });

/** The write that ends the note of a copy. */
export const forgetCopy = ({ applicantId, copyId }: Copy): WriteOperation =>
  remove(erasureKeys.copy(applicantId, copyId), {});

/** Number of copies that are erased at the same time. */
const AT_ONCE = 25;

/** A batch of the noted copies about an applicant; empty once none is left. */
export const someCopiesOf = async (
  table: Pick<TableReader, 'query'>,
  applicantId: string,
): Promise<readonly Copy[]> => {
  const { items } = await table.query({ ...erasureLists.copies(applicantId), limit: AT_ONCE });
  return items.map((item) => v.parse(copySchema, item));
};
