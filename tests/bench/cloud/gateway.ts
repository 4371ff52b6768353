import { once } from 'node:events';
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { OtherServices } from './other-services.ts';
import { readUnits, type StoredItem, writeUnits } from './units.ts';

/** One call to DynamoDB and its response. */
export interface TableCall {
  /** Such as `GetItem` or `TransactWriteItems`. */
  readonly operation: string;
  /**
   * Calls of one wave were in progress together, and the next wave waited for a response of this one. Counted from 1.
   */
  readonly wave: number;
  readonly readUnits: number;
  readonly writeUnits: number;
}

/** One item that a call wrote, before and after; missing where there was or is none. */
export interface TableWrite {
  readonly before: StoredItem | undefined;
  readonly after: StoredItem | undefined;
  readonly inTransaction: boolean;
}

/** What was recorded of some work. */
export interface Recorded {
  readonly calls: readonly TableCall[];
  readonly writes: readonly TableWrite[];
}

/** The endpoint of the AWS clients. DynamoDB is really called, and the other services respond immediately. */
export interface Gateway {
  readonly endpoint: string;
  /** Runs `work` and returns every DynamoDB call that it made. Only one recording at a time is possible. */
  record<T>(work: () => Promise<T>): Promise<Recorded & { readonly result: T }>;
  /** The total of milliseconds so far during which at least one call was waiting for its response. */
  responseMs(): number;
  stop(): Promise<void>;
}

interface Capacity {
  readonly CapacityUnits?: number;
}

/**
 * A wave is over if no call arrived for this long, because a caller that has its responses makes its next call at once.
 */
const QUIET_MS = 25;

const SINGLE_WRITES = new Set(['PutItem', 'UpdateItem', 'DeleteItem']);

const READS = new Set(['GetItem', 'BatchGetItem', 'Query', 'Scan', 'TransactGetItems']);

const unitsOf = (consumed: Capacity | readonly Capacity[] | undefined): number =>
  [consumed ?? []].flat().reduce((sum, { CapacityUnits = 0 }) => sum + CapacityUnits, 0);

type TransactedWrite = Readonly<
  Record<string, { readonly TableName: string; readonly Item?: StoredItem; readonly Key?: StoredItem }>
>;

/** Every batch of the service is strongly consistent. */
interface BatchGetInput {
  readonly RequestItems: Readonly<Record<string, { readonly Keys: readonly StoredItem[] }>>;
}

interface BatchGetOutput {
  readonly Responses?: Readonly<Record<string, readonly StoredItem[]>>;
}

const keyOf = ({ Item: item, Key: key }: TransactedWrite[string] & object): StoredItem =>
  Object.fromEntries(Object.entries(item ?? key ?? {}).filter(([name]) => name === 'pk' || name === 'sk'));

const bodyOf = async (message: IncomingMessage): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
};

/**
 * Starts a gateway in front of DynamoDB. While it records, it requests the consumed units of each call. It holds
 * responses back until the caller makes no further call, so that calls that do not wait for each other are recognised
 * as one trip, however busy the machine is.
 */
export const startGateway = async (dynamoDb: string, others: OtherServices): Promise<Gateway> => {
  const agent = new Agent({ keepAlive: true });
  let recording:
    | { calls: TableCall[]; writes: TableWrite[]; wave: number; lastRequestedAt: number; open: boolean }
    | undefined;

  const askDynamoDb = async (headers: IncomingMessage['headers'], body: string) => {
    const { 'content-length': _, host: __, ...kept } = headers;
    const requested = request(dynamoDb, { method: 'POST', headers: kept, agent });
    requested.end(body);
    const [result] = (await once(requested, 'response')) as [IncomingMessage];
    return { status: result.statusCode ?? 500, headers: result.headers, body: await bodyOf(result) };
  };

  /** Joins the open wave, or begins the next. Resolves when that wave is over. */
  const passWave = async (current: NonNullable<typeof recording>): Promise<number> => {
    if (!current.open) {
      current.open = true;
      current.wave += 1;
    }
    const { wave } = current;
    current.lastRequestedAt = performance.now();
    for (;;) {
      await sleep(QUIET_MS - Math.min(QUIET_MS - 1, performance.now() - current.lastRequestedAt));
      if (performance.now() - current.lastRequestedAt >= QUIET_MS || current.wave !== wave) break;
    }
    current.open = false;
    return wave;
  };

  const itemsOf = async (headers: IncomingMessage['headers'], writes: readonly TransactedWrite[]) => {
    const target = { ...headers, 'x-amz-target': 'DynamoDB_20120810.GetItem' };
    const items = writes.flatMap(Object.values).map(async (write: TransactedWrite[string] & object) => {
      const body = JSON.stringify({ TableName: write.TableName, Key: keyOf(write), ConsistentRead: true });
      return JSON.parse(String((await askDynamoDb(target, body)).body)).Item as StoredItem | undefined;
    });
    return Promise.all(items);
  };

  /** Makes writes, and notes the items before and after. */
  const written = async (
    headers: IncomingMessage['headers'],
    body: string,
    writes: readonly TransactedWrite[],
    inTransaction: boolean,
  ) => {
    const before = await itemsOf(headers, writes);
    const result = await askDynamoDb(headers, body);
    const after = await itemsOf(headers, writes);
    const noted = before.map((item, index): TableWrite => ({ before: item, after: after[index], inTransaction }));
    recording?.writes.push(...noted);
    return { result, noted };
  };

  /** Calculated, because DynamoDB Local rounds a transaction up as a whole, and AWS item by item. */
  const transact = async (headers: IncomingMessage['headers'], body: string) => {
    const { TransactItems: writes } = JSON.parse(body) as { TransactItems: readonly TransactedWrite[] };
    const { result, noted } = await written(headers, body, writes, true);
    return { result, units: noted.reduce((sum, { before, after }) => sum + writeUnits(before, after, true), 0) };
  };

  /** Calculated, because DynamoDB Local omits missing items of a batch, which AWS bills. */
  const batchGet = async (headers: IncomingMessage['headers'], body: string) => {
    const result = await askDynamoDb(headers, body);
    const { RequestItems: requests } = JSON.parse(body) as BatchGetInput;
    const { Responses: responses = {} } = JSON.parse(String(result.body)) as BatchGetOutput;
    const found = Object.values(responses).flat();
    const requested = Object.values(requests).flatMap(({ Keys: keys }) => keys).length;
    const units = found.reduce((sum, item) => sum + readUnits(item), (requested - found.length) * readUnits(undefined));
    return { result, units };
  };

  const ask = async (headers: IncomingMessage['headers'], operation: string, body: string) => {
    if (operation === 'TransactWriteItems') return transact(headers, body);
    if (operation === 'BatchGetItem') return batchGet(headers, body);
    const single = SINGLE_WRITES.has(operation) ? [{ [operation]: JSON.parse(body) }] : [];
    const { result } = await written(headers, body, single, false);
    return { result, units: unitsOf(JSON.parse(String(result.body)).ConsumedCapacity) };
  };

  const respondForTable = async (headers: IncomingMessage['headers'], operation: string, text: string) => {
    const current = recording;
    if (!current) return askDynamoDb(headers, text);
    const body = JSON.stringify({ ...JSON.parse(text), ReturnConsumedCapacity: 'TOTAL' });
    const wave = await passWave(current);
    const { result, units } = await ask(headers, operation, body);
    const isRead = READS.has(operation);
    current.calls.push({ operation, wave, readUnits: isRead ? units : 0, writeUnits: isRead ? 0 : units });
    return result;
  };

  const serve = async (message: IncomingMessage, response: ServerResponse): Promise<void> => {
    const target = String(message.headers['x-amz-target'] ?? message.url);
    const body = String(await bodyOf(message));
    const [service, operation = ''] = target.split('.');
    if (service === 'DynamoDB_20120810') {
      const result = await respondForTable(message.headers, operation, body);
      response.writeHead(result.status, { 'content-type': 'application/x-amz-json-1.0' }).end(result.body);
      return;
    }
    const result = others.answer(target, body);
    response.writeHead(result ? 200 : 501, { 'content-type': 'application/json' }).end(JSON.stringify(result ?? {}));
  };

  const responding = { calls: 0, sinceMs: 0, totalMs: 0 };
  const timed = async (work: () => Promise<void>): Promise<void> => {
    if (responding.calls++ === 0) responding.sinceMs = performance.now();
    await work().finally(() => {
      if (--responding.calls === 0) responding.totalMs += performance.now() - responding.sinceMs;
    });
  };

  const server = createServer((message, response) => {
    timed(() => serve(message, response)).catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The gateway has no TCP port');

  return {
    endpoint: `http://127.0.0.1:${address.port}`,
    record: async (work) => {
      recording = { calls: [], writes: [], wave: 0, lastRequestedAt: 0, open: false };
      const { calls, writes } = recording;
      try {
        return { result: await work(), calls, writes };
      } finally {
        recording = undefined;
      }
    },
    responseMs: () => responding.totalMs,
    stop: async () => {
      server.closeAllConnections();
      server.close();
      agent.destroy();
      await once(server, 'close');
    },
  };
};
