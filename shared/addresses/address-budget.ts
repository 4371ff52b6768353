import * as v from 'valibot';
import { type Item, put, remove, update, type WriteOperation } from '#shared/db/expressions';
import type { StoredRecord } from '#shared/db/latest';
import type { ItemReader } from '#shared/db/operations';
import { ApiError } from '#shared/errors/api-error';
import { isoTime } from '#shared/platform/clock';
import { effect } from '#shared/platform/effect';
import { env } from '#shared/platform/env';
import type { AccountEnvironment } from '#shared/platform/scope';
import { wholeNumber } from '#shared/platform/whole-number';
import { addressKeys } from './keys.ts';

/** What an account has spent on address verifications in a UTC calendar month. */
export interface AddressBudget extends AccountEnvironment {
  /** `2026-11` */
  readonly period: string;
  /** Without refunded amounts. */
  readonly spentKobo: number;
  /** Whether an item of it is stored. */
  readonly isStored: boolean;
}

const spentSchema = v.object({ spentKobo: wholeNumber });

const capSchema = v.object({ capKobo: wholeNumber });

/** The UTC calendar month of a time: `2026-11`. */
export const periodOf = (atMs: number): string => isoTime(atMs).slice(0, 7);

/** When the next month begins. */
const endOf = (period: string): string => {
  const [year = 0, month = 0] = period.split('-').map(Number);
  return isoTime(Date.UTC(year, month, 1));
};

const budgetOf = (owner: AccountEnvironment, period: string, item: Item | undefined): AddressBudget => ({
  accountId: owner.accountId,
  environment: owner.environment,
  period,
  spentKobo: item ? v.parse(spentSchema, item).spentKobo : 0,
  isStored: item !== undefined,
});

/** The budget of a month as a record, for transactions that read it first. */
export const budgetRecord = ({
  accountId,
  environment,
  period,
}: Pick<AddressBudget, 'accountId' | 'environment' | 'period'>): StoredRecord<AddressBudget> => ({
  key: addressKeys.budget(accountId, environment, period),
  from: (item) => budgetOf({ accountId, environment }, period, item),
  hasMoved: (latest, read) => latest.spentKobo !== read?.spentKobo,
});

/** Reads the budget of the month that a time is in. */
export const readBudget = async (
  table: ItemReader,
  { accountId, environment }: AccountEnvironment,
  atMs: number,
): Promise<AddressBudget> => {
  const period = periodOf(atMs);
  const item = await table.get(addressKeys.budget(accountId, environment, period));
  return budgetOf({ accountId, environment }, period, item);
};

/** The effect of the capability `addressBudget`: the monthly cap of this stage, in kobo. */
export const addressBudget = effect('addressBudget', () => Number(env('ADDRESS_BUDGET_KOBO')));

/** The monthly cap that an operator has set for an account; undefined if none is set. */
export interface OwnCap {
  readonly capKobo: number | undefined;
}

/** An account's own cap as a record, for transactions that read it first. */
export const capRecord = (accountId: string): StoredRecord<OwnCap> => ({
  key: addressKeys.budgetCap(accountId),
  from: (item) => v.parse(capSchema, item),
});

/** Reads an account's own cap. */
export const readOwnCap = async (table: ItemReader, accountId: string): Promise<OwnCap> => {
  const { key, from } = capRecord(accountId);
  const item = await table.get(key);
  return item ? from(item) : { capKobo: undefined };
};

/** The write that sets or removes an account's own cap; it refuses when the cap has changed since it was read. */
export const changeCap = (accountId: string, before: OwnCap, capKobo: number | undefined): WriteOperation => {
  const { key } = capRecord(accountId);
  const when = { capKobo: before.capKobo === undefined ? 'missing' : { equals: before.capKobo } } as const;
  return capKobo === undefined ? remove(key, when) : put({ ...key, accountId, capKobo }, when);
};

/** Reads the monthly cap of an account: its own if an operator has set one, else that of the stage. */
export const readCapKobo = async (table: ItemReader, accountId: string, stageCapKobo: number): Promise<number> =>
  (await readOwnCap(table, accountId)).capKobo ?? stageCapKobo;

/** @throws ApiError MONTHLY_BUDGET_EXCEEDED when the request would take the month's sum above the cap. */
export const requireBudget = ({ period, spentKobo }: AddressBudget, capKobo: number, requestedKobo: number): void => {
  if (spentKobo + requestedKobo <= capKobo) return;
  const remainingKobo = Math.max(0, capKobo - spentKobo);
  throw new ApiError('MONTHLY_BUDGET_EXCEEDED', {
    details: { capKobo, spentKobo, requestedKobo, remainingKobo, period, resetsAt: endOf(period) },
  });
};

/** The write that takes an amount from a month's budget; it refuses when the budget has changed. */
export const spendBudget = (budget: AddressBudget, requestedKobo: number): WriteOperation => {
  const { accountId, environment, period, spentKobo, isStored } = budget;
  return update(addressKeys.budget(accountId, environment, period), {
    set: { accountId, environment, period, spentKobo: spentKobo + requestedKobo },
    when: { spentKobo: isStored ? { equals: spentKobo } : 'missing' },
  });
};

/** The write that returns an amount to the month's budget that it was taken from. */
export const returnToBudget = (
  { accountId, environment }: AccountEnvironment,
  period: string,
  amountKobo: number,
): WriteOperation =>
  update(addressKeys.budget(accountId, environment, period), {
    add: { spentKobo: -amountKobo },
    when: { spentKobo: { atLeast: amountKobo } },
  });
