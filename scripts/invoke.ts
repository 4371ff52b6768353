import { readFileSync } from 'node:fs';
import * as inspector from 'node:inspector';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { inspect, parseArgs } from 'node:util';
import { gunzipSync } from 'node:zlib';
import type { Context } from 'aws-lambda';
import { CONTRACTS } from '#functions/api/contracts';
import { CONSUMERS } from '#functions/events/consumers';
import { environmentOf } from '#infra/environment';
import { listFunctions } from '#scripts/bundle/functions';
import { LOCAL_AWS_ENVIRONMENT } from '#scripts/local-cloud/environment';
import { PROJECT_FOLDER } from '#scripts/local-cloud/folders';
import { localStage } from '#scripts/local-cloud/local-stage';
import { runScript } from '#scripts/local-cloud/run-script';
import { readStack, type Stack } from '#scripts/local-cloud/stack';
import { UserError } from '#scripts/local-cloud/user-error';
import { lambdaContext } from '#tests/support/lambda-context';

const USAGE = `npm run invoke -- <function> --event <file> [--inspect]

Runs one function in this process, with the event of the file, against the table of the running \`npm start\`.
Sample events are in tests/events. --inspect waits for a debugger (chrome://inspect, or your editor's "attach").`;

type Handler = (event: unknown, context: Context) => Promise<unknown>;

const readArguments = () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { event: { type: 'string' }, inspect: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } },
  });
  const [name] = positionals;
  if (values.help || name === undefined || values.event === undefined) throw new UserError(USAGE);
  return { name, eventFile: values.event, debug: values.inspect ?? false };
};

const readEvent = (file: string): unknown => {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new UserError(`${file} holds no event: ${(error as Error).message}`);
  }
};

/** What the deployed function would find in its environment, in front of what this process has. */
const setEnvironment = (name: string, stack: Stack): void => {
  const declared = [...CONTRACTS, ...CONSUMERS].find((one) => one.name === name);
  // The answer to unrouted requests alone stands in no list: it touches nothing.
  const touches = declared?.touches ?? {};
  const { tableName, apiUrl, queues } = stack;
  const addresses = {
    tableName,
    apiUrl,
    deliveryQueueUrl: queues['deliveries'] ?? '',
    unpublishableQueueUrl: queues['unpublishable-events-dlq'] ?? '',
  };
  Object.assign(
    process.env,
    LOCAL_AWS_ENVIRONMENT,
    { AWS_REGION: stack.region, AWS_ENDPOINT_URL: stack.endpoint, AWS_LAMBDA_FUNCTION_NAME: name },
    environmentOf(touches, localStage(String(stack.rateLimitScale)), addresses),
  );
};

const sourceOf = (name: string): string => {
  const functions = listFunctions();
  const source = functions.find((one) => one.name === name);
  if (source) return source.file;
  throw new UserError(`There is no function ${name}: choose one of ${functions.map((one) => one.name).join(', ')}.`);
};

/** After the environment is set: modules read their settings as they load. */
const loadHandler = async (source: string): Promise<Handler> => {
  const module: { handler: Handler } = await import(pathToFileURL(join(PROJECT_FOLDER, source)).href);
  return module.handler;
};

const waitForDebugger = (): void => {
  inspector.open(9229, '127.0.0.1');
  inspector.waitForDebugger();
};

const readable = (value: unknown): string => inspect(value, { depth: null, colors: process.stdout.isTTY });

/** Prints an API answer with its body readable, anything else as it is. */
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

await runScript(async () => {
  const { name, eventFile, debug } = readArguments();
  const event = readEvent(eventFile);
  const source = sourceOf(name);
  setEnvironment(name, readStack());
  if (debug) waitForDebugger();
  const handler = await loadHandler(source);
  const startedAt = performance.now();
  try {
    printResult(await handler(event, lambdaContext(name)));
  } finally {
    console.log(`${(performance.now() - startedAt).toFixed(0)} ms`);
  }
});
// Connections that the clients keep open would hold the process for their time.
process.exit();
