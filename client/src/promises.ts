/** A response of the API. */
export interface ApiResponse<Body> {
  readonly body: Body;
  readonly status: number;
  readonly headers: Headers;
  /** The id of the request, to quote to support. */
  readonly requestId: string | undefined;
}

/** The body of a response, as a promise. */
export interface ApiPromise<Body> extends Promise<Body> {
  /** The response with its status and headers, such as `Idempotency-Replayed` and `X-Charge-Kobo`. */
  withResponse(): Promise<ApiResponse<Body>>;
}

/** The first page of a list as a promise, and every entry of the list for `for await`. */
export interface PagePromise<Body, Entry> extends ApiPromise<Body>, AsyncIterable<Entry> {
  /** Every page of the list. Each page is read when the loop reaches it. */
  pages(): AsyncIterable<Body>;
}

const nothing = (): void => undefined;

/** A response as the promise of its body. */
export const apiPromise = <Body>(sent: Promise<ApiResponse<Body>>): ApiPromise<Body> => {
  const body = sent.then((response) => response.body);
  const withResponse = (): Promise<ApiResponse<Body>> => {
    // A caller that awaits the response gets the failure from it.
    body.catch(nothing);
    return sent;
  };
  return Object.assign(body, { withResponse });
};

/** How a list is read: its entries on a page, and the query of the next page; undefined after the last. */
export interface Paging<Body, Entry> {
  readonly entriesOf: (page: Body) => readonly Entry[];
  readonly read: (page: Body) => ApiPromise<Body> | undefined;
}

/** The first page of a list as its promise, from which the others are read. */
export const pagePromise = <Body, Entry>(
  first: ApiPromise<Body>,
  { entriesOf, read }: Paging<Body, Entry>,
): PagePromise<Body, Entry> => {
  async function* pages(): AsyncGenerator<Body> {
    let next: ApiPromise<Body> | undefined = first;
    while (next) {
      const page: Body = await next;
      yield page;
      next = read(page);
    }
  }
  async function* entries(): AsyncGenerator<Entry> {
    for await (const page of pages()) yield* entriesOf(page);
  }
  return Object.assign(first, { pages, [Symbol.asyncIterator]: entries });
};
