import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Context } from 'aws-lambda';
import { CONTRACTS } from '#functions/api/contracts';
import { CONSUMERS } from '#functions/events/consumers';
import { functionVariables } from '#infra/environment';
import { listFunctions } from '#scripts/bundle/functions';
import { LOCAL_AWS_ENVIRONMENT } from '#scripts/local-cloud/environment';
import { PROJECT_FOLDER } from '#scripts/local-cloud/folders';
import { localStage } from '#scripts/local-cloud/local-stage';
import type { Stack } from '#scripts/local-cloud/stack';
import { UserError } from '#scripts/local-cloud/user-error';

/** A function as Lambda calls it. */
export type Handler = (event: unknown, context: Context) => Promise<unknown>;

/** The environment of the deployed function, pointed at the local cloud. */
export const functionEnvironment = (name: string, stack: Stack): Record<string, string> => {
  const declared = [...CONTRACTS, ...CONSUMERS].find((one) => one.name === name);
  // The function for unrouted requests is in no list, and touches nothing.
  const touches = declared?.touches ?? {};
  const { tableName, bucketName, apiUrl, queues } = stack;
  const addresses = {
    tableName,
    bucketName,
    apiUrl,
    queueUrls: queues,
    unpublishableQueueUrl: queues['unpublishable-events-dlq'] ?? '',
  };
  return {
    ...LOCAL_AWS_ENVIRONMENT,
    AWS_REGION: stack.region,
    AWS_ENDPOINT_URL: stack.endpoint,
    AWS_LAMBDA_FUNCTION_NAME: name,
    ...functionVariables(touches, localStage(String(stack.rateLimitScale)), addresses),
  };
};

/**
 * The file of a function, from the project's folder.
 *
 * @throws UserError listing the existing functions.
 */
export const sourceOf = (name: string): string => {
  const functions = listFunctions();
  const source = functions.find((one) => one.name === name);
  if (source) return source.file;
  throw new UserError(`There is no function ${name}. Choose one of ${functions.map((one) => one.name).join(', ')}.`);
};

/** Loads a function. Call it after the environment is set, because modules read their settings when they are loaded. */
export const loadHandler = async (source: string): Promise<Handler> => {
  const module: { handler: Handler } = await import(pathToFileURL(join(PROJECT_FOLDER, source)).href);
  return module.handler;
};
