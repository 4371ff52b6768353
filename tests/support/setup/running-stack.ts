import { readStack, type Stack } from '#scripts/local-cloud/stack';
import { UserError } from '#scripts/local-cloud/user-error';

/** Factor on every rate limit of a deployment under test: so high that no test meets a limit it does not look for. */
export const RATE_LIMIT_SCALE = 1000;

/**
 * The deployment that `STACK_JSON` names for the e2e suite; undefined when it names none.
 *
 * @throws UserError when it is not there, or its rate limits would refuse the suite's requests.
 */
export const runningStack = (): Stack | undefined => {
  const { STACK_JSON: file } = process.env;
  if (!file) return;
  const stack = readStack(file);
  if (stack.rateLimitScale >= RATE_LIMIT_SCALE) return stack;
  throw new UserError(
    `The deployment of ${file} would refuse the suite's requests as too many: start it with ` +
      `\`RATE_LIMIT_SCALE=${RATE_LIMIT_SCALE} npm start\` (it has ${stack.rateLimitScale}).`,
  );
};
