import { setTimeout as sleep } from 'node:timers/promises';

/** More tries than any request needs, so that a test cannot loop forever. */
const MOST_TRIES = 25;

/**
 * Sends a request as a well-behaved client does: it repeats the same request after a pause while a 503 says to try
 * later.
 */
export const insistently = async <Response extends { readonly status: number }>(
  send: () => Promise<Response>,
): Promise<Response> => {
  for (let tries = 1; ; tries++) {
    const response = await send();
    if (response.status !== 503 || tries === MOST_TRIES) return response;
    await sleep(Math.random() * 1_000);
  }
};
