/** A call took longer than it may. Log lines show this name, so it reads as an outage. */
class TookTooLong extends Error {
  override readonly name = 'TimeoutError';

  constructor() {
    super('Took too long');
  }
}

/**
 * Waits for a call, but no longer than the given time.
 *
 * @throws TookTooLong; whatever the call throws.
 */
export const within = async <T>(milliseconds: number, call: () => Promise<T>): Promise<T> => {
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new TookTooLong()), Math.max(0, milliseconds));
  });
  return Promise.race([call(), tooLong]).finally(() => clearTimeout(timer));
};
