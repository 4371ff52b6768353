import * as v from 'valibot';
import { UserError } from '#scripts/local-cloud/user-error';

const eventSchema = v.object({ id: v.string(), event: v.string(), createdAt: v.string(), data: v.unknown() });

const pageSchema = v.object({ data: v.array(eventSchema), nextAfter: v.string() });

/** An event as the feed of the API shows it. */
export type FeedEvent = Readonly<v.InferOutput<typeof eventSchema>>;

/** A page of the feed, or `retry` with the seconds to wait when the API cannot return one now. */
export type FeedAnswer =
  | { readonly data: readonly FeedEvent[]; readonly nextAfter: string }
  | { readonly retry: string; readonly retryAfterSeconds: number };

/** Reads the page after a position. @throws UserError for an address or a key that does not work. */
export type ReadFeed = (after: string) => Promise<FeedAnswer>;

/** Events per page: the API's maximum. */
export const PAGE_SIZE = 100;

const REQUEST_TIMEOUT_MS = 30_000;

const isTransient = (status: number): boolean => status === 429 || status >= 500;

/** The seconds of a `Retry-After`; 0 without one, and for a date. */
const secondsOf = (retryAfter: string | null): number => {
  const seconds = Number(retryAfter);
  return Number.isFinite(seconds) ? seconds : 0;
};

const parsed = (body: string): unknown => {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
};

/** The feed of the account of an API key. @param stop aborts a request in progress. */
export const httpFeed =
  (api: string, key: string, stop: AbortSignal): ReadFeed =>
  async (after) => {
    const query = new URLSearchParams({ limit: String(PAGE_SIZE), after });
    const signal = AbortSignal.any([stop, AbortSignal.timeout(REQUEST_TIMEOUT_MS)]);
    const request = { headers: { authorization: `Bearer ${key}` }, signal };
    const read = async () => {
      const response = await fetch(`${api}/v1/developers/events?${query}`, request);
      return { response, body: await response.text() };
    };
    // A truncated body counts as no answer.
    const answer = await read().catch(() => undefined);
    if (!answer) return { retry: 'The API cannot be reached', retryAfterSeconds: 0 };
    const { status, ok, headers } = answer.response;
    if (isTransient(status)) {
      return { retry: `The API responded with ${status}`, retryAfterSeconds: secondsOf(headers.get('retry-after')) };
    }
    if (!ok) throw new UserError(`The API responded with ${status}. Check --url and --key.`);
    const page = v.safeParse(pageSchema, parsed(answer.body));
    if (!page.success) throw new UserError(`The response from ${api} is not the event feed. Check --url.`);
    return page.output;
  };
