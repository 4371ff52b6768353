import { AsyncLocalStorage } from 'node:async_hooks';
import { type SubjectIds, subjectOf } from './subject-ids.ts';

/** What the running work follows from and is about. */
export interface Trace extends SubjectIds {
  /** The request that it follows from, however many functions ago. */
  readonly requestId?: string;
}

const current = new AsyncLocalStorage<{ -readonly [Field in keyof Trace]: Trace[Field] }>();

/** The ids of the work that the calling code does, for its log lines; none outside of {@link traced}. */
export const currentTrace = (): Trace => current.getStore() ?? {};

/** Does some work under ids that every log line, event and queue message of it carries. */
export const traced = <T>(ids: Trace, work: () => T): T => current.run({ ...ids }, work);

/** Adds ids of whom and what the running work is about ({@link subjectOf}). What is known already stays. */
export const noteSubject = (value: unknown): void => {
  const known = current.getStore();
  if (known) Object.assign(known, { ...subjectOf(value), ...known });
};

/** Corrects the request that the running work follows from: one message may wake the work of another's. */
export const followRequest = (requestId: string | undefined): void => {
  const known = current.getStore();
  if (!known) return;
  if (requestId === undefined) delete known.requestId;
  else known.requestId = requestId;
};

/** An id of a request as gateways make them; what is read of a message may be anything. */
const REQUEST_ID = /^[\w=+/-]{1,64}$/;

/** The id of a request as a field, where there is one and it looks like one. */
export const requestIdIn = (value: unknown): Pick<Trace, 'requestId'> => {
  const { requestId } = (typeof value === 'object' && value !== null ? value : {}) as { requestId?: unknown };
  return typeof requestId === 'string' && REQUEST_ID.test(requestId) ? { requestId } : {};
};

/** The body of a queue message with this content: it also carries the request that the running work follows from. */
export const tracedBody = (content: object): string => JSON.stringify({ ...content, ...requestIdIn(currentTrace()) });

/**
 * The ids in the body of a queue message: of an event, as a rule of the bus puts it there, or of a message of ours. None
 * for a body that cannot be read.
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
