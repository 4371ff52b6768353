import * as v from 'valibot';
import { object } from '#shared/http/schemas/containers';
import { idText } from '#shared/http/schemas/texts';
import { described } from '#shared/platform/described';
import { environmentSchema } from '#shared/platform/environments';

/** Which of the account's two wallets: signed-in sessions mean the live one unless they say otherwise. */
export const environmentEntries = {
  environment: v.optional(described(environmentSchema, 'Which of the two wallets.'), 'live'),
};

/** The path of calls about one top-up. */
export const referencePath = object({ reference: described(idText, 'The top-up (`top_`).') });
