import { readFileSync, writeSync } from 'node:fs';

/*
 * A warm container: handles the events in the file named by the second argument, one after the other and from the start
 * again, with the bundle named by the first; this many to warm up, this many to measure. Reports the processor's and the
 * clock's microseconds of one measured request. Standard output is dropped; the report is on 3.
 */

const [, , bundle = '', eventsFile = '', warmUp, measured] = process.argv;
/** @type {unknown[]} */
const given = JSON.parse(readFileSync(eventsFile, 'utf8'));
const events = given.map((event) => JSON.stringify(event));
const context = { awsRequestId: 'bench', functionName: 'bench', getRemainingTimeInMillis: () => 20_000 };
const { handler } = await import(bundle);

let next = 0;
/** @param {number} count */
const response = async (count) => {
  // Middlewares change the event, so each request has its own; parsing it is part of every measurement alike.
  for (let index = 0; index < count; index++) {
    const result = await handler(JSON.parse(String(events[next++ % events.length])), context);
    // A function of the API answers with a status, a consumer with what it could not handle.
    const { statusCode = result?.batchItemFailures?.length === 0 ? 200 : 500 } = result ?? {};
    if (!(statusCode < 300)) throw new Error(`Answered ${statusCode}`);
  }
};

await response(Number(warmUp));
const [usedBefore, startedMs] = [process.cpuUsage(), performance.now()];
await response(Number(measured));
const { user, system } = process.cpuUsage(usedBefore);
const processorUs = (user + system) / Number(measured);
const clockUs = ((performance.now() - startedMs) * 1000) / Number(measured);
writeSync(3, JSON.stringify({ processorUs, clockUs }));
process.exit();
