import { DynamoDBClient, TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { makeTable, type Table } from '#shared/db/operations';
import { awsClientSettings } from '#shared/platform/aws';
import { env } from '#shared/platform/env';

/** A request to DynamoDB as a fault sees it: the API's name of the command and its input as sent. */
export interface TableRequest {
  readonly command: string;
  readonly isWrite: boolean;
  /** Whether it only counts rate limits. */
  readonly isCounter: boolean;
  /** Whether it only notes the hour in which an API key was used. */
  readonly isKeyUse: boolean;
  /** For a transaction, the token that all its tries share. */
  readonly token: string | undefined;
  /** Which of the SDK's tries this is: 1, 2 or 3. */
  readonly attempt: number;
}

/**
 * What happens to a request. `conflict`, `throttled`: DynamoDB refuses it. `refused`: there is no connection.
 * `responseLost`: DynamoDB does it, and the response is lost. `unheard`: DynamoDB may or may not do it, and the
 * response is lost.
 */
export type TableFault = 'conflict' | 'throttled' | 'refused' | 'responseLost' | 'unheard';

const errorNamed = (name: string, extras: object = {}): Error => Object.assign(new Error(name), { name, ...extras });

const FAULTS: Readonly<Record<TableFault, () => Error>> = {
  conflict: () =>
    new TransactionCanceledException({
      message: 'Transaction cancelled',
      $metadata: { httpStatusCode: 400 },
      CancellationReasons: [{ Code: 'TransactionConflict', Message: 'Transaction is ongoing for the item' }],
    }),
  throttled: () => errorNamed('ThrottlingException', { $fault: 'client', $metadata: { httpStatusCode: 400 } }),
  refused: () => errorNamed('Error', { code: 'ECONNREFUSED' }),
  responseLost: () => errorNamed('TimeoutError', { code: 'ETIMEDOUT' }),
  unheard: () => errorNamed('TimeoutError', { code: 'ETIMEDOUT' }),
};

const READS = new Set(['GetItemCommand', 'BatchGetItemCommand', 'QueryCommand']);

/** The SDK sends the number of the try in a header. */
const attemptOf = (request: unknown): number => {
  const { headers } = request as { headers: Readonly<Record<string, string>> };
  return Number(/attempt=(\d+)/.exec(headers['amz-sdk-request'] ?? '')?.[1]);
};

const requestOf = (command: string, input: unknown, request: unknown): TableRequest => {
  const { Key, ClientRequestToken } = input as { Key?: { pk?: { S?: string } }; ClientRequestToken?: string };
  return {
    command,
    isWrite: !READS.has(command),
    isCounter: Key?.pk?.S?.startsWith('LIMIT#') ?? false,
    isKeyUse: Key?.pk?.S?.startsWith('APIKEYUSES#') ?? false,
    token: ClientRequestToken,
    attempt: attemptOf(request),
  };
};

/** How often each fault happened. */
export type FaultCounts = { [Fault in TableFault]?: number };

/**
 * The service's table over a client whose requests meet faults on the wire. These are below the SDK, whose own bounded
 * retries are part of the test.
 *
 * @param faultOf decides about each try of each request; undefined lets it through.
 * @param counts is incremented with each fault.
 */
export const faultyTable = (
  faultOf: (request: TableRequest) => TableFault | undefined,
  counts: FaultCounts = {},
): Table => {
  const client = new DynamoDBClient(awsClientSettings);
  client.middlewareStack.add(
    (next, context) => async (args) => {
      const fault = faultOf(requestOf(String(context.commandName), args.input, args.request));
      if (fault === undefined) return next(args);
      counts[fault] = (counts[fault] ?? 0) + 1;
      if (fault === 'responseLost') await next(args);
      if (fault === 'unheard') await next(args).catch(() => undefined);
      throw FAULTS[fault]();
    },
    { step: 'finalizeRequest', priority: 'low', name: 'faults' },
  );
  return makeTable(
    DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } }),
    env('TABLE_NAME'),
  );
};
