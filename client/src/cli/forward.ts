/** A webhook to send. */
export interface Webhook {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Sends a webhook to the local receiver. @returns its status, or in a word or two why there is none. */
export type Forward = (webhook: Webhook) => Promise<string>;

/** The time that a webhook may take. */
const FORWARD_TIMEOUT_MS = 10_000;

const reasonOf = (error: unknown): string => {
  const { name, cause } = error as { name?: string; cause?: { code?: string } };
  if (name === 'TimeoutError') return 'no response in 10 s';
  return name === 'AbortError' ? 'interrupted' : (cause?.code ?? name ?? 'failed');
};

/** Forwards to a web address. Redirects are not followed, as for webhooks. @param stop aborts a request in progress. */
export const httpForward =
  (url: string, stop: AbortSignal): Forward =>
  async ({ headers, body }) => {
    try {
      const signal = AbortSignal.any([stop, AbortSignal.timeout(FORWARD_TIMEOUT_MS)]);
      const response = await fetch(url, { method: 'POST', headers, body, redirect: 'manual', signal });
      await response.body?.cancel();
      return String(response.status);
    } catch (error) {
      return reasonOf(error);
    }
  };
