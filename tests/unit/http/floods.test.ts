import { execFile } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import type { FloodedRequest } from '#tests/support/floods/send-floods';
import { distinctRequestSchemas, nameOf } from '#tests/support/request-schemas';

/** A quarter of the memory of the smallest function: a request that kept much of its flood would end the process. */
const HEAP_MEGABYTES = 512 / 4;

/**
 * About twenty times the cost of the most expensive flood here, most of which is parsing a megabyte. This guards
 * against work that grows faster than the body, which would take minutes for a hundred thousand entries.
 */
const MOST_PROCESSOR_MS = 3000;

/** A hundred problems of two hundred characters each, and their sentences. */
const MOST_BODY_BYTES = 50_000;

/** Sends the floods of one part of the contracts, in its own process. */
const sendFloods = async (part: number, parts: number): Promise<readonly FloodedRequest[]> => {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [`--max-old-space-size=${HEAP_MEGABYTES}`, 'tests/support/floods/send-floods.ts', String(part), String(parts)],
    { maxBuffer: 10_000_000 },
  );
  return stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as FloodedRequest);
};

test('a megabyte of duplicates, of distinct values, of depth or of text at any field costs little', {
  tags: ['load'],
  timeout: 300_000,
}, async () => {
  const parts = availableParallelism();
  const requests = (await Promise.all(Array.from({ length: parts }, (_, part) => sendFloods(part, parts)))).flat();

  expect(new Set(requests.map(({ field }) => field))).toEqual(new Set(distinctRequestSchemas().map(nameOf)));
  // A 404, because no value of a looked-up parameter can match, and unknown fields are dropped.
  expect(requests.filter(({ status }) => ![400, 404, 413].includes(status))).toEqual([]);
  expect(requests.filter(({ bodyBytes }) => bodyBytes > MOST_BODY_BYTES)).toEqual([]);
  expect(requests.filter(({ processorMs }) => processorMs > MOST_PROCESSOR_MS)).toEqual([]);
});
