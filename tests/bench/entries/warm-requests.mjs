import { readFileSync, writeSync } from 'node:fs';

/*
 * A warm container: answers the event in the file named by the second argument again and again with the bundle named by
 * the first, and tells the processor's microseconds of one request. Standard output goes nowhere; the answer is on 3.
 */

const WARM_UP = 3_000;
const MEASURED = 10_000;

const [, , bundle, eventFile] = process.argv;
const text = readFileSync(eventFile, 'utf8');
const context = { awsRequestId: 'bench', functionName: 'bench', getRemainingTimeInMillis: () => 20_000 };
const { handler } = await import(bundle);

const answer = async (count) => {
  // Middlewares change the event, so each request has its own; parsing it is part of every measurement alike.
  for (let index = 0; index < count; index++) {
    const { statusCode } = await handler(JSON.parse(text), context);
    if (statusCode !== 200) throw new Error(`Answered ${statusCode}`);
  }
};

await answer(WARM_UP);
const before = process.cpuUsage();
await answer(MEASURED);
const { user, system } = process.cpuUsage(before);
writeSync(3, String((user + system) / MEASURED));
process.exit();
