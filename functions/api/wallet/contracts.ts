import * as v from 'valibot';
import { environmentSchema } from '#shared/events/catalogue';
import { contract } from '#shared/http/contract';
import { succeeded } from '#shared/http/envelope';
import { object } from '#shared/http/schemas/containers';
import { pageQueryEntries, paginationSchema } from '#shared/http/schemas/pagination';
import { idText } from '#shared/http/schemas/texts';
import { isInOrder, timeRangeQueryEntries } from '#shared/http/schemas/time-range';
import { described } from '#shared/platform/described';
import { ENTRY_TYPES } from '#shared/wallet/ledger-entry';
import { rateBody, startedTopUpBody, topUpBody, transactionBody, walletBody } from '#shared/wallet/views';

/** Which of the account's two wallets: signed-in sessions mean the live one unless they say otherwise. */
const environmentEntries = {
  environment: v.optional(described(environmentSchema, 'Which of the two wallets.'), 'live'),
};

const referencePath = object({ reference: described(idText, 'The top-up (`top_`).') });

/** Lists what every action costs now. */
export const readPricingRates = contract({
  name: 'read-pricing-rates',
  group: 'wallet',
  method: 'GET',
  route: '/v1/wallet/pricing-rates',
  summary: 'Read the pricing rates',
  description:
    'Prices change without notice: read them when you need them. An action that is not listed costs nothing.',
  caller: 'account',
  limit: 'walletReads',
  success: {
    200: v.object({ success: succeeded, rates: described(v.array(rateBody), 'What every action costs now.') }),
  },
  touches: { reads: ['rates'] },
});

/** Reads one of the account's wallets. */
export const readWallet = contract({
  name: 'read-wallet',
  group: 'wallet',
  method: 'GET',
  route: '/v1/wallet',
  summary: 'Read a wallet',
  description: 'Its balance in one environment. Every account has a wallet in each, from its first day on.',
  caller: 'account',
  limit: 'walletReads',
  query: object(environmentEntries),
  success: { 200: v.object({ success: succeeded, wallet: walletBody }) },
  touches: { reads: ['wallet'] },
});

/** Lists the ledger of one of the account's wallets. */
export const listTransactions = contract({
  name: 'list-transactions',
  group: 'wallet',
  method: 'GET',
  route: '/v1/wallet/transactions',
  summary: 'List the transactions of a wallet',
  description:
    'Newest first. `from` and `to` are included: timestamps, or dates, which are days in Africa/Lagos. Filtered lists ' +
    'may lag behind the latest transaction by a moment.',
  caller: 'account',
  limit: 'walletReads',
  query: v.pipe(
    object({
      ...environmentEntries,
      ...pageQueryEntries,
      type: v.optional(described(v.picklist(ENTRY_TYPES), 'Only credits, or only debits.')),
      ...timeRangeQueryEntries,
    }),
    v.forward(v.partialCheck([['from'], ['to']], isInOrder, 'from must not be after to'), ['from']),
  ),
  success: {
    200: v.object({
      success: succeeded,
      transactions: described(v.array(transactionBody), 'The entries of one page, newest first.'),
      pagination: paginationSchema,
    }),
  },
  touches: { reads: ['wallet', 'ledgerByTime', 'ledgerByType'] },
});

/** Begins to put money into a wallet. */
export const startTopUp = contract({
  name: 'start-top-up',
  group: 'wallet',
  method: 'POST',
  route: '/v1/wallet/top-up',
  summary: 'Top up a wallet',
  description:
    'Opens a checkout: send the payer to `authorizationUrl`. The wallet is credited when the payment has arrived. ' +
    'Where payments are real, the sandbox wallet cannot be topped up.',
  caller: 'account',
  limit: 'walletWrites',
  query: object(environmentEntries),
  body: object({
    amountKobo: described(
      v.pipe(v.number(), v.integer(), v.minValue(10_000), v.maxValue(500_000_000)),
      'How much to put in, in kobo: 100 to 5,000,000 naira.',
    ),
  }),
  success: { 200: v.object({ success: succeeded, data: startedTopUpBody }) },
  errors: ['PAYMENTS_UNAVAILABLE'],
  idempotent: 'claim',
  links: [{ to: 'read-top-up', parameters: { reference: 'data.reference' } }],
  touches: { reads: ['account'], writes: ['topUp'], settings: ['checkout'] },
});

/** Reads a top-up, and asks for its payment when that is not known yet. */
export const readTopUp = contract({
  name: 'read-top-up',
  group: 'wallet',
  method: 'GET',
  route: '/v1/wallet/top-up/{reference}',
  summary: 'Read a top-up',
  description:
    'While the status is `pending` the payment provider is asked, so that polling this is enough. After `failed` the ' +
    'payer may try again at the same address, and the status may still become `success`.',
  caller: 'account',
  limit: 'walletReads',
  path: referencePath,
  success: { 200: v.object({ success: succeeded, data: topUpBody }) },
  errors: ['TOP_UP_NOT_FOUND'],
  touches: { reads: ['topUp', 'wallet'], writes: ['topUp', 'wallet'], settings: ['checkout'] },
});

/** Shows the simulated checkout. */
export const showCheckout = contract({
  name: 'show-checkout',
  group: 'wallet',
  method: 'GET',
  route: '/v1/wallet/checkout/{reference}',
  summary: 'Show the simulated checkout',
  description: 'The `authorizationUrl` of stages without a payment provider. Takes no money; does not exist in prod.',
  caller: 'public',
  path: referencePath,
  produces: 'html',
  success: { 200: v.string() },
  errors: ['TOP_UP_NOT_FOUND'],
  touches: { reads: ['topUp'], settings: ['checkout'] },
  onlyWhere: 'simulatedCheckout',
});

/** Pays at the simulated checkout, or fails to. */
export const completeCheckout = contract({
  name: 'complete-checkout',
  group: 'wallet',
  method: 'POST',
  route: '/v1/wallet/checkout/{reference}',
  summary: 'Complete the simulated checkout',
  description: 'What the form of the page sends. A top-up that was paid stays paid, whatever is sent again.',
  caller: 'public',
  path: referencePath,
  consumes: 'form',
  body: object({ outcome: described(v.picklist(['success', 'failed']), 'How the payment ends.') }),
  produces: 'html',
  success: { 200: v.string() },
  errors: ['TOP_UP_NOT_FOUND'],
  touches: { reads: ['topUp', 'wallet'], writes: ['topUp', 'wallet'], settings: ['checkout'] },
  onlyWhere: 'simulatedCheckout',
});

/** Hears from Paystack that a payment arrived. */
export const receivePaystackCallback = contract({
  name: 'receive-paystack-callback',
  group: 'wallet',
  method: 'POST',
  route: '/v1/callbacks/paystack',
  summary: 'Receive a callback of Paystack',
  description:
    'For Paystack alone: `x-paystack-signature` is the HMAC-SHA512 of the raw body. Events that concern no top-up are ' +
    'acknowledged and ignored; an event that comes twice credits once.',
  caller: 'provider',
  // Whatever Paystack calls about: looked at once the signature is right, by a schema of its own.
  body: object({
    event: v.optional(described(v.unknown(), 'What happened: `charge.success` for one.')),
    data: v.optional(described(v.unknown(), 'What it is about, as Paystack documents it.')),
  }),
  success: { 200: v.object({ success: succeeded }) },
  errors: ['INVALID_CALLBACK_SIGNATURE', 'PAYMENTS_UNAVAILABLE'],
  touches: { reads: ['topUp', 'wallet'], writes: ['topUp', 'wallet'], settings: ['checkout'] },
});

/** Money: what things cost, what there is, what happened to it, and how more is put in. */
export const walletContracts = [
  readPricingRates,
  readWallet,
  listTransactions,
  startTopUp,
  readTopUp,
  showCheckout,
  completeCheckout,
  receivePaystackCallback,
] as const;
