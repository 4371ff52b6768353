import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import * as v from 'valibot';
import { STATE_FOLDER } from './folders.ts';
import { UserError } from './user-error.ts';

/** Where `npm start` describes the running deployment for tools. */
export const STACK_FILE = `${STATE_FOLDER}/stack.json`;

const Stack = v.strictObject({
  stage: v.string(),
  /** Without the `/v1` prefix and without a trailing slash. */
  apiUrl: v.pipe(v.string(), v.url()),
  /** Base address for AWS clients. */
  endpoint: v.pipe(v.string(), v.url()),
  region: v.string(),
  tableName: v.string(),
  bucketName: v.string(),
  /** GET returns the mails that were sent. */
  mailOutboxUrl: v.pipe(v.string(), v.url()),
  /** Queue name to queue URL. */
  queues: v.record(v.string(), v.string()),
  /** Web origins whose cookie-authorised requests are accepted. */
  webOrigins: v.array(v.string()),
  /** Factor on every rate limit of the interface. */
  rateLimitScale: v.number(),
  /** Sent as `X-Edge-Secret`, it makes the API trust `CloudFront-Viewer-Address` and `CloudFront-Viewer-Country`. */
  edgeSecret: v.string(),
});

/** A deployment as tools see it. */
export type Stack = v.InferOutput<typeof Stack>;

/**
 * Reads the description of a running deployment.
 *
 * @throws UserError when there is none, or the file does not hold one.
 */
export const readStack = (file: string = STACK_FILE): Stack => {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    throw new UserError(`${file} does not exist. Run \`npm start\` in another terminal first.`);
  }
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), Stack), text);
  if (!parsed.success)
    throw new UserError(`${file} is not in the form that \`npm start\` writes: ${v.summarize(parsed.issues)}`);
  return parsed.output;
};

/** Writes the description of a running deployment atomically. */
export const writeStack = (stack: Stack, file: string = STACK_FILE): void => {
  mkdirSync(dirname(file), { recursive: true });
  const own = `${file}.${process.pid}`;
  writeFileSync(own, `${JSON.stringify(stack, null, 2)}\n`);
  renameSync(own, file);
};
