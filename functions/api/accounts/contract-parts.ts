import * as v from 'valibot';
import { resultMessage, succeeded } from '#shared/http/envelope';
import { component, described } from '#shared/platform/described';

/** Success without anything to show. */
export const done = v.object({ success: succeeded, message: resultMessage });

/** The id of the account that a body is about. */
export const userId = described(v.string(), 'The id of the account (`usr_`).');

/** Success that names the account that it is about. */
export const doneForAccount = v.object({
  ...done.entries,
  data: component(v.object({ userId }), 'AccountReference', 'A reference to an account.'),
});
