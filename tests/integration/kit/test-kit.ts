import { randomBytes } from 'node:crypto';
import { signingKeyOf } from '#shared/auth/sessions/signing-keys';
import { serviceTable } from '#shared/db/client';
import type { Table } from '#shared/db/operations';
import type { ApiHandler } from '#shared/http/endpoint';
import { emptyMemory, type Kit } from '#shared/http/kit';
import { makeRateLimiter } from '#shared/http/limits/rate-limiter';
import type { ApiResponse } from '#shared/http/response';
import { systemClock } from '#shared/platform/clock';
import { makeLogger } from '#shared/platform/logger';
import { makeMetrics } from '#shared/platform/metrics';
import { publishTestSigningKeys, TEST_SIGNING_SECRET } from '#tests/support/accounts';
import { type ApiEventOptions, apiEvent } from '#tests/support/api-event';
import { lambdaContext } from '#tests/support/lambda-context';

/**
 * A kit whose log, metrics and table calls a test can inspect. Each has its own rate limiter and its own memory, as a
 * container has.
 */
export interface TestKit extends Kit {
  /** Every log line, parsed. */
  readonly lines: Record<string, unknown>[];
  /** Every metric line, parsed. */
  readonly measured: Record<string, unknown>[];
  /** The name of every table method that was called. */
  readonly calls: (keyof Table)[];
}

const recording = (table: Table, calls: (keyof Table)[]): Table => {
  const record = <A extends unknown[], R>(name: keyof Table, method: (...args: A) => R) => {
    return (...args: A): R => {
      calls.push(name);
      return method(...args);
    };
  };
  return {
    get: record('get', table.get),
    getMany: record('getMany', table.getMany),
    query: record('query', table.query),
    queryAll: record('queryAll', table.queryAll),
    write: record('write', table.write),
    transact: record('transact', table.transact),
  };
};

/** Makes a kit on the emulated table. `overrides` replace its parts; a replaced table is wrapped by the recorder. */
export const testKit = (overrides: Partial<Kit> = {}): TestKit => {
  const lines: Record<string, unknown>[] = [];
  const measured: Record<string, unknown>[] = [];
  const calls: (keyof Table)[] = [];
  const limiter = makeRateLimiter(1);
  const table = recording((overrides.table ?? serviceTable)(), calls);
  return {
    ...emptyMemory(),
    clock: systemClock,
    limiter: () => limiter,
    log: makeLogger({}, (line) => lines.push(JSON.parse(line))),
    metrics: makeMetrics((line) => measured.push(JSON.parse(line))),
    ...overrides,
    table: () => table,
    lines,
    measured,
    calls,
  };
};

/** Gives a kit's container the public keys, as after its first request. */
export const warmUp = async ({ publicKeys }: Pick<Kit, 'publicKeys'>): Promise<void> => {
  await publishTestSigningKeys();
  await publicKeys.find(serviceTable(), signingKeyOf(TEST_SIGNING_SECRET.current).kid, Date.now());
};

/** An address that no other test counts under. */
export const newAddress = (): string => `10.${randomBytes(3).join('.')}`;

/** A response as tests read it. */
export interface ReadResponse {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads what the answer should have; its assertions prove it.
  readonly body: any;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly response: ApiResponse;
}

/** Calls a handler in process and reads its response's JSON. */
export const call = async (handler: ApiHandler, options: ApiEventOptions = {}): Promise<ReadResponse> => {
  const response = await handler(apiEvent(options), lambdaContext());
  const { statusCode, headers = {}, body = '' } = response;
  return { status: statusCode, body: JSON.parse(body), headers, response };
};
