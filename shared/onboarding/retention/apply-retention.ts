import type { Item } from '#shared/db/expressions';
import { newerOf, onLatest } from '#shared/db/latest';
import type { Table, TableReader } from '#shared/db/operations';
import { type SweepEffects, sweep } from '#shared/db/sweep';
import type { ApplicantStatus } from '#shared/onboarding/applicants/applicant-states';
import { type TaggedApplicant, taggedRecord } from '#shared/onboarding/applicants/applicant-tags';
import { applicantsOfAccount } from '#shared/onboarding/applicants/keys';
import { applicantErasure } from '#shared/onboarding/erasure/erase-applicant';
import { allEnded } from '#shared/platform/all-ended';
import { isoTime } from '#shared/platform/clock';
import { ENVIRONMENTS } from '#shared/platform/environments';
import { retentionLists } from './keys.ts';
import { fromRetentionItem, postponeRetention } from './retention.ts';

/** The statuses from which an applicant goes on only if its account wants it to. */
const ENDED: readonly ApplicantStatus[] = ['approved', 'rejected', 'expired'];

/** How many applicants one run erases for an account: some seconds' work. */
const MOST_AT_ONCE = 500;

/** Applicants that are erased in parallel. */
const IN_PARALLEL = 10;

/** Applicants that are read at once. */
const PAGE = 100;

const DAY_MS = 24 * 60 * 60_000;

/** Who erased an applicant whose retention ended. */
const BY_RETENTION = 'retention';

const isOver = ({ status, updatedAt, erasedAt }: TaggedApplicant['applicant'], before: string): boolean =>
  ENDED.includes(status) && updatedAt < before && erasedAt === undefined;

/** The ended applicants that have not changed since a time and are not erased, oldest first. */
async function* endedBefore(
  table: Pick<TableReader, 'query'>,
  accountId: string,
  before: string,
): AsyncGenerator<TaggedApplicant> {
  const { index, cells } = applicantsOfAccount(accountId);
  for (const environment of ENVIRONMENTS) {
    let after: Record<string, unknown> | undefined;
    do {
      const page = await table.query({ index, partition: cells(environment), limit: PAGE, ...(after && { after }) });
      const found = page.items.map((item) => taggedRecord(String(item['id'])).from(item));
      yield* found.filter(({ applicant }) => isOver(applicant, before));
      // They are in the order of their creation: none of the later ones can have ended before.
      after = found.some(({ applicant }) => applicant.createdAt >= before) ? undefined : page.next;
    } while (after);
  }
}

/** Erases an applicant unless it has gone on since. */
const eraseEnded = async (table: Table, found: TaggedApplicant, before: string, nowMs: number): Promise<void> => {
  const attempt = async (latest: TaggedApplicant) => {
    const operations = isOver(latest.applicant, before) ? applicantErasure(latest, BY_RETENTION, nowMs) : undefined;
    return { result: operations ? await table.transact(operations) : ({ written: true } as const), value: undefined };
  };
  await onLatest(found, attempt, newerOf(taggedRecord(found.applicant.id), 'anything'));
};

const handleOne = async (item: Item, nowMs: number, { table, log }: SweepEffects, most: number): Promise<void> => {
  const retention = fromRetentionItem(item);
  const { accountId, days } = retention;
  const before = isoTime(nowMs - days * DAY_MS);
  const due: TaggedApplicant[] = [];
  for await (const applicant of endedBefore(table, accountId, before)) {
    due.push(applicant);
    if (due.length === most) break;
  }
  for (let first = 0; first < due.length; first += IN_PARALLEL) {
    await allEnded(due.slice(first, first + IN_PARALLEL).map((one) => eraseEnded(table, one, before, nowMs)));
  }
  if (due.length > 0) log.info('RETENTION_APPLIED', { accountId, count: due.length });
  // With more to erase it stays due.
  if (due.length < most) await table.write(postponeRetention(retention, nowMs + DAY_MS));
};

/**
 * Makes the sweep that erases, for each account with a retention, the applicants that were decided or expired longer ago
 * than its days and have not changed since, each as by its own deletion. It looks once a day.
 *
 * @param most how many applicants one run erases for an account. The next run continues.
 */
// @__NO_SIDE_EFFECTS__
export const retentionSweep = (most: number) =>
  sweep<SweepEffects, void>({
    partitions: [retentionLists.due],
    handle: (item, nowMs, effects) => handleOne(item, nowMs, effects, most),
    counts: {},
    logs: ['info', 'RETENTION_APPLIED'],
  });

/** {@link retentionSweep} of the service. */
export const applyRetentions = retentionSweep(MOST_AT_ONCE);
