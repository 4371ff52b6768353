import { AsyncLocalStorage } from 'node:async_hooks';
import { type SubjectIds, subjectOf } from './subject-ids.ts';

/** The request that the running work follows from, and what it is about. */
export interface Trace extends SubjectIds {
  /** The request that it follows from, however many functions ago. */
  readonly requestId?: string;
}

const current = new AsyncLocalStorage<{ -readonly [Field in keyof Trace]: Trace[Field] }>();

/** The ids of the work that the calling code does, for its log lines; none outside of {@link traced}. */
export const currentTrace = (): Trace => current.getStore() ?? {};

/** Does some work under ids that every log line, event and queue message of it carries. */
export const traced = <T>(ids: Trace, work: () => T): T => current.run({ ...ids }, work);

/** Adds the ids of what the running work is about ({@link subjectOf}). Ids that are already known stay. */
export const noteSubject = (value: unknown): void => {
  const known = current.getStore();
  if (known) Object.assign(known, { ...subjectOf(value), ...known });
};

/** Replaces the request that the running work follows from: a message may wake work that another request caused. */
export const followRequest = (requestId: string | undefined): void => {
  const known = current.getStore();
  if (!known) return;
  if (requestId === undefined) delete known.requestId;
  else known.requestId = requestId;
};

/** The form of a gateway's request ids. A message may contain anything. */
const REQUEST_ID = /^[\w=+/-]{1,64}$/;

/** The request id in a value as a field; empty if the value has none of that form. */
export const requestIdIn = (value: unknown): Pick<Trace, 'requestId'> => {
  const { requestId } = (typeof value === 'object' && value !== null ? value : {}) as { requestId?: unknown };
  return typeof requestId === 'string' && REQUEST_ID.test(requestId) ? { requestId } : {};
};

/** The body of a queue message with this content: it also carries the request that the running work follows from. */
export const tracedBody = (content: object): string => JSON.stringify({ ...content, ...requestIdIn(currentTrace()) });

/**
 * The ids in the body of a queue message: an event from a rule of the bus, or a message of ours. Empty for a body that
 * cannot be read.
 */
export const traceOfMessage = (body: string): Trace => {
  try {
    const content: unknown = JSON.parse(body);
    const { detail } = (typeof content === 'object' && content !== null ? content : {}) as { detail?: unknown };
    const about = detail ?? content;
    return { ...subjectOf(about), ...requestIdIn(about) };
  } catch {
    return {};
  }
};
