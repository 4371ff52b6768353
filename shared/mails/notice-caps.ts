import { createHash } from 'node:crypto';
import { update } from '#shared/db/expressions';
import type { ItemReader, Table } from '#shared/db/operations';
import type { Warning } from '#shared/http/warnings';
import { isoTime, unixSeconds } from '#shared/platform/clock';
import type { Environment } from '#shared/platform/environments';
import type { Scope } from '#shared/platform/scope';
import { type CappedKind, mailKeys } from './keys.ts';

/** The maximum number of notices about applicants, mails and text messages together, in a UTC day. */
export interface NoticeCaps {
  /** To one address or number that has not confirmed that it wants them, from all accounts together. */
  readonly recipient: number;
  /** About one applicant. */
  readonly applicant: number;
  /** Of one account in one environment. */
  readonly account: number;
}

/** What a notice counts for. @property recipient an address or a number; undefined for one that asked for it. */
export interface CountedNotice {
  readonly recipient: string | undefined;
  readonly applicantId: string | undefined;
  readonly accountId: string;
  readonly environment: Environment;
}

/** What has reached its cap of the day. @property account the environments in which the account has reached it. */
export interface CappedToday {
  readonly applicant: boolean;
  readonly account: readonly Environment[];
}

/** Counters outlive their day, because workers' clocks differ. */
const KEPT_SECONDS = 2 * 24 * 60 * 60;

const dayOf = (nowMs: number): string => isoTime(nowMs).slice(0, 10);

const recipientHash = (recipient: string): string => createHash('sha256').update(recipient.toLowerCase()).digest('hex');

const accountCounter = ({ accountId, environment }: Pick<CountedNotice, 'accountId' | 'environment'>): string =>
  `${accountId}.${environment}`;

/**
 * Counts a notice, unless it exceeds any of the three caps.
 *
 * @returns what has reached its cap of the day; undefined when the notice was counted.
 */
export const countNotice = async (
  table: Pick<Table, 'transact'>,
  notice: CountedNotice,
  caps: NoticeCaps,
  nowMs: number,
): Promise<CappedKind | undefined> => {
  const counter = (kind: CappedKind, id: string | undefined) =>
    id === undefined
      ? undefined
      : update(mailKeys.noticeCount(kind, id, dayOf(nowMs)), {
          set: { expiresAtSeconds: unixSeconds(nowMs) + KEPT_SECONDS },
          add: { count: 1 },
          when: { count: { missingOr: { below: caps[kind] } } },
        });
  const { recipient, applicantId } = notice;
  const result = await table.transact({
    account: counter('account', accountCounter(notice)),
    applicant: counter('applicant', applicantId),
    recipient: counter('recipient', recipient === undefined ? undefined : recipientHash(recipient)),
  });
  return result.written ? undefined : (Object.keys(result.refusals)[0] as CappedKind | undefined);
};

/**
 * Whether an applicant and its account, in each environment that may be the applicant's, have reached their cap of the
 * day, as far as a request can know beforehand.
 */
export const cappedToday = async (
  table: Pick<ItemReader, 'get'>,
  {
    accountId,
    environments,
    applicantId,
  }: Pick<Scope, 'accountId' | 'environments'> & { readonly applicantId: string },
  caps: NoticeCaps,
  nowMs: number,
): Promise<CappedToday> => {
  const isCapped = async (kind: CappedKind, id: string): Promise<boolean> =>
    Number((await table.get(mailKeys.noticeCount(kind, id, dayOf(nowMs))))?.['count'] ?? 0) >= caps[kind];
  const [applicant, ...accounts] = await Promise.all([
    isCapped('applicant', applicantId),
    ...environments.map((environment) => isCapped('account', accountCounter({ accountId, environment }))),
  ]);
  return { applicant, account: environments.filter((_, index) => accounts[index]) };
};

/** The warnings about notices that nobody will get because a cap of the day is reached. */
export const cappedWarnings = ({ applicant, account }: CappedToday, environment: Environment): readonly Warning[] => {
  const whose = account.includes(environment)
    ? `of the account in ${environment}`
    : applicant && 'about this applicant';
  if (!whose) return [];
  const message =
    `The daily limit of notices ${whose} has been reached (days are in UTC), so no email or text message is ` +
    'sent about this decision';
  return [{ path: 'decision', message }];
};
