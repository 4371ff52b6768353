import { type Key, remove, type WriteOperation } from '#shared/db/expressions';
import type { TableReader } from '#shared/db/operations';
import type { EvidencedApplicant } from './evidence-store.ts';
import { evidenceLists } from './keys.ts';

/**
 * The keys of everything that is kept of the checks of an applicant beside their results, clearances included, at most `limit` of them, by one
 * query: for who erases it. After those are deleted a further call finds the next ones; none are left once it finds none.
 */
export const evidenceKeysOf = async (
  table: Pick<TableReader, 'query'>,
  { id, accountId }: EvidencedApplicant,
  limit: number,
): Promise<readonly Key[]> => {
  const { items } = await table.query({ partition: evidenceLists.evidence(accountId, id), limit });
  return items.map(({ pk, sk }) => ({ pk, sk }));
};

/** The write that deletes what {@link evidenceKeysOf} found; one that was deleted before is left alone. */
export const removeEvidence = (key: Key): WriteOperation => remove(key, {});
