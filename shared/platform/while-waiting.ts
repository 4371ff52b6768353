import { once } from './env.ts';

/** What is still to be done, the latest first. */
const named: (() => unknown)[] = [];

/**
 * Names work that the first request of a container needs later, such as loading a library. It is done while the
 * container waits for the response to one of its next calls of AWS, one piece of work for each call. Its result and its
 * failure are ignored: the code that needs it repeats it.
 */
export const doWhileWaiting = (work: () => unknown): void => void named.unshift(work);

/** Does the latest work that was named, once the call that the caller begins is on its way. */
export const useWait = (): void => {
  const work = named.shift();
  if (!work) return;
  setImmediate(() => void (async () => work())().catch(() => undefined));
};

/** The same as {@link once}, made during a wait if nothing has needed it before. */
export const onceWhileWaiting = <T>(make: () => T): (() => T) => {
  const made = once(make);
  doWhileWaiting(made);
  return made;
};
