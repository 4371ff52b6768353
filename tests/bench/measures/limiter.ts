import { randomUUID } from 'node:crypto';
import { DynamoDB, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { RateLimiterDynamo } from 'rate-limiter-flexible';
import { makeTable } from '#shared/db/operations';
import { makeRateLimiter } from '#shared/http/limits/rate-limiter';
import { env } from '#shared/platform/env';
import { startCloud } from '#tests/bench/cloud/cloud';
import { type Benchmark, type Report, rounded } from '#tests/bench/report';
import { sized } from '#tests/bench/size';
import { medianInTurns } from '#tests/bench/statistics';

const { RUNS, REQUESTS } = sized({ RUNS: 5, REQUESTS: 600 }, { RUNS: 1, REQUESTS: 60 });
const AT_ONCE = 10;

/** The limit of the measured surface: `auth`, 50 within 15 minutes. */
const LIMIT = 50;
const WINDOW_SECONDS = 900;

/** Write units and calls of a client. */
interface Meter {
  units: number;
  calls: number;
}

interface Consumed {
  readonly ConsumedCapacity?: { readonly CapacityUnits?: number };
}

/** Counts the calls of a client. A failed condition is billed as a write. */
const metered = <C extends DynamoDBClient>(client: C): { readonly client: C; readonly meter: Meter } => {
  const meter: Meter = { units: 0, calls: 0 };
  client.middlewareStack.add(
    (next) => async (args) => {
      meter.calls += 1;
      try {
        const response = await next({ ...args, input: { ...args.input, ReturnConsumedCapacity: 'TOTAL' } as never });
        meter.units += (response.output as Consumed).ConsumedCapacity?.CapacityUnits ?? 0;
        return response;
      } catch (error) {
        meter.units += 1;
        throw error;
      }
    },
    { step: 'initialize' },
  );
  return { client, meter };
};

/** A limiter, which counts one request of a caller and returns whether it passes. */
interface Contender {
  readonly meter: Meter;
  readonly passes: (caller: string) => Promise<boolean>;
}

const ours = (endpoint: string): Contender => {
  const { client, meter } = metered(new DynamoDBClient({ endpoint }));
  const table = makeTable(DynamoDBDocumentClient.from(client), env('TABLE_NAME'));
  const limiter = makeRateLimiter(1);
  return {
    meter,
    passes: async (caller) => !(await limiter.count(table, 'auth', caller, Date.now())).exceeded,
  };
};

const flexible = async (endpoint: string): Promise<Contender> => {
  const { client, meter } = metered(new DynamoDB({ endpoint }));
  const limiter = await new Promise<RateLimiterDynamo>((resolve, reject) => {
    const made: RateLimiterDynamo = new RateLimiterDynamo(
      {
        storeClient: client,
        tableName: `flexible-${randomUUID()}`,
        points: LIMIT,
        duration: WINDOW_SECONDS,
        // Its own protection against callers that continue, who are blocked in memory for the rest of the window.
        inMemoryBlockOnConsumed: LIMIT + 1,
      },
      (error?: unknown) => (error ? reject(error) : resolve(made)),
    );
  });
  return {
    meter,
    passes: (caller) =>
      limiter.consume(caller).then(
        () => true,
        (refusal: unknown) => {
          if (refusal instanceof Error) throw refusal;
          return false;
        },
      ),
  };
};

/**
 * Sends this many requests of callers with this many each, ten at a time. Returns the seconds that it took, and how
 * many passed.
 */
const load = async ({ passes }: Contender, requestsOfEach: number) => {
  const run = randomUUID();
  let sent = 0;
  let passed = 0;
  const startedAt = performance.now();
  const work = async (): Promise<void> => {
    while (sent < REQUESTS) {
      const index = sent++;
      if (await passes(`${run}-${Math.floor(index / requestsOfEach)}`)) passed += 1;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return { seconds: (performance.now() - startedAt) / 1000, passed };
};

const compare = async (
  report: Report,
  title: string,
  requestsOfEach: number,
  contenders: Record<string, Contender>,
) => {
  const counted: Record<string, { units: number; calls: number; passed: number }> = {};
  const perSecond = await medianInTurns(Object.keys(contenders), RUNS, async (name) => {
    const contender = contenders[name] as Contender;
    const { units, calls } = contender.meter;
    const { seconds, passed } = await load(contender, requestsOfEach);
    counted[name] = { units: contender.meter.units - units, calls: contender.meter.calls - calls, passed };
    return REQUESTS / seconds;
  });
  report.table(
    title,
    Object.entries(counted).map(([limiter, { units, calls, passed }]) => ({
      limiter,
      'requests a second': Math.round(perSecond[limiter] ?? 0),
      'calls a request': rounded(calls / REQUESTS, 2),
      'write units a request': rounded(units / REQUESTS, 2),
      'passed of 600': passed,
    })),
  );
};

/** Compares the rate limiter with the equivalent package. */
export const limiter: Benchmark = {
  name: 'limiter',
  measures: 'requests a second and writes a request, against rate-limiter-flexible on the same DynamoDB Local',
  run: async (report) => {
    const cloud = await startCloud();
    try {
      const contenders = { ours: ours(cloud.dynamoDb), 'rate-limiter-flexible': await flexible(cloud.dynamoDb) };
      await compare(report, 'Under the limit: callers of 10 requests each, 10 at once.', 10, contenders);
      await compare(report, `Over the limit of ${LIMIT}: callers of 300 requests each, 10 at once.`, 300, contenders);
    } finally {
      await cloud.stop();
    }
  },
};
