import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { authKeys } from '#shared/auth/keys';
import { type Item, type Key, update, type WriteOperation } from '#shared/db/expressions';
import { recordAmong, type StoredRecord } from '#shared/db/latest';
import type { ItemReader } from '#shared/db/operations';
import { unixSeconds } from '#shared/platform/clock';
import type { Withdrawal } from './mail-code.ts';
import { mailedCodeSchema } from './mailed-code.ts';
import { secondsUntilNextCode, sentWithinMinute, withMail, withoutMail } from './sent-mails.ts';

const recordSchema = v.object({
  /** Changes whenever the record changes. A write names the revision that it was made from. */
  revision: v.string(),
  codes: v.array(mailedCodeSchema),
  /** When mails of this purpose were sent to the address within the last hour, oldest first. */
  sentAtMs: v.array(v.number()),
  expiresAtSeconds: v.number(),
});

/** The mails to a verified address for one purpose: the codes that may be entered, and how many mails were sent. */
export type CodeRecord = v.InferOutput<typeof recordSchema>;

/** The purposes whose mails have a record. A sign-up's codes are in its sign-in record. */
export type RecordedPurpose = 'login' | 'reset-password';

/** The state in which a code is entered or mailed; undefined when the address has no record. */
export interface CodeState {
  readonly record: CodeRecord | undefined;
}

/** Longer than the hourly limits look back, by any clock. */
const KEPT_SECONDS = 2 * 60 * 60;

const KEYS: Readonly<Record<RecordedPurpose, (addressKey: string) => Key>> = {
  login: authKeys.loginCodes,
  'reset-password': authKeys.resetMails,
};

const stored = (purpose: RecordedPurpose, addressKey: string): StoredRecord<CodeRecord> => ({
  key: KEYS[purpose](addressKey),
  from: (item) => v.parse(recordSchema, item),
});

/** Reads the record of an address, by its key (`emailKey`). */
export const readCodeState = async (
  table: ItemReader,
  purpose: RecordedPurpose,
  addressKey: string,
): Promise<CodeState> => {
  const { key, from } = stored(purpose, addressKey);
  const item = await table.get(key);
  return { record: item && from(item) };
};

/** The current state, from the items that refused a write of the record. A record that is not among them is gone. */
export const newerCodeState = (
  purpose: RecordedPurpose,
  addressKey: string,
  found: readonly (Item | undefined)[],
): CodeState => ({ record: recordAmong(stored(purpose, addressKey), found) });

/** The write of a record's next state. It refuses when the record has changed since it was read. */
export const replaceRecord = (
  purpose: RecordedPurpose,
  addressKey: string,
  { record }: CodeState,
  next: Omit<CodeRecord, 'revision'>,
): Extract<WriteOperation, { kind: 'put' }> => {
  const item = { ...KEYS[purpose](addressKey), ...next, revision: randomUUID() };
  const when = record ? { revision: { equals: record.revision } } : ({ pk: 'missing' } as const);
  return { kind: 'put', item, when };
};

/**
 * A write that is always refused. It makes a code that is entered while none is pending cost as much as a wrong one.
 */
export const decoyCodeWrite = (purpose: RecordedPurpose, addressKey: string): WriteOperation =>
  update(KEYS[purpose](addressKey), { set: { revision: 'none' }, when: { revision: { equals: 'none' } } });

/** Whether another mail may be sent now: one per minute, five per hour. */
export const mayMail = ({ record }: CodeState, nowMs: number): boolean =>
  !record || (!sentWithinMinute(record, nowMs) && secondsUntilNextCode(record, nowMs) === 0);

/** The next state of a record after one more mail to its address. */
export const withMailCounted = (
  { record }: CodeState,
  codes: CodeRecord['codes'],
  nowMs: number,
): Omit<CodeRecord, 'revision'> => ({
  codes,
  sentAtMs: withMail(record ?? { sentAtMs: [] }, nowMs),
  expiresAtSeconds: unixSeconds(nowMs) + KEPT_SECONDS,
});

/**
 * Removes a mail that was not accepted from its record, with its code. A code that has been tried in the meantime still
 * counts, so that an outage of mail gives nobody unlimited tries.
 */
export const mailWithdrawal =
  (purpose: RecordedPurpose, addressKey: string, sentAtMs: number, codeHash?: string): Withdrawal =>
  (found) => {
    const record = found && v.parse(recordSchema, found);
    if (!record) return undefined;
    const code = record.codes.find((one) => one.codeHash === codeHash);
    return replaceRecord(
      purpose,
      addressKey,
      { record },
      {
        ...record,
        codes: record.codes.filter((one) => one !== code),
        sentAtMs: code && code.tries > 0 ? record.sentAtMs : withoutMail(record, sentAtMs),
      },
    );
  };
