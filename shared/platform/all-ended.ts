/**
 * `Promise.all` that rejects, with the first of the failures in order, only once every call has ended: a write among
 * them never continues unobserved in a container that may be frozen by then.
 */
export const allEnded = async <T extends readonly unknown[]>(
  calls: readonly [...{ [Index in keyof T]: PromiseLike<T[Index]> }],
): Promise<T> => {
  await Promise.allSettled(calls);
  return Promise.all(calls) as Promise<unknown> as Promise<T>;
};
