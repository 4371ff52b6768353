import { endSessions, revokeKeys, setSuspension } from './account-access.ts';
import type { OpsCommand } from './command.ts';
import { creditWallet, refundCharge } from './credit-wallet.ts';
import { environmentNamed } from './named-account.ts';
import { reasonOf } from './reason.ts';
import { showAccount } from './show-account.ts';

/** An operator's commands on accounts, their credentials and their wallets. */
export const ACCOUNT_COMMANDS: Readonly<Record<string, OpsCommand>> = {
  'show-account': {
    parameters: ['<usr_…|email>'],
    readsOnly: true,
    summary: 'shows an account: role, suspension, sessions, API keys, webhook registrations, wallets and companies',
    run: ([named = ''], effects) => showAccount(named, effects),
  },
  'end-sessions': {
    parameters: ['<usr_…>'],
    options: ['dry-run'],
    summary: 'ends every session of an account; its API keys go on working',
    run: ([accountId = ''], effects, { dryRun, userName }) => endSessions({ accountId, dryRun, userName }, effects),
  },
  'revoke-keys': {
    parameters: ['<usr_…>', '<sandbox|live>'],
    options: ['dry-run'],
    summary: 'ends every API key of an account in an environment; the account can create new ones',
    run: async ([accountId = '', environment = ''], effects, { dryRun, userName }) =>
      revokeKeys({ accountId, environment: environmentNamed(environment), dryRun, userName }, effects),
  },
  'suspend-account': {
    parameters: ['<usr_…>', '<reason>'],
    options: ['dry-run'],
    summary: 'refuses every session and API key of an account and closes its forms, until it is resumed',
    run: async ([accountId = '', reason = ''], effects, { dryRun, userName }) =>
      setSuspension({ accountId, reason: reasonOf(reason), dryRun, userName }, effects),
  },
  'resume-account': {
    parameters: ['<usr_…>'],
    options: ['dry-run'],
    summary: 'ends the suspension of an account: its sessions, API keys and forms work as before',
    run: ([accountId = ''], effects, { dryRun, userName }) =>
      setSuspension({ accountId, reason: undefined, dryRun, userName }, effects),
  },
  credit: {
    parameters: ['<usr_…>', '<sandbox|live>', '<kobo>', '<reason>'],
    options: ['dry-run'],
    summary: 'credits money to a wallet, once for the same amount and reason, which the account sees',
    run: async ([accountId = '', environment = '', amount = '', reason = ''], effects, { dryRun, userName }) =>
      creditWallet(
        {
          ...{ accountId, environment: environmentNamed(environment), amount, reason },
          ...{ dryRun, userName },
        },
        effects,
      ),
  },
  refund: {
    parameters: ['<usr_…>', '<txn_…>'],
    options: ['dry-run'],
    summary: 'refunds a charge of an account to its wallet, once',
    run: ([accountId = '', transactionId = ''], effects, { dryRun, userName }) =>
      refundCharge({ accountId, transactionId, dryRun, userName }, effects),
  },
};
