import * as v from 'valibot';
import { resultMessage, succeeded } from '#shared/http/envelope';
import { component, described } from '#shared/platform/described';

/** A success without data. */
export const done = v.object({ success: succeeded, message: resultMessage });

/** The id of the account in a body. */
export const userId = described(v.string(), 'The id of the account (`usr_`).');

/** A success that names its account. */
export const doneForAccount = v.object({
  ...done.entries,
  data: component(v.object({ userId }), 'AccountReference', 'A reference to an account.'),
});
