import { UserError } from '#scripts/local-cloud/user-error';

/** What an operator can mend, by the name of the AWS client's error: a line from the stage and the client's message. */
const PROBLEMS: Readonly<Record<string, (stage: string, message: string) => string>> = {
  CredentialsProviderError: (stage) => `There are no AWS credentials: take those of the account of stage ${stage}.`,
  ExpiredTokenException: (stage) => `The AWS credentials have run out: take new ones of the account of stage ${stage}.`,
  UnrecognizedClientException: (stage) =>
    `AWS does not know these credentials: take those of the account of stage ${stage}.`,
  AccessDeniedException: (_, message) => `These credentials lack a right: ${message}`,
  ResourceNotFoundException: (stage) =>
    `Stage ${stage} is not here: are these the credentials of its account, and is it deployed?`,
};

/**
 * An error as an operator reads it: one line where it is about whom they are signed in as, itself otherwise.
 *
 * @param stage whose table and secrets the command is for.
 */
export const operatorError = (error: unknown, stage: string): unknown => {
  if (!(error instanceof Error)) return error;
  const problem = Object.hasOwn(PROBLEMS, error.name) ? PROBLEMS[error.name] : undefined;
  return problem ? new UserError(problem(stage, error.message)) : error;
};
