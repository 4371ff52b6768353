import type { Item, WriteOperation } from '#shared/db/expressions';
import type { Table } from '#shared/db/operations';
import { writeAll } from '#shared/db/write-all';
import type { MailOfLane } from '#shared/mails/messages/catalogue';
import type { OutgoingMail, SendMail } from '#shared/mails/queue/mail-queue';

/**
 * The write that removes a code from its record, made from the item that is found there; undefined when nothing is left
 * to remove. It refuses when the record has changed since.
 */
export type Withdrawal = (found: Item | undefined) => WriteOperation | undefined;

/** A code or a link to be mailed once its writes are done. */
export interface PlannedCode {
  /** `record` writes the record that counts the mail. It refuses when the record has changed since it was read. */
  readonly operations: { readonly record: WriteOperation } & Readonly<Record<string, WriteOperation>>;
  /** The record as it is written. */
  readonly record: Item;
  readonly mail: OutgoingMail<MailOfLane<'codes'>>;
  readonly withdrawal: Withdrawal;
}

/** The effects of mailing a code. */
export interface MailCodeEffects {
  readonly table: Pick<Table, 'write' | 'transact'>;
  readonly sendMail: SendMail<'codes'>;
}

const MAX_ROUNDS = 10;

/**
 * Mails a code that was written, and withdraws it when its mail is not accepted. If concurrent calls keep changing the
 * record, the code stays and is counted.
 *
 * @throws whatever kept the mail from being sent.
 */
export const mailOrWithdraw = async (
  { record, mail, withdrawal }: Omit<PlannedCode, 'operations'>,
  { table, sendMail }: MailCodeEffects,
): Promise<void> => {
  try {
    await sendMail(mail);
  } catch (error) {
    let write = withdrawal(record);
    for (let round = 0; write && round < MAX_ROUNDS; round++) {
      const result = await table.write(write);
      write = result.written ? undefined : withdrawal(result.found);
    }
    throw error;
  }
};

/**
 * Writes a code and mails it. Does neither when another call changed the record at the same moment.
 *
 * @throws whatever kept the mail from being sent; the code is then withdrawn and not counted.
 */
export const mailCode = async (planned: PlannedCode, effects: MailCodeEffects): Promise<void> => {
  const result = await writeAll(effects.table, planned.operations);
  if (result.written) await mailOrWithdraw(planned, effects);
};
