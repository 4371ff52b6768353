import { UserError } from '#scripts/local-cloud/user-error';

/** More than a sentence and the number of a ticket. */
const MAX_LENGTH = 200;

/**
 * The reason for a change, without surrounding white space.
 *
 * @throws UserError when it is empty or too long.
 */
export const reasonOf = (text: string): string => {
  const reason = text.trim();
  if (reason.length > 0 && reason.length <= MAX_LENGTH) return reason;
  throw new UserError(`The reason must have 1 to ${MAX_LENGTH} characters.`);
};
