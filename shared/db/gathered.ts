interface Waiting<K, V> {
  readonly key: K;
  readonly resolve: (value: V) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Turns a read of many keys into a read of one. Concurrent calls, made before the event loop turns, are sent together:
 * callers that are unaware of each other share a trip and a connection.
 *
 * @param read returns the values of up to `most` keys in their order.
 */
export const gathered = <K, V>(
  read: (keys: readonly K[]) => Promise<readonly V[]>,
  most: number,
): ((key: K) => Promise<V>) => {
  let waiting: Waiting<K, V>[] = [];

  const readNow = async (batch: readonly Waiting<K, V>[]): Promise<void> => {
    try {
      const values = await read(batch.map(({ key }) => key));
      batch.forEach(({ resolve }, index) => {
        resolve(values[index] as V);
      });
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  };

  const flush = (): void => {
    const all = waiting;
    waiting = [];
    for (let start = 0; start < all.length; start += most) void readNow(all.slice(start, start + most));
  };

  return (key) =>
    new Promise((resolve, reject) => {
      // Not a microtask: steps that only wait for each other, such as those of a request before its first call, take
      // many of them.
      if (waiting.length === 0) setImmediate(flush);
      waiting.push({ key, resolve, reject });
    });
};
