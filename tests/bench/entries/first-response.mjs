import { readFileSync, writeSync } from 'node:fs';

/*
 * A container of one function: imports the bundle named by the first argument, handles the event in the file named by
 * the second, and reports the milliseconds since the process started at each step.
 */

const [, , bundle = '', eventFile] = process.argv;
const event = eventFile && JSON.parse(readFileSync(eventFile, 'utf8'));
const context = { awsRequestId: 'bench', functionName: 'bench', getRemainingTimeInMillis: () => 20_000 };

const bootedMs = performance.now();
const { handler } = await import(bundle);
const importedMs = performance.now();
const response = event === undefined ? undefined : await handler(event, context);
const respondedMs = performance.now();
writeSync(1, `\n${JSON.stringify({ bootedMs, importedMs, respondedMs, statusCode: response?.statusCode })}\n`);
process.exit();
