import { type Key, remove, type WriteOperation } from '#shared/db/expressions';
import type { TableReader } from '#shared/db/operations';
import type { AccountEnvironment } from '#shared/platform/scope';
import { evidenceLists } from './keys.ts';

/** An applicant, as far as what is kept of its checks is found by it. */
export interface EvidencedApplicant extends AccountEnvironment {
  /** `app_` */
  readonly id: string;
}

/**
 * The keys of everything that is kept of the checks of an applicant beside their results, at most `limit` of them, by one
 * query: for who erases it. After those are deleted a further call finds the next ones; none are left once it finds none.
 */
export const evidenceKeysOf = async (
  table: Pick<TableReader, 'query'>,
  { id, accountId, environment }: EvidencedApplicant,
  limit: number,
): Promise<readonly Key[]> => {
  const { items } = await table.query({ partition: evidenceLists.evidence(accountId, environment, id), limit });
  return items.map(({ pk, sk }) => ({ pk, sk }));
};

/** The write that deletes what {@link evidenceKeysOf} found; one that was deleted before is left alone. */
export const removeEvidence = (key: Key): WriteOperation => remove(key, {});
