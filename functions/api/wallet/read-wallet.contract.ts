import * as v from 'valibot';
import { contract } from '#shared/http/contract';
import { succeeded } from '#shared/http/envelope';
import { object } from '#shared/http/schemas/containers';
import { walletBody } from '#shared/wallet/views';
import { environmentEntries } from './contract-parts.ts';

/** Reads one of the account's wallets. */
export const readWallet = contract({
  name: 'read-wallet',
  group: 'wallet',
  method: 'GET',
  route: '/v1/wallet',
  summary: 'Read a wallet',
  description:
    'Returns the balance and settings of a wallet. Every account has one wallet in each environment from the ' +
    'start.',
  caller: 'account',
  limit: 'walletReads',
  query: object(environmentEntries),
  success: { 200: v.object({ success: succeeded, wallet: walletBody }) },
  touches: { reads: ['wallet'] },
});
