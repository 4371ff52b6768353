import { type AccountErasure, FAMILY_DATA, familyOfItem } from '#scripts/privacy/stored-data';
import { fromAddressItem } from '#shared/addresses/address-verification';
import { eraseVisit } from '#shared/addresses/erase-visit';
import type { Item, WriteOperation } from '#shared/db/expressions';
import { fromDisputeItem } from '#shared/disputes/dispute';
import { eraseDispute } from '#shared/disputes/erase-dispute';
import type { ItemFamily } from '#shared/key-families';
import { BEING_ASSESSED } from '#shared/onboarding/erasure/erase-applicant';
import { FILE_PREFIXES } from '#shared/platform/capabilities';
import { loadWallet } from '#shared/wallet/wallet';
import type { OpsEffects } from './command.ts';
import { scanTable } from './scan.ts';

/** A payment that was begun this recently may still be paid. */
const PAYABLE_MS = 24 * 60 * 60_000;

/** Items of a family, and what is to happen to them. */
interface Counted {
  readonly how: AccountErasure;
  readonly count: number;
}

/** What is stored of an account. */
export interface AccountSurvey {
  /** How many items are to be erased, by family and by what happens to them. */
  readonly counts: ReadonlyMap<ItemFamily, Counted>;
  /** What its owner would end: watches and companies. */
  readonly ended: readonly Item[];
  readonly applicantIds: readonly string[];
  readonly fileCount: number;
  /** What must come to an end first. */
  readonly waiting: readonly string[];
  /** What speaks against it. */
  readonly objections: readonly string[];
}

/** A sandbox belongs to one account, so nobody else needs its companies. */
export const isOfSandbox = (item: Item, accountId: string): boolean =>
  item['space'] === accountId || item.pk.split('#').includes(accountId);

/** What an erasure still has to do with an item. */
export const pendingErasure = (family: ItemFamily, item: Item, accountId: string, nowMs: number): AccountErasure => {
  const how = FAMILY_DATA[family].onAccountErasure;
  switch (how) {
    case 'deleted':
      // The erasure of its applicant redacts it, and leaves the verdict.
      return typeof item['applicantId'] === 'string' && family === 'directCheck' ? 'left' : how;
    case 'ended':
      return item['ownerId'] === accountId || family === 'watch' || isOfSandbox(item, accountId) ? how : 'left';
    case 'reduced':
      return reduction(family, item, nowMs) ? how : 'left';
    case 'applicant':
      return family === 'applicant' && item['erasedAt'] === undefined ? how : 'left';
    default:
      return how;
  }
};

/** The write that replaces the texts of an item; undefined when none is left. */
export const reduction = (family: ItemFamily, item: Item, nowMs: number): WriteOperation | undefined => {
  if (family === 'addressVerification') {
    const visit = fromAddressItem(item);
    return visit.applicantId === undefined ? eraseVisit(visit, nowMs) : undefined;
  }
  return item.sk === 'DISPUTE' ? eraseDispute(fromDisputeItem(item)) : undefined;
};

const isPayable = (item: Item, nowMs: number): boolean =>
  item['status'] === 'mismatched' ||
  (item['status'] === 'pending' && Date.parse(String(item['createdAt'])) > nowMs - PAYABLE_MS);

/** What is counted while the table is scanned. */
const newTally = () => ({
  counts: new Map<ItemFamily, Counted>(),
  ended: [] as Item[],
  applicantIds: [] as string[],
  found: 0,
  ...{ assessed: 0, visits: 0, payments: 0 },
});

/** Adds an item to what is counted. */
const count = (tally: ReturnType<typeof newTally>, item: Item, accountId: string, nowMs: number): void => {
  const family = familyOfItem(item);
  if (family === 'topUp' && isPayable(item, nowMs)) tally.payments++;
  const how = pendingErasure(family, item, accountId, nowMs);
  if (how === 'left') return;
  tally.found++;
  tally.counts.set(family, { how, count: (tally.counts.get(family)?.count ?? 0) + 1 });
  if (family === 'addressVerification' && item['status'] === 'pending') tally.visits++;
  if (how === 'ended') tally.ended.push(item);
  if (how !== 'applicant') return;
  tally.applicantIds.push(String(item['id']));
  if (BEING_ASSESSED.some((status) => status === item['status'])) tally.assessed++;
};

/** Counts what is stored of an account, in one scan of the table and a list of its files. */
export const surveyAccount = async (
  accountId: string,
  unitsPerSecond: number,
  effects: Pick<OpsEffects, 'table' | 'clock' | 'readSegment' | 'wait' | 'say' | 'files'>,
): Promise<AccountSurvey> => {
  const { table, clock, files } = effects;
  const tally = newTally();
  const settings = { filter: { accountId }, unitsPerSecond, progress: () => `${tally.found} to erase` };
  await scanTable(settings, effects, async (item) => count(tally, item, accountId, clock()));
  let fileCount = 0;
  for (const prefix of FILE_PREFIXES) for await (const _ of files.list(`${prefix}/${accountId}/`)) fileCount++;
  const { balanceKobo } = await loadWallet(table, { accountId, environment: 'live' });
  const { counts, ended, applicantIds, assessed, payments, visits } = tally;
  return {
    ...{ counts, ended, applicantIds, fileCount },
    waiting: assessed > 0 ? [`${assessed} of its applicants are being assessed`] : [],
    objections: [
      ...(balanceKobo > 0 ? [`its live wallet holds ${balanceKobo} kobo`] : []),
      ...(payments > 0 ? [`${payments} of its payments are open`] : []),
      ...(visits > 0 ? [`${visits} of its paid visits are under way`] : []),
    ],
  };
};

/** What is to be erased, a line for each family. */
export const linesOfSurvey = ({ counts, fileCount }: AccountSurvey): readonly string[] => [
  ...[...counts]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([family, { how, count }]) => `  ${family}: ${count} ${how}`),
  ...(fileCount > 0 ? [`  files: ${fileCount} deleted`] : []),
];
