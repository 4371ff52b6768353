import { UserError } from '#scripts/local-cloud/user-error';

/** An event as the feed of the API shows it. */
export interface FeedEvent {
  readonly id: string;
  readonly event: string;
  readonly createdAt: string;
  readonly data: unknown;
}

/** A page of the feed; `retry` when the API could not give one now, with the seconds that it wants to be left alone. */
export type FeedAnswer =
  | { readonly data: readonly FeedEvent[]; readonly nextAfter: string }
  | { readonly retry: string; readonly retryAfterSeconds: number };

/** Reads the page after a position; undefined is the oldest. @throws UserError for a key that does not work. */
export type ReadFeed = (after: string | undefined) => Promise<FeedAnswer>;

/** Events of one page: the most that the API gives. */
export const PAGE_SIZE = 100;

const REQUEST_TIMEOUT_MS = 30_000;

const isTransient = (status: number): boolean => status === 429 || status >= 500;

/** The feed of the account of an API key. */
export const httpFeed =
  (api: string, key: string): ReadFeed =>
  async (after) => {
    const query = new URLSearchParams({ limit: String(PAGE_SIZE), ...(after !== undefined && { after }) });
    const request = { headers: { authorization: `Bearer ${key}` }, signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS) };
    const response = await fetch(`${api}/v1/developers/events?${query}`, request).catch(() => undefined);
    if (!response) return { retry: 'the API cannot be reached', retryAfterSeconds: 0 };
    if (isTransient(response.status)) {
      await response.body?.cancel();
      const seconds = Number(response.headers.get('retry-after'));
      return {
        retry: `the API responded ${response.status}`,
        retryAfterSeconds: Number.isFinite(seconds) ? seconds : 0,
      };
    }
    if (!response.ok) throw new UserError(`The API responded ${response.status}: check --url and --key.`);
    return (await response.json()) as FeedAnswer;
  };
