/**
 * `Promise.all` that rejects only once every call has ended, with the first failure in order. A write among them would
 * otherwise continue unobserved, in a container that may be frozen by then.
 */
export const allEnded = async <T extends readonly unknown[]>(
  calls: readonly [...{ [Index in keyof T]: PromiseLike<T[Index]> }],
): Promise<T> => {
  await Promise.allSettled(calls);
  return Promise.all(calls) as Promise<unknown> as Promise<T>;
};
