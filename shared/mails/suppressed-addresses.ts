import * as v from 'valibot';
import { emailKey } from '#shared/auth/accounts/email-key';
import { update, type WriteOperation } from '#shared/db/expressions';
import type { StoredRecord } from '#shared/db/latest';
import type { ItemReader, Table } from '#shared/db/operations';
import { isoTime } from '#shared/platform/clock';
import type { Logger } from '#shared/platform/logger';
import type { Metrics } from '#shared/platform/metrics';
import { mailKeys } from './keys.ts';
import { type MailReport, SUPPRESSION_REASONS } from './mail-report.ts';

const suppressionSchema = v.object({ reason: v.picklist(SUPPRESSION_REASONS), since: v.string() });

/** The suppression of an address, and since when (ISO 8601). */
export type Suppression = v.InferOutput<typeof suppressionSchema>;

/** Whether an address is mailed. @property suppression undefined if it is, also once a suppression was lifted. */
export interface AddressState {
  readonly suppression: Suppression | undefined;
}

/** The suppression of an address as a record, for transactions that start from it. */
export const addressRecord = (address: string): StoredRecord<AddressState> => ({
  key: mailKeys.suppressedAddress(emailKey(address)),
  from: (item) => ({ suppression: item['since'] === undefined ? undefined : v.parse(suppressionSchema, item) }),
});

/** Reads why an address is no longer mailed; undefined if it is mailed. */
export const readSuppression = async (
  table: Pick<ItemReader, 'get'>,
  address: string,
): Promise<Suppression | undefined> => {
  const { key, from } = addressRecord(address);
  const item = await table.get(key);
  return item && from(item).suppression;
};

/** Whether an address is no longer mailed. */
export const isSuppressed = async (table: Pick<ItemReader, 'get'>, address: string): Promise<boolean> =>
  (await readSuppression(table, address)) !== undefined;

/** The write that lifts a suppression. It refuses when the suppression has changed since it was read. */
export const liftSuppression = (address: string, { since }: Suppression, nowMs: number): WriteOperation =>
  update(addressRecord(address).key, {
    set: { liftedAt: isoTime(nowMs) },
    remove: ['reason', 'since'],
    when: { since: { equals: since } },
  });

/** The effects of {@link suppressReported}. */
export interface SuppressEffects {
  readonly table: Pick<Table, 'write'>;
  readonly log: Logger;
  readonly metrics: Metrics;
}

/**
 * Stops mailing the address that a mail was reported for, until an operator lifts the suppression. A report from before
 * that, if it arrives again, does not restore it. The address is stored only as a hash.
 *
 * @throws whatever kept it from being stored: the report must be retried.
 */
export const suppressReported = async (
  { address, reason, reportedAt, mailId }: MailReport,
  { table, log, metrics }: SuppressEffects,
): Promise<void> => {
  if (reason === undefined) return log.info('MAIL_REPORT_IGNORED', { mailId });
  const { written } = await table.write(
    update(addressRecord(address).key, {
      set: { reason, since: reportedAt },
      when: { since: 'missing', liftedAt: { missingOr: { below: reportedAt } } },
    }),
  );
  if (!written) return;
  log.warn('ADDRESS_SUPPRESSED', { mailId, reason });
  metrics('AddressesSuppressed', 1, { reason });
};
