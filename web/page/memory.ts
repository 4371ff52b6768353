import type { Attachment } from './session.ts';
import type { AllValues } from './values.ts';

/** What the browser remembers of an onboarding: enough to go on, and nothing of its answers. */
export interface Remembered {
  /** Makes a repeated opening the same one, until it is answered. */
  readonly openingKey?: string;
  readonly sessionId?: string;
  readonly applicantId?: string;
  /** The step that was shown last. */
  readonly step?: string;
  /** When something was done last, in milliseconds since 1970. */
  readonly atMs?: number;
  /** How it ended, if it did. */
  readonly ended?: 'left' | 'submitted';
}

/** What the tab alone keeps of a session that cannot be read again, because its widget does not let sessions be resumed. */
export interface TabSession {
  readonly sessionId: string;
  readonly saved: AllValues;
  readonly attachments: Readonly<Record<string, readonly Attachment[]>>;
}

/** The browser's memory of one onboarding. */
export interface PageMemory {
  readonly recall: () => Remembered;
  readonly remember: (change: Remembered) => void;
  /** Remembers this and nothing else. */
  readonly restart: (remembered: Remembered) => void;
  /** Forgets everything, drafts as well. */
  readonly forget: () => void;
  /** What was typed and is not saved yet; kept for the tab alone, and only while it is not saved. */
  readonly drafts: () => AllValues;
  readonly keepDrafts: (drafts: AllValues) => void;
  readonly tabSession: () => TabSession | undefined;
  readonly keepTabSession: (session: TabSession) => void;
}

/** A store of texts by name. */
export type TextStore = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** A store of the page itself, for browsers that keep theirs from pages in frames. */
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

/** A store of the browser, or the page's own where that is not to be had. */
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

/** What two people at one browser must not share: the link, and whom it is for. */
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
  /** Which session it is: over tabs and days, or for the tab where the widget does not let sessions be resumed. */
  readonly session: TextStore;
  /** For the tab: what was typed and is not saved. */
  readonly drafts: TextStore;
  /** For the tab: what the service holds of a session that it does not show again. */
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
      // A full store: the page goes on without its memory.
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
