import { isReply, type MemoryReply, type Scope } from '#web/loader/memory';
import { originOf } from './host.ts';
import type { TextStore } from './memory.ts';

/** The memory of the page around this one: browsers deny frames of other sites a memory of their own. */
export interface HostMemory {
  /** A store that holds what the host page had, and passes every change on to it. */
  readonly store: (scope: Scope) => TextStore;
  /** What the host page knows of the business already. */
  readonly subject: MemoryReply['subject'];
}

/** Longer than any loader takes to answer; one that does not has been taken away. */
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
 * Asks the loader around the page for what it remembers under a name. Undefined where there is none that remembers.
 *
 * @param hostOrigin the origin of the page around this one, as its loader named it: the only one that is asked and believed.
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
