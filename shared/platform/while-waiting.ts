import { once } from './env.ts';

/** What is still to be done, the latest first. */
const named: (() => unknown)[] = [];

/**
 * Names work that the first request of a container needs later, such as loading a library. It is done while the
 * container waits for the response to its next call of AWS. Its result and its failure are ignored: the code that needs
 * it repeats it.
 */
export const doWhileWaiting = (work: () => unknown): void => void named.unshift(work);

/**
 * Does the work that was named, once the call that the caller begins is on its way. A response that arrives meanwhile
 * is handled between two pieces.
 */
export const useWait = (): void => {
  if (named.length === 0) return;
  setImmediate(() => {
    const work = named.shift();
    void (async () => work?.())().catch(() => undefined);
    useWait();
  });
};

/** The same as {@link once}, made during a wait if nothing has needed it before. */
export const onceWhileWaiting = <T>(make: () => T): (() => T) => {
  const made = once(make);
  doWhileWaiting(made);
  return made;
};
