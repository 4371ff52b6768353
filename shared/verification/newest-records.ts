import type { Item } from '#shared/db/expressions';
import type { TableReader } from '#shared/db/operations';
import { isId } from '#shared/platform/ids';
import { type Clearance, fromClearanceItem } from './clearances.ts';
import { type EvidencedApplicant, type EvidenceItem, fromEvidenceItem } from './evidence-store.ts';
import { evidenceLists } from './keys.ts';

/** What is stored about the checks of an applicant, as far as it is read with the applicant. */
export interface NewestRecords {
  readonly items: readonly EvidenceItem[];
  /** All clearances, including withdrawn ones; absent when there may be more. */
  readonly clearances?: readonly Clearance[];
}

/** Items that are read with an applicant: an assessment adds one, and so does a clearance. */
const NEWEST = 10;

/** Reads the newest records of the checks of an applicant, before its modules are known. @param id any text. */
export const readNewestRecords = async (
  table: Pick<TableReader, 'query'>,
  { accountId, id }: EvidencedApplicant,
): Promise<NewestRecords> => {
  if (!isId('app', id)) return { items: [] };
  const partition = evidenceLists.evidence(accountId, id);
  const { items, next } = await table.query({ partition, descending: true, limit: NEWEST });
  const parsed = <Parsed>(startsWith: string, from: (item: Item) => Parsed): readonly Parsed[] =>
    items.filter(({ sk }) => sk.startsWith(startsWith)).map(from);
  return {
    items: parsed(evidenceLists.checks, fromEvidenceItem),
    ...(!next && { clearances: parsed(evidenceLists.clearances, fromClearanceItem) }),
  };
};
