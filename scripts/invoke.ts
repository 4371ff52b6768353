import { readFileSync } from 'node:fs';
import * as inspector from 'node:inspector';
import { inspect } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { functionEnvironment, loadHandler, sourceOf } from '#scripts/invoke/function';
import { prepareSample } from '#scripts/invoke/sample';
import { runScript } from '#scripts/local-cloud/run-script';
import { readStack } from '#scripts/local-cloud/stack';
import { UserError } from '#scripts/local-cloud/user-error';
import { lambdaContext } from '#tests/support/lambda-context';

const USAGE = {
  command: 'npm run invoke',
  does: `Runs one function in this process, with the event in a file, against the table of the running \`npm start\`. What the
event names in pointed brackets, such as <ACCESS_TOKEN> and <WIDGET_ID>, is made there first and put in; tests/events
holds a sample of every function that succeeds so.`,
  words: { name: '<function>', help: 'the name of the function, which is the name of its file', count: 'one' },
  options: {
    event: { value: '<file>', help: 'a file with the event as JSON (default tests/events/<function>.json)' },
    inspect: { help: 'waits for a debugger (chrome://inspect, or your editor\'s "attach")' },
  },
  environment: { 'STACK_JSON=<file>': 'runs against the deployment that the file describes' },
} as const;

const readEvent = (file: string): string => {
  try {
    const text = readFileSync(file, 'utf8');
    JSON.parse(text);
    return text;
  } catch (error) {
    throw new UserError(`${file} does not contain an event: ${(error as Error).message}`);
  }
};

const waitForDebugger = (): void => {
  inspector.open(9229, '127.0.0.1');
  inspector.waitForDebugger();
};

const readable = (value: unknown): string => inspect(value, { depth: null, colors: process.stdout.isTTY });

/** Prints an API response with a readable body, and anything else as it is. */
const printResult = (result: unknown): void => {
  const { statusCode, headers, cookies, body, isBase64Encoded } = (result ?? {}) as Record<string, unknown>;
  if (statusCode === undefined) {
    console.log(readable(result));
    return;
  }
  console.log(`Status ${statusCode}`);
  console.log(readable({ ...(headers as object), ...(cookies ? { cookies } : {}) }));
  if (typeof body !== 'string') return;
  const text = isBase64Encoded ? gunzipSync(Buffer.from(body, 'base64')).toString() : body;
  console.log(text.startsWith('{') ? readable(JSON.parse(text)) : text);
};

await runScript(USAGE, async ({ words: [name = ''], options }) => {
  const source = sourceOf(name);
  const text = readEvent(options.event ?? `tests/events/${name}.json`);
  const { STACK_JSON: stackFile } = process.env;
  const stack = readStack(stackFile || undefined);
  Object.assign(process.env, functionEnvironment(name, stack));
  const { event, made } = await prepareSample(text, stack);
  for (const [placeholder, value] of Object.entries(made)) console.log(`<${placeholder}> is ${value}`);
  if (options.inspect) waitForDebugger();
  const handler = await loadHandler(source);
  const startedAt = performance.now();
  try {
    printResult(await handler(event, lambdaContext(name)));
  } finally {
    console.log(`${(performance.now() - startedAt).toFixed(0)} ms`);
  }
});
// Connections that the clients keep open would keep the process running.
process.exit();
