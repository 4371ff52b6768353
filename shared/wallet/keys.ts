import type { Key } from '#shared/db/expressions';
import type { Families } from '#shared/db/families';
import { join, padded } from '#shared/db/key-parts';

/** Keys of wallets, their ledgers, top-ups and rates. */
export const walletKeys = {
  wallet: (accountId: string, environment: string): Key => ({
    pk: join('WALLET', accountId, environment),
    sk: 'WALLET',
  }),
  ledgerEntry: (accountId: string, environment: string, sequence: number): Key => ({
    pk: join('WALLET', accountId, environment),
    sk: join('ENTRY', padded(sequence)),
  }),
  /** Where the number of an entry stands whose time is not that of its id. */
  postedEntry: (accountId: string, environment: string, transactionId: string): Key => ({
    pk: join('WALLET', accountId, environment),
    sk: join('POSTED', transactionId),
  }),
  /** @param reference what the credit is for. There is one credit for each. */
  operatorCredit: (accountId: string, environment: string, reference: string): Key => ({
    pk: join('WALLET', accountId, environment),
    sk: join('CREDIT', reference),
  }),
  topUp: (reference: string): Key => ({ pk: join('TOPUP', reference), sk: 'TOPUP' }),
  autoTopUp: (accountId: string, environment: string): Key => ({
    pk: join('WALLET', accountId, environment),
    sk: 'AUTOTOPUP',
  }),
  savedCard: (accountId: string, environment: string): Key => ({
    pk: join('SAVEDCARD', accountId, environment),
    sk: 'CARD',
  }),
  rate: (actionKey: string): Key => ({ pk: 'RATES', sk: join('RATE', actionKey) }),
} as const;

/** Partitions and sort keys of lists. */
export const walletLists = {
  ledger: (accountId: string, environment: string): string => join('WALLET', accountId, environment),
  ledgerOfType: (accountId: string, environment: string, type: string): string =>
    join('WALLET', accountId, environment, type),
  /** Entries about one thing, such as an applicant. */
  ledgerOfReference: (accountId: string, environment: string, reference: string): string =>
    join('WALLET', accountId, environment, 'REFERENCE', reference),
  ledgerEntries: 'ENTRY#',
  /** Sort keys of the ledger entries numbered `first` to `last`. */
  ledgerRange: (first: number, last: number): readonly [string, string] => [
    join('ENTRY', padded(first)),
    join('ENTRY', padded(last)),
  ],
  rates: 'RATES',
} as const;

/** The access patterns. */
export const WALLET_FAMILIES = {
  wallet: {
    partition: () => walletKeys.wallet('{usr}', '{env}').pk,
    patterns: {
      WALLET: 'wallet by account and environment',
      AUTOTOPUP: 'latest automatic top-up of a wallet',
      'CREDIT#{reference}': 'what an operator credited to a wallet, by what it is for',
      'ENTRY#{number}': 'ledger of a wallet, by dense number',
      'POSTED#{txn}': 'number of a transaction whose time is later than that of its id',
    },
  },
  ledgerByTime: {
    index: 'gsi1',
    partition: () => walletLists.ledger('{usr}', '{env}'),
    patterns: { '{time}~{number}': 'ledger of a wallet by time' },
  },
  ledgerByType: {
    index: 'gsi2',
    partition: () => walletLists.ledgerOfType('{usr}', '{env}', '{type}'),
    patterns: { '{number}': 'ledger of a wallet by type, by dense number of a type' },
  },
  ledgerByReference: {
    index: 'gsi3',
    partition: () => walletLists.ledgerOfReference('{usr}', '{env}', '{reference}'),
    patterns: { '{number}': 'ledger of a wallet by what its entries are for, by dense number' },
  },
  topUp: { partition: () => walletKeys.topUp('{reference}').pk, patterns: { TOPUP: 'top-up by reference' } },
  savedCard: {
    partition: () => walletKeys.savedCard('{usr}', '{env}').pk,
    patterns: { CARD: "authorization to charge the card of a wallet's last payer" },
  },
  rates: { partition: () => walletLists.rates, patterns: { 'RATE#{actionKey}': 'pricing rates; one rate' } },
} as const satisfies Families;
