import * as v from 'valibot';
import { type Item, put, type WriteOperation } from '#shared/db/expressions';
import type { StoredRecord } from '#shared/db/latest';
import type { AccountEnvironment } from '#shared/platform/scope';
import { walletKeys } from './keys.ts';

const operatorCreditSchema = v.object({
  /** The credit in the ledger (`txn_`). */
  transactionId: v.string(),
  createdAt: v.string(),
});

/** A credit that an operator has made, by which a repeated command finds that it has nothing to do. */
export type OperatorCredit = v.InferOutput<typeof operatorCreditSchema>;

/**
 * The record of an operator's credit, for transactions that start from it.
 *
 * @param reference what it is for.
 */
export const operatorCreditRecord = (
  { accountId, environment }: AccountEnvironment,
  reference: string,
): StoredRecord<OperatorCredit> => ({
  key: walletKeys.operatorCredit(accountId, environment, reference),
  from: (item: Item) => v.parse(operatorCreditSchema, item),
});

/** The write that records an operator's credit. It refuses when there is one for the same reference. */
export const recordOperatorCredit = (
  { accountId, environment }: AccountEnvironment,
  reference: string,
  credit: OperatorCredit,
): WriteOperation => put({ ...walletKeys.operatorCredit(accountId, environment, reference), ...credit });
