import { UserError } from '#scripts/local-cloud/user-error';

/** Errors of the AWS client that an operator can fix, by name: a line from the stage and the client's message. */
const PROBLEMS: Readonly<Record<string, (stage: string, message: string) => string>> = {
  CredentialsProviderError: (stage) => `There are no AWS credentials: use those of the account of stage ${stage}.`,
  ExpiredTokenException: (stage) => `The AWS credentials have expired: get new ones for the account of stage ${stage}.`,
  UnrecognizedClientException: (stage) =>
    `AWS does not know these credentials: use those of the account of stage ${stage}.`,
  AccessDeniedException: (_, message) => `These credentials lack a permission: ${message}`,
  ResourceNotFoundException: (stage) =>
    `Stage ${stage} is not here: are these the credentials of its account, and is it deployed?`,
};

/**
 * An error as an operator reads it: one line where it is about their credentials, itself otherwise.
 *
 * @param stage whose table and secrets the command is for.
 */
export const operatorError = (error: unknown, stage: string): unknown => {
  if (!(error instanceof Error)) return error;
  const problem = Object.hasOwn(PROBLEMS, error.name) ? PROBLEMS[error.name] : undefined;
  return problem ? new UserError(problem(stage, error.message)) : error;
};
