/** How long the loader keeps something: across tabs and days, or for the tab. */
export type Scope = 'lasting' | 'tab';

/** The loader's answer to `kyb-recall`: what it keeps under a name, and what the host page knows about the business. */
export interface MemoryReply {
  readonly type: 'kyb-recalled';
  readonly name: string;
  readonly lasting: string | null;
  readonly tab: string | null;
  readonly subject: Readonly<Record<string, string>>;
}

/** Whether a message is the loader's answer for a name. */
export const isReply = (data: unknown, name: string): data is MemoryReply => {
  const { type, name: about } = (data ?? {}) as Partial<MemoryReply>;
  return type === 'kyb-recalled' && about === name;
};

/** A request of the hosted page to its loader: to return or to keep something. A null text removes it. */
type MemoryCall =
  | { readonly type: 'kyb-recall'; readonly name: string }
  | { readonly type: 'kyb-remember'; readonly name: string; readonly scope: Scope; readonly text: string | null };

/** More than the hosted page stores: an id or two and a step. */
const MAX_TEXT = 2000;

const MAX_NAME = 500;

/**
 * Whether a message is a valid request to the memory. What the hosted page stores is small, and its names have the
 * page's prefix.
 */
export const isMemoryCall = (data: unknown): data is MemoryCall => {
  const { type, name, scope, text } = (data ?? {}) as Record<string, unknown>;
  if (typeof name !== 'string' || !name.startsWith('kyb:') || name.length > MAX_NAME) return false;
  if (type === 'kyb-recall') return true;
  const fits = text === null || (typeof text === 'string' && text.length <= MAX_TEXT);
  return type === 'kyb-remember' && (scope === 'lasting' || scope === 'tab') && fits;
};

const STORES = { lasting: () => localStorage, tab: () => sessionStorage } as const;

/** Used when a browser denies storage to the host page as well: then it lasts as long as the page. */
const kept = new Map<string, string>();

const read = (scope: Scope, name: string): string | null => {
  try {
    return STORES[scope]().getItem(name);
  } catch {
    return kept.get(scope + name) ?? null;
  }
};

const write = (scope: Scope, name: string, text: string | null): void => {
  try {
    if (text === null) STORES[scope]().removeItem(name);
    else STORES[scope]().setItem(name, text);
  } catch {
    if (text === null) kept.delete(scope + name);
    else kept.set(scope + name, text);
  }
};

/** Handles a request to the memory. Returns the answer to it, if it has one. */
export const answerMemoryCall = (call: MemoryCall, subject: MemoryReply['subject']): MemoryReply | undefined => {
  if (call.type === 'kyb-remember') {
    write(call.scope, call.name, call.text);
    return undefined;
  }
  const { name } = call;
  return { type: 'kyb-recalled', name, lasting: read('lasting', name), tab: read('tab', name), subject };
};
