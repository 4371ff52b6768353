import { setTimeout as sleep } from 'node:timers/promises';

/** More than any request needs, and a bound for a test that would never end. */
const MOST_TRIES = 25;

/** Sends a request as a well-behaved client does: the same one again, after a while, while a 503 says to try later. */
export const insistently = async <Response extends { readonly status: number }>(
  send: () => Promise<Response>,
): Promise<Response> => {
  for (let tries = 1; ; tries++) {
    const response = await send();
    if (response.status !== 503 || tries === MOST_TRIES) return response;
    await sleep(Math.random() * 1_000);
  }
};
