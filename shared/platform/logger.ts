import { optionalEnv } from './env.ts';
import type { LogCode } from './log-codes.ts';
import { type LineSink, toStandardOutput } from './standard-output.ts';
import type { SubjectIds } from './subject-ids.ts';
import { currentTrace } from './trace.ts';

/**
 * The fields a log line may carry: an allow-list of ids, codes and counts, so that personal data and secrets have no
 * field to be logged in (OWASP ASVS 5.0, 16.2.5).
 */
export interface LogFields extends SubjectIds {
  requestId?: string;
  /** The id that the caller gave to the request, in a form that no credential has. */
  clientRequestId?: string;
  /** The Lambda or message id that started the work, if there is no request. */
  messageId?: string;
  route?: string;
  statusCode?: number;
  errorCode?: string;
  /** Class and place of an unexpected error: its name and stack frames, never its message. */
  errorName?: string;
  errorStack?: string;
  /** Class of the cause of an unexpected error. */
  errorCause?: string;
  durationMs?: number;
  /** Keyed hash of the caller's address: the same for the same address, without revealing it. */
  addressHash?: string;
  moduleId?: string;
  attempt?: number;
  eventType?: string;
  status?: string;
  reason?: string;
  /** The id that the mail service gave to a mail; for a kept one, its own. */
  mailId?: string;
  /** The name of an external source. */
  source?: string;
  surface?: string;
  count?: number;
  paths?: readonly string[];
}

/** Writes one structured line; `at` binds fields for every following line. */
export interface Logger {
  info(code: LogCode, fields?: LogFields): void;
  warn(code: LogCode, fields?: LogFields): void;
  error(code: LogCode, fields?: LogFields): void;
  with(fields: LogFields): Logger;
}

type Level = 'info' | 'warn' | 'error';

/**
 * Makes a logger of JSON lines `{time, level, code, stage, function, ...ids, ...fields}`. The ids are those of the
 * running work ({@link currentTrace}). What a code means is in docs/operate/log-codes.md: a sentence in each line would
 * be paid for with each line, and loaded with each function.
 *
 * @param bound fields of every line, the request id above all.
 */
export const makeLogger = (bound: LogFields = {}, sink: LineSink = toStandardOutput): Logger => {
  const write = (level: Level, code: LogCode, fields: LogFields = {}): void =>
    sink(
      JSON.stringify({
        time: new Date().toISOString(),
        level,
        code,
        stage: optionalEnv('STAGE'),
        function: optionalEnv('AWS_LAMBDA_FUNCTION_NAME'),
        ...currentTrace(),
        ...bound,
        ...fields,
      }),
    );
  return {
    info: (code, fields) => write('info', code, fields),
    warn: (code, fields) => write('warn', code, fields),
    error: (code, fields) => write('error', code, fields),
    with: (fields) => makeLogger({ ...bound, ...fields }, sink),
  };
};

/** A stack frame of V8: `at name (file:line:column)`, or without a place for builtin functions. */
const FRAME = /^\s+at .*(:\d+:\d+\)?|\((<anonymous>|native)\))$/;

/**
 * What may be logged of an unexpected error: its name and its stack frames. The message is left out because messages of
 * libraries and of AWS quote their input.
 */
export const errorFields = (error: unknown): LogFields => {
  if (!(error instanceof Error)) return { errorName: typeof error };
  const { name, message, stack = '', cause } = error;
  // The stack opens with the message, which may have lines that look like frames.
  const messageEnd = stack.includes(message) ? stack.indexOf(message) + message.length : 0;
  const lines = stack.slice(messageEnd).split('\n');
  const frames = lines.filter((line) => FRAME.test(line));
  return {
    errorName: name,
    errorStack: frames.slice(0, 8).join('\n'),
    ...(cause instanceof Error && { errorCause: cause.name }),
  };
};
