import type { AllValues } from './values.ts';

/** What the browser remembers of an onboarding: enough to go on after a reload. */
export interface Remembered {
  /** Makes a repeated opening the same one, until it is answered. */
  readonly openingKey?: string;
  readonly sessionId?: string;
  readonly applicantId?: string;
  /** The module that was shown last. */
  readonly step?: string;
}

/** The browser's memory of one onboarding. */
export interface PageMemory {
  readonly recall: () => Remembered;
  readonly remember: (change: Remembered) => void;
  readonly forget: () => void;
  /** What was typed and is not saved yet; kept for the tab alone, and only while it is not saved. */
  readonly drafts: () => AllValues;
  readonly keepDrafts: (drafts: AllValues) => void;
}

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** A store of the page itself, for browsers that keep theirs from pages in frames. */
const ownStore = (): Store => {
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
export const usable = (store: () => Store): Store => {
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

/**
 * The memory of a page.
 *
 * @param lasting over tabs and days: which session it was, and nothing of its answers.
 * @param passing for the tab: what was typed and is not saved.
 * @param keeps whether the widget allows to resume at all.
 */
export const pageMemory = (
  { token, applicantId, referenceId }: Owner,
  lasting: Store,
  passing: Store,
  keeps: { readonly session: boolean; readonly drafts: boolean },
): PageMemory => {
  const name = `kyb:${JSON.stringify([token, applicantId ?? '', referenceId ?? ''])}`;
  const store = keeps.session ? lasting : ownStore();
  const draftStore = keeps.session && keeps.drafts ? passing : ownStore();
  const write = (target: Store, value: object): void => {
    try {
      target.setItem(name, JSON.stringify(value));
    } catch {
      // A full store: the page goes on without its memory.
    }
  };
  const recall = (): Remembered => parsed(store.getItem(name)) as Remembered;
  return {
    recall,
    remember: (change) => write(store, { ...recall(), ...change }),
    forget: () => {
      store.removeItem(name);
      draftStore.removeItem(name);
    },
    drafts: () => parsed(draftStore.getItem(name)) as AllValues,
    keepDrafts: (drafts) => {
      if (Object.keys(drafts).length === 0) draftStore.removeItem(name);
      else write(draftStore, drafts);
    },
  };
};
