import { CONTRACTS } from '#functions/api/contracts';
import type { Table } from '#shared/db/operations';
import { ApiError } from '#shared/errors/api-error';
import type { Contract } from '#shared/http/contract';
import type { ApiHandler } from '#shared/http/endpoint';
import { emptyMemory, type Kit } from '#shared/http/kit';
import { parseMultipart } from '#shared/http/multipart/multipart';
import { serve } from '#shared/http/serve';
import { makeLogger } from '#shared/platform/logger';
import { makeMetrics } from '#shared/platform/metrics';
import { apiEvent } from '#tests/support/api-event';
import { lambdaContext } from '#tests/support/lambda-context';
import { distinctRequestSchemas, nameOf, type PlacedSchema } from '#tests/support/request-schemas';
import { FLOOD_FAMILIES } from './payloads.ts';

/*
 * A program that sends a flood of each family to every field of its part of the contracts, and prints the cost of each
 * request as a line of JSON. A schema of several fields is flooded at the first. The arguments are the number of the
 * part, from 0, and the number of parts. Contracts are served as public ones, so that the requests pass through `serve`
 * as those of a proven caller.
 */

/** The cost of one request. */
export interface FloodedRequest {
  readonly field: string;
  readonly flood: string;
  readonly status: number;
  readonly bodyBytes: number;
  readonly processorMs: number;
}

/** Bytes of a flood. With the rest of the body, it stays within the largest allowed size. */
const FLOOD_BYTES = 990_000;

const noTable: Table = new Proxy({} as Table, {
  get: (_, name) => () => Promise.reject(new Error(`The table was asked to ${String(name)}`)),
});

const kit: Kit = {
  table: () => noTable,
  clock: Date.now,
  limiter: () => {
    throw new Error('The rate limit was asked');
  },
  ...emptyMemory(),
  log: makeLogger({}, () => undefined),
  metrics: makeMetrics(() => undefined),
};

/** Serves a contract to any caller. A request that passes its schemas gets a 404. */
const served = ({ limit: _, limitApplies: __, idempotent: ___, produces: ____, ...contract }: Contract): ApiHandler =>
  serve(
    { ...contract, caller: 'public' } as Contract,
    {
      multipart: parseMultipart,
      answer: () => {
        throw new ApiError('ROUTE_NOT_FOUND');
      },
    },
    kit,
  );

const MARK = '\u0001flood\u0001';

/** The JSON text of a part with the flood at one path, as a value or as a key. */
const bodyWith = ({ path, isKey }: PlacedSchema, flood: string): string => {
  const steps = isKey ? [...path.slice(0, -1), MARK] : path;
  const value = steps.reduceRight<unknown>(
    (inner, step) => (step === 0 ? [inner] : { [step]: inner }),
    isKey ? 0 : MARK,
  );
  return JSON.stringify(value).replace(JSON.stringify(MARK), () => flood);
};

/** The content types of bodies that are not JSON. */
const CONTENT_TYPES: Readonly<Record<string, string>> = {
  form: 'application/x-www-form-urlencoded',
  'form-or-multipart': 'application/x-www-form-urlencoded',
  multipart: 'multipart/form-data; boundary=flood',
};

/** A body with one field, in the media type that its contract consumes. */
const fieldBody = (consumes: string, name: string, value: string): string =>
  consumes.startsWith('form')
    ? new URLSearchParams({ [name]: value }).toString()
    : `--flood\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n--flood--\r\n`;

const requestOf = (place: PlacedSchema, flood: string) => {
  const { contract, part, path } = place;
  const { method, route, consumes } = contract;
  const name = String(path[0] ?? 'unknown');
  const asParameter = { [name]: flood };
  const contentType = CONTENT_TYPES[consumes ?? ''];
  const body = consumes && contentType ? fieldBody(consumes, name, flood) : bodyWith(place, flood);
  return apiEvent({
    method,
    path: route,
    ...(part === 'path' && { pathParameters: asParameter }),
    ...(part === 'query' && { query: asParameter }),
    ...(part === 'body' && { body }),
    ...(contentType !== undefined && { headers: { 'content-type': contentType } }),
  });
};

/** Keys are texts; values may be anything. */
const fits = ({ isKey, path }: PlacedSchema, flood: string): boolean =>
  !isKey || (flood.startsWith('"') && path.length > 0);

/** Each name once: a schema and the schema that it wraps have the same name. */
const places = [...new Map(distinctRequestSchemas().map((place) => [nameOf(place), place])).values()];

const families = FLOOD_FAMILIES.map((family) =>
  Object.entries(family).map(([name, payload]) => [name, payload(FLOOD_BYTES)] as const),
);

const CONTAINERS = ['object', 'array', 'record', 'union', 'unknown'];

/**
 * A different flood of each family for each field, so that every flood reaches many fields. A field that accepts no
 * container refuses any container by its type alone, so it gets only one of these, in turn, and a text.
 */
let turn = 0;
const floodsFor = (place: PlacedSchema) => {
  turn += 1;
  const [texts = [], ...containers] = families;
  const due = [
    texts,
    ...(CONTAINERS.includes(place.schema.type) ? containers : [containers[turn % containers.length] ?? []]),
  ];
  return due.flatMap((family) => {
    const fitting = family.filter(([, text]) => fits(place, text));
    const flood = fitting[turn % fitting.length];
    return flood ? [flood] : [];
  });
};

const costOf = async (
  handler: ApiHandler,
  place: PlacedSchema,
  flood: string,
  text: string,
): Promise<FloodedRequest> => {
  const event = requestOf(place, text);
  const before = process.cpuUsage();
  const { statusCode: status, body = '' } = await handler(event, lambdaContext(place.contract.name));
  const { user, system } = process.cpuUsage(before);
  const processorMs = (user + system) / 1000;
  return { field: nameOf(place), flood, status, bodyBytes: Buffer.byteLength(body), processorMs };
};

const [part = 0, parts = 1] = process.argv.slice(2).map(Number);

for (const contract of CONTRACTS.filter((_, index) => index % parts === part)) {
  const handler = served(contract);
  for (const place of places.filter((one) => one.contract === contract)) {
    for (const [flood, text] of floodsFor(place)) {
      process.stdout.write(`${JSON.stringify(await costOf(handler, place, flood, text))}\n`);
    }
  }
}
