/** Runs tasks one after the other, so that the last one asked for is the last one done; each whatever became of those before it. */
export type Queue = <T>(task: () => Promise<T>) => Promise<T>;

/** A queue with nothing in it. */
export const makeQueue = (): Queue => {
  let last: Promise<unknown> = Promise.resolve();
  return (task) => {
    const result = last.then(task, task);
    last = result.catch(() => undefined);
    return result;
  };
};
