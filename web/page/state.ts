import type { PageData, PageModule } from '#shared/onboarding/embed/page-data';
import type { Notify } from './host.ts';
import type { PageMemory } from './memory.ts';
import type { PageAddress } from './page-data.ts';
import type { Attachment, Runtime, Session } from './runtime.ts';
import type { Connection } from './send.ts';
import { type AllValues, changesOf, type Problems, problemsOf } from './values.ts';

/** What the page shows. `form`: the modules and the review after them. */
export type Screen =
  | { readonly name: 'loading' | 'form' | 'expired' | 'signed' | 'left' }
  | { readonly name: 'submitted'; readonly referenceId: string | null; readonly again: boolean }
  | { readonly name: 'failed'; readonly code: string };

/** Everything that changes while the page is open. */
export interface State {
  readonly screen: Screen;
  readonly sessionId: string | null;
  readonly applicantId: string | null;
  /** The module that is shown; their number for the review. */
  readonly step: number;
  readonly values: AllValues;
  /** What the service holds. */
  readonly saved: AllValues;
  readonly attachments: Readonly<Record<string, readonly Attachment[]>>;
  /** The problems of the module that is shown. */
  readonly problems: Problems;
  /** The modules that the service has refused to submit without. */
  readonly missing: readonly string[];
  /** The modules that the service takes no answers of: a resubmission is about others. */
  readonly closed: readonly string[];
  /** Why the last save or submit did not work, as a code. */
  readonly notice: string | undefined;
  readonly busy: boolean;
  readonly saving: boolean;
  readonly connection: Connection;
}

/** The state of a page before it has done anything. */
export const INITIAL: State = {
  screen: { name: 'loading' },
  sessionId: null,
  applicantId: null,
  step: 0,
  values: {},
  saved: {},
  attachments: {},
  problems: {},
  missing: [],
  closed: [],
  notice: undefined,
  busy: false,
  saving: false,
  connection: 'up',
};

/** The state as it is now, and the way to change it. */
export interface Store {
  readonly get: () => State;
  readonly set: (change: Partial<State>) => void;
}

/** Everything that the page works with. */
export interface PageContext {
  readonly data: PageData;
  readonly address: PageAddress;
  readonly runtime: Runtime;
  readonly memory: PageMemory;
  readonly notify: Notify;
  readonly store: Store;
  readonly window: Window;
}

/** How many files a module has. */
const fileCount = ({ attachments }: State, { moduleId }: PageModule): number => attachments[moduleId]?.length ?? 0;

/** Whether a module is complete as far as the page can tell. */
export const isComplete = (state: State, module: PageModule): boolean =>
  Object.keys(problemsOf(module, state.values[module.moduleId], fileCount(state, module))).length === 0;

/** What was typed and is not saved, by module. */
export const unsaved = ({ modules }: PageData, { values, saved }: Pick<State, 'values' | 'saved'>): AllValues =>
  Object.fromEntries(
    modules.flatMap((module) => {
      const changes = changesOf(module, values[module.moduleId], saved[module.moduleId]);
      return Object.keys(changes).length > 0 ? [[module.moduleId, changes]] : [];
    }),
  );

/** Values of modules with others over them, field by field. */
export const merged = (below: AllValues, above: AllValues): AllValues => {
  const all = { ...below };
  for (const [moduleId, values] of Object.entries(above)) all[moduleId] = { ...all[moduleId], ...values };
  return all;
};

/** The state after the service has returned the session: what was typed meanwhile stays. */
export const withSession = (session: Session): Partial<State> => ({
  sessionId: session.sessionId,
  saved: session.answers,
  attachments: session.attachments,
});
