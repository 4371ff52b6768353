import { authKeys } from '#shared/auth/keys';
import { companyKeys } from '#shared/companies/keys';
import type { Obligation } from '#shared/compliance/obligation';
import type { ObligationChange } from '#shared/compliance/obligation-bodies';
import { changedObligation, completedObligation } from '#shared/compliance/obligation-changes';
import {
  changeWrites,
  deletionWrites,
  keptObligation,
  obligationKeyOf,
} from '#shared/compliance/obligation-repository';
import { type ReminderEffects, sendReminders } from '#shared/compliance/send-reminders';
import { put, remove, update } from '#shared/db/expressions';
import type { Table } from '#shared/db/operations';
import type { OutgoingMail } from '#shared/mails/queue/mail-queue';
import { newId } from '#shared/platform/ids';
import { makeLogger } from '#shared/platform/logger';
import { createObligationFor, type ObligationOverrides } from './obligations.ts';
import { ownTable } from './own-table.ts';

/** A time of day in Lagos. */
export const atLagos = (day: string, time: string): number => Date.parse(`${day}T${time}:00+01:00`);

/** When a world begins. */
const BEGINNING_MS = atLagos('2026-11-20', '12:00');

/** Wraps an effect, to inject a fault. */
type Faults = (effects: Pick<ReminderEffects, 'table' | 'mails'>) => Pick<ReminderEffects, 'table' | 'mails'>;

/** A world with obligations in its own table, a clock, the reminder job, and the mails that the job sends. */
export const makeReminderWorld = async () => {
  const table = await ownTable();
  const mails: OutgoingMail[] = [];
  const reads = { items: 0 };
  const counting: Table = {
    ...table,
    query: async (range) => {
      const page = await table.query(range);
      reads.items += page.items.length;
      return page;
    },
  };
  // Like the mail service, it sends one mail per id.
  const sendMail = async (mail: OutgoingMail): Promise<void> => {
    if (!mails.some(({ id }) => id === mail.id)) mails.push(mail);
  };
  const apply = async (before: Obligation, after: Obligation): Promise<Obligation> => {
    const { written } = await table.transact(changeWrites(before, after));
    if (!written) throw new Error('The change was refused');
    return after;
  };
  return {
    ...{ table, mails, reads },
    /** An obligation of an account and its own company, by default due on 31 December 2026. */
    add: async (fields: ObligationOverrides): Promise<Obligation> => {
      const accountId = newId('usr', BEGINNING_MS);
      await table.write(put({ ...authKeys.account(accountId), accountId, email: 'owner@adire.example' }));
      return createObligationFor(
        { accountId },
        { environment: 'live', createdAtMs: BEGINNING_MS, nextDueDate: '2026-12-31', ...fields },
        table,
      );
    },
    change: (obligation: Obligation, change: ObligationChange, nowMs = BEGINNING_MS): Promise<Obligation> =>
      apply(obligation, changedObligation(obligation, change, nowMs)),
    /** Completes an obligation as it is stored. */
    complete: async (obligation: Obligation, nowMs: number): Promise<Obligation> => {
      const before = keptObligation(await table.get(obligationKeyOf(obligation)));
      const after = before && completedObligation(before, nowMs, nowMs);
      if (!before || !after) throw new Error('There is nothing to complete');
      return apply(before, after);
    },
    remove: (obligation: Obligation) => table.transact(deletionWrites(obligation, BEGINNING_MS)),
    /** Gives the company to another account, but not the obligation. */
    transfer: ({ companyId }: Obligation) =>
      table.write(
        update(companyKeys.company(companyId), { set: { ownerId: newId('usr', 1) }, when: { pk: 'exists' } }),
      ),
    forget: (accountId: string) => table.write(remove(authKeys.account(accountId))),
    /** Runs the job at a given time. */
    run: (nowMs: number, faults: Faults = (effects) => effects): Promise<void> =>
      sendReminders({
        ...faults({ table: counting, mails: sendMail }),
        clock: () => nowMs,
        emailOf: async (accountId) => (await table.get(authKeys.account(accountId)))?.['email'] as string | undefined,
        ...{ log: makeLogger({}, () => {}), metrics: () => {} },
      }),
  };
};
