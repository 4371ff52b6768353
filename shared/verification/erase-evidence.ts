import { type Key, remove, type WriteOperation } from '#shared/db/expressions';
import type { TableReader } from '#shared/db/operations';
import type { EvidencedApplicant } from './evidence-store.ts';
import { evidenceLists } from './keys.ts';

/**
 * The keys of everything that is stored about an applicant's checks besides their results, including clearances: at
 * most `limit` of them, in one query, for an erasure. After those are deleted, another call finds the next ones, until
 * it finds none.
 */
export const evidenceKeysOf = async (
  table: Pick<TableReader, 'query'>,
  { id, accountId }: EvidencedApplicant,
  limit: number,
): Promise<readonly Key[]> => {
  const { items } = await table.query({ partition: evidenceLists.evidence(accountId, id), limit });
  return items.map(({ pk, sk }) => ({ pk, sk }));
};

/** The write that deletes an item found by {@link evidenceKeysOf}; it leaves one that was deleted before alone. */
export const removeEvidence = (key: Key): WriteOperation => remove(key, {});
