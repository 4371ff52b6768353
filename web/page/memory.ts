import type { Attachment } from './session.ts';
import type { AllValues } from './values.ts';

/** What the browser remembers of an onboarding: enough to continue, and none of its answers. */
export interface Remembered {
  /** The idempotency key that makes a repeated opening the same one, until it is answered. */
  readonly openingKey?: string;
  readonly sessionId?: string;
  readonly applicantId?: string;
  /** The step that was shown last. */
  readonly step?: string;
  /** The time of the last activity, in milliseconds since 1970. */
  readonly atMs?: number;
  /** How it ended, if it did. */
  readonly ended?: 'left' | 'submitted';
}

/** What only the tab keeps of a session that cannot be read again, because its widget does not allow resuming. */
export interface TabSession {
  readonly sessionId: string;
  readonly saved: AllValues;
  readonly attachments: Readonly<Record<string, readonly Attachment[]>>;
}

/** The browser's memory of one onboarding. */
export interface PageMemory {
  readonly recall: () => Remembered;
  readonly remember: (change: Remembered) => void;
  /** Replaces everything that is remembered. */
  readonly restart: (remembered: Remembered) => void;
  /** Forgets everything, including drafts. */
  readonly forget: () => void;
  /** What was typed but not saved yet. It is kept only in the tab, and only until it is saved. */
  readonly drafts: () => AllValues;
  readonly keepDrafts: (drafts: AllValues) => void;
  readonly tabSession: () => TabSession | undefined;
  readonly keepTabSession: (session: TabSession) => void;
}

/** A store of texts by name. */
export type TextStore = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** A store in the page's memory, for browsers that deny storage to pages in frames. */
export const ownStore = (): TextStore => {
  const entries = new Map<string, string>();
  return {
    getItem: (name) => entries.get(name) ?? null,
    setItem: (name, value) => {
      entries.set(name, value);
    },
    removeItem: (name) => {
      entries.delete(name);
    },
  };
};

/** A store of the browser, or the page's own if that is not available. */
export const usable = (store: () => TextStore): TextStore => {
  try {
    const found = store();
    found.setItem('kyb', '1');
    found.removeItem('kyb');
    return found;
  } catch {
    return ownStore();
  }
};

const parsed = (text: string | null): object => {
  try {
    const value: unknown = JSON.parse(text ?? '{}');
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
};

/** What two people at one browser must not share: the link, and its applicant. */
interface Owner {
  readonly token: string;
  readonly applicantId: string | undefined;
  readonly referenceId: string | undefined;
}

/** The name under which an onboarding is remembered. */
export const memoryName = ({ token, applicantId, referenceId }: Owner): string =>
  `kyb:${JSON.stringify([token, applicantId ?? '', referenceId ?? ''])}`;

/** The stores of a memory. */
export interface MemoryStores {
  /** Identifies the session: across tabs and days, or for the tab if the widget does not allow resuming. */
  readonly session: TextStore;
  /** For the tab: what was typed but not saved. */
  readonly drafts: TextStore;
  /** For the tab: what the service has of a session that it does not show again. */
  readonly tab: TextStore;
}

/** The memory of a page. */
export const pageMemory = (name: string, { session, drafts, tab }: MemoryStores): PageMemory => {
  const draftsName = `${name}:drafts`;
  const tabName = `${name}:session`;
  const write = (store: TextStore, key: string, value: object): void => {
    try {
      store.setItem(key, JSON.stringify(value));
    } catch {
      // The store is full: the page continues without its memory.
    }
  };
  const recall = (): Remembered => parsed(session.getItem(name)) as Remembered;
  return {
    recall,
    remember: (change) => write(session, name, { ...recall(), atMs: Date.now(), ...change }),
    restart: (remembered) => write(session, name, { atMs: Date.now(), ...remembered }),
    forget: () => {
      session.removeItem(name);
      drafts.removeItem(draftsName);
      tab.removeItem(tabName);
    },
    drafts: () => parsed(drafts.getItem(draftsName)) as AllValues,
    keepDrafts: (typed) => {
      if (Object.keys(typed).length === 0) drafts.removeItem(draftsName);
      else write(drafts, draftsName, typed);
    },
    tabSession: () => {
      const kept = parsed(tab.getItem(tabName)) as Partial<TabSession>;
      return kept.sessionId === undefined ? undefined : (kept as TabSession);
    },
    keepTabSession: (kept) => write(tab, tabName, kept),
  };
};
