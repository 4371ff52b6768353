import { readStack, type Stack } from '#scripts/local-cloud/stack';
import { UserError } from '#scripts/local-cloud/user-error';

/**
 * The deployment that `STACK_JSON` names for the e2e suite; undefined if it names none.
 *
 * @throws UserError when the deployment does not exist, or its rate limits are not those of the interface, which the
 * suite tests.
 */
export const runningStack = (): Stack | undefined => {
  const { STACK_JSON: file } = process.env;
  if (!file) return;
  const stack = readStack(file);
  if (stack.rateLimitScale === 1) return stack;
  throw new UserError(
    `The deployment of ${file} has other rate limits than the suite tests (a scale of ${stack.rateLimitScale}): start it ` +
      'with `npm start`, without RATE_LIMIT_SCALE.',
  );
};
