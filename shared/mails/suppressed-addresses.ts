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

/** That an address is mailed no more, and since when (ISO 8601). */
export type Suppression = v.InferOutput<typeof suppressionSchema>;

/** Whether an address is mailed. @property suppression undefined for one that is, as once it was lifted. */
export interface AddressState {
  readonly suppression: Suppression | undefined;
}

/** Whether an address is mailed, as a record for transactions that start from it. */
export const addressRecord = (address: string): StoredRecord<AddressState> => ({
  key: mailKeys.suppressedAddress(emailKey(address)),
  from: (item) => ({ suppression: item['since'] === undefined ? undefined : v.parse(suppressionSchema, item) }),
});

/** Reads why an address is mailed no more; undefined for one that is mailed. */
export const readSuppression = async (
  table: Pick<ItemReader, 'get'>,
  address: string,
): Promise<Suppression | undefined> => {
  const { key, from } = addressRecord(address);
  const item = await table.get(key);
  return item && from(item).suppression;
};

/** Whether an address is mailed no more. */
export const isSuppressed = async (table: Pick<ItemReader, 'get'>, address: string): Promise<boolean> =>
  (await readSuppression(table, address)) !== undefined;

/** The write that has an address mailed again; refused when its suppression has changed since it was read. */
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
 * Ends sending to the address that a mail was reported for. Without an end: an operator lifts it, and a report from before
 * that, which arrives again, does not bring it back. The address is kept as a hash only.
 *
 * @throws what kept it from being stored: the report is to be retried.
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
