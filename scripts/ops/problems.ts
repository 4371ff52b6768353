import { UserError } from '#scripts/local-cloud/user-error';

/** What a line says of a problem. */
type Line = (stage: string, message: string) => string;

const expired: Line = (stage) =>
  `The AWS credentials have expired. Get new ones for the AWS account of stage ${stage}.`;
const unrecognised: Line = (stage) =>
  `AWS does not recognise these credentials. Use those of the AWS account of stage ${stage}.`;
const denied: Line = (_, message) => `These credentials lack a permission: ${message}`;

/**
 * Errors of the AWS client that an operator can fix, by name, each with its line from the stage and the client's
 * message. SQS has other names than DynamoDB.
 */
const PROBLEMS: Readonly<Record<string, Line>> = {
  CredentialsProviderError: (stage) => `There are no AWS credentials. Use those of the AWS account of stage ${stage}.`,
  ExpiredTokenException: expired,
  ExpiredToken: expired,
  UnrecognizedClientException: unrecognised,
  InvalidClientTokenId: unrecognised,
  InvalidSignatureException: unrecognised,
  SignatureDoesNotMatch: unrecognised,
  AccessDeniedException: denied,
  AccessDenied: denied,
  ResourceNotFoundException: (stage) =>
    `Stage ${stage} was not found. Check that the credentials are those of its AWS account, and that it is ` +
    'deployed.',
};

/** The system's error codes for a network that does not reach AWS. */
const UNREACHABLE: readonly unknown[] = ['ENOTFOUND', 'EAI_AGAIN', 'ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT'];

/** More than any of our errors is nested. */
const MAX_CAUSES = 5;

/** An error and its causes, outermost first. */
const causesOf = (error: unknown): readonly Error[] => {
  const causes: Error[] = [];
  for (let cause = error; cause instanceof Error && causes.length < MAX_CAUSES; cause = cause.cause) causes.push(cause);
  return causes;
};

const problemOf = (error: Error, stage: string): string | undefined => {
  if (UNREACHABLE.includes((error as NodeJS.ErrnoException).code))
    return `AWS cannot be reached (${error.message}). Check the network, then run the command again.`;
  return Object.hasOwn(PROBLEMS, error.name) ? PROBLEMS[error.name]?.(stage, error.message) : undefined;
};

/**
 * An error as an operator reads it: one line if it, or a cause of it, concerns their credentials or their network;
 * otherwise the error itself.
 *
 * @param stage whose table and secrets the command is for.
 */
export const operatorError = (error: unknown, stage: string): unknown => {
  for (const cause of causesOf(error)) {
    const problem = problemOf(cause, stage);
    if (problem !== undefined) return new UserError(problem);
  }
  return error;
};
