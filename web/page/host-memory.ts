import { isReply, type MemoryReply, type Scope } from '#web/loader/memory';
import { originOf } from './host.ts';
import type { TextStore } from './memory.ts';

/** The memory that the host page's loader keeps, because browsers deny storage to frames of other sites. */
export interface HostMemory {
  /** A store with what the loader has kept. It passes every change on to the loader. */
  readonly store: (scope: Scope) => TextStore;
  /** What the host page knows about the business. */
  readonly subject: MemoryReply['subject'];
}

/** Longer than any loader takes to answer; after that, the loader has been removed. */
const ANSWER_MS = 10_000;

const answered = (parent: Window, origin: string, name: string, window: Window): Promise<MemoryReply | undefined> =>
  new Promise((resolve) => {
    const done = (reply: MemoryReply | undefined): void => {
      clearTimeout(timer);
      window.removeEventListener('message', receive);
      resolve(reply);
    };
    const receive = ({ source, origin: from, data }: MessageEvent<unknown>): void => {
      if (source === parent && from === origin && isReply(data, name)) done(data);
    };
    const timer = setTimeout(() => done(undefined), ANSWER_MS);
    window.addEventListener('message', receive);
    parent.postMessage({ type: 'kyb-recall', name }, origin);
  });

/**
 * Asks the host page's loader for what it has kept under a name. Undefined if no loader keeps the memory.
 *
 * @param hostOrigin the origin of the host page, as its loader stated it: the only one that is asked and trusted.
 */
export const hostMemory = async (
  { hostOrigin, isRemembered }: { readonly hostOrigin: string | undefined; readonly isRemembered: boolean },
  name: string,
  window: Window,
): Promise<HostMemory | undefined> => {
  const origin = originOf(hostOrigin);
  const { parent } = window;
  if (parent === window || origin === undefined || !isRemembered) return undefined;
  const reply = await answered(parent, origin, name, window);
  if (!reply) return undefined;
  return {
    subject: reply.subject,
    store: (scope) => {
      let text = reply[scope];
      const change = (next: string | null): void => {
        text = next;
        parent.postMessage({ type: 'kyb-remember', name, scope, text: next }, origin);
      };
      return {
        getItem: () => text,
        setItem: (_, next) => change(next),
        removeItem: () => change(null),
      };
    },
  };
};
