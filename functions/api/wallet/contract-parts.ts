import * as v from 'valibot';
import { object } from '#shared/http/schemas/containers';
import { idText } from '#shared/http/schemas/texts';
import { described } from '#shared/platform/described';
import { environmentSchema } from '#shared/platform/environments';

/** Which of the account's two wallets. Without it, the one that `environmentOf` says. */
export const environmentEntries = {
  environment: v.optional(
    described(
      environmentSchema,
      'Which of the two wallets. Without it, `live` for a session; an API key reaches the wallet of its own environment.',
    ),
  ),
};

/** The largest threshold of a wallet, in kobo: a billion naira. */
export const MOST_THRESHOLD_KOBO = 100_000_000_000;

/** The wallet of a session that names none. */
export const SESSION_WALLET = 'live';

/** The path of calls about one top-up. */
export const referencePath = object({ reference: described(idText, 'The top-up (`top_`).') });
