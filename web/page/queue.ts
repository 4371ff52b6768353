/** Runs tasks one after the other, in the order of their calls, even after one has failed. */
export type Queue = <T>(task: () => Promise<T>) => Promise<T>;

/** An empty queue. */
export const makeQueue = (): Queue => {
  let last: Promise<unknown> = Promise.resolve();
  return (task) => {
    const result = last.then(task, task);
    last = result.catch(() => undefined);
    return result;
  };
};
