import * as v from 'valibot';
import { object } from '#shared/http/schemas/containers';
import { idText } from '#shared/http/schemas/texts';
import { described } from '#shared/platform/described';
import { environmentSchema } from '#shared/platform/environments';

/** Selects one of the account's two wallets; by default the one that `environmentOf` returns. */
export const environmentEntries = {
  environment: v.optional(
    described(
      environmentSchema,
      'The environment of the wallet. The default is `live` for a session. An API key can access only the ' +
        'wallet in its own environment.',
    ),
  ),
};

/** The largest amount of one top-up, in kobo: 5,000,000 naira. */
export const MAX_TOP_UP_KOBO = 500_000_000;

/** The smallest amount of one top-up, in kobo: 100 naira. */
export const MIN_TOP_UP_KOBO = 10_000;

/** The largest threshold of a wallet, in kobo: a billion naira. */
export const MAX_THRESHOLD_KOBO = 100_000_000_000;

/** The default wallet of a session. */
export const SESSION_WALLET = 'live';

/** The path of calls about one transaction. */
export const transactionPath = object({ id: described(idText, 'The id of the transaction (`txn_`).') });

/** The path of calls about one top-up. */
export const referencePath = object({ reference: described(idText, 'The id of the top-up (`top_`).') });
