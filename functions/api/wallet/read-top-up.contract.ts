import * as v from 'valibot';
import { contract } from '#shared/http/contract';
import { succeeded } from '#shared/http/envelope';
import { topUpBody } from '#shared/wallet/views';
import { referencePath } from './contract-parts.ts';

/** Reads a top-up, and looks up its payment while the outcome is unknown. */
export const readTopUp = contract({
  name: 'read-top-up',
  group: 'wallet',
  method: 'GET',
  route: '/v1/wallet/top-up/{reference}',
  summary: 'Read a top-up',
  description:
    'Returns a top-up. Poll this endpoint to follow a payment: while the status is `pending` or `failed`, ' +
    'each call looks up the payment at the provider. After `failed`, the payer can try again at the same ' +
    'URL, and the status may still become `success`.',
  caller: 'account',
  limit: 'walletReads',
  path: referencePath,
  success: { 200: v.object({ success: succeeded, data: topUpBody }) },
  errors: ['TOP_UP_NOT_FOUND'],
  touches: { reads: ['topUp', 'wallet'], writes: ['savedCard', 'topUp', 'wallet'], uses: ['payments', 'vault'] },
});
