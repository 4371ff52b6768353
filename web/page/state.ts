import type { PageData, PageModule } from '#shared/onboarding/embed/page-data';
import type { Ending } from './ends.ts';
import { isRight, type Problems, problemsOf } from './problems.ts';
import type { Connection } from './send.ts';
import type { Attachment, Resubmission, Session } from './session.ts';
import type { Upload } from './upload.ts';
import { type AllValues, changesOf, merged, shownValues, withPeople } from './values.ts';

/** What the page shows. `form` is the steps; `choose` asks whether to continue, or begin as another business. */
export type Screen =
  | { readonly name: 'loading' | 'form' | 'signed' }
  | { readonly name: 'choose'; readonly isSubmitted: boolean }
  | { readonly name: 'submitted'; readonly referenceId: string | null }
  | { readonly name: 'ended'; readonly ending: Ending };

/** The step after the modules. */
export const REVIEW = 'review';

/** Everything that changes while the page is open. */
export interface State {
  readonly screen: Screen;
  readonly sessionId: string | null;
  readonly applicantId: string | null;
  /** The module that is shown, or {@link REVIEW}. */
  readonly step: string;
  readonly values: AllValues;
  /** The answers that the service has. */
  readonly saved: AllValues;
  readonly attachments: Readonly<Record<string, readonly Attachment[]>>;
  /** The files that are being uploaded, or whose upload failed. */
  readonly uploads: readonly Upload[];
  /** The problems of the module that is shown. */
  readonly problems: Problems;
  /** The modules that the service reported as missing on submission. */
  readonly missing: readonly string[];
  /** The modules that accept no answers, because a resubmission is about others. */
  readonly closed: readonly string[];
  readonly resubmission: Resubmission | null;
  /** Whether the service may have answers that it did not return to the page. */
  readonly isPartial: boolean;
  /** What the customer stated about the business, if the link may show it. */
  readonly stated: Readonly<Record<string, string>>;
  /** Whether the applicant agreed to the widget's terms. */
  readonly agreed: boolean;
  /** The code of the last failed save or submission. */
  readonly notice: string | undefined;
  readonly busy: boolean;
  readonly saving: boolean;
  /** Whether the time of the session is nearly over. */
  readonly isEnding: boolean;
  readonly connection: Connection;
}

/** The state of a page that has just been loaded. */
export const INITIAL: State = {
  screen: { name: 'loading' },
  sessionId: null,
  applicantId: null,
  step: REVIEW,
  values: {},
  saved: {},
  attachments: {},
  uploads: [],
  problems: {},
  missing: [],
  closed: [],
  resubmission: null,
  isPartial: false,
  stated: {},
  agreed: false,
  notice: undefined,
  busy: false,
  saving: false,
  isEnding: false,
  connection: 'up',
};

/** The current state, and the function that changes it. */
export interface Store {
  readonly get: () => State;
  readonly set: (change: Partial<State>) => void;
}

/** The modules that can be answered, in order. */
export const openModules = ({ modules }: PageData, { closed }: Pick<State, 'closed'>): readonly PageModule[] =>
  modules.filter(({ moduleId }) => !closed.includes(moduleId));

/** The steps: the modules that can be answered, and the review. */
export const stepsOf = (data: PageData, state: Pick<State, 'closed'>): readonly string[] => [
  ...openModules(data, state).map(({ moduleId }) => moduleId),
  REVIEW,
];

/** The step after or before the one that is shown. Undefined if there is none. */
export const stepBeside = (data: PageData, state: State, by: 1 | -1): string | undefined => {
  const steps = stepsOf(data, state);
  return steps[steps.indexOf(state.step) + by];
};

/** The module that is shown. */
export const shownModule = ({ modules }: PageData, { step }: State): PageModule | undefined =>
  modules.find(({ moduleId }) => moduleId === step);

/** The number of a module's files. */
const fileCount = ({ attachments }: State, { moduleId }: PageModule): number => attachments[moduleId]?.length ?? 0;

/** The problems that keep a module from being complete, as far as the page can tell. */
export const problemsOfModule = (state: State, module: PageModule): Problems =>
  problemsOf(module, state.values[module.moduleId], fileCount(state, module));

/** Whether a module is complete enough to submit, as far as the page can tell. */
export const isComplete = (state: State, module: PageModule): boolean => {
  const problems = Object.keys(problemsOfModule(state, module));
  const hasFailed = state.uploads.some(({ moduleId }) => moduleId === module.moduleId);
  return problems.length === 0 && !hasFailed;
};

/** The unsaved values of a module, in saved form; optionally only the valid ones. */
export const unsavedOf = (
  { values, saved }: Pick<State, 'values' | 'saved'>,
  module: PageModule,
  rightOnly = false,
): ReturnType<typeof changesOf> =>
  changesOf(module, values[module.moduleId], saved[module.moduleId], rightOnly ? isRight : undefined);

/** The unsaved values by module, as they were typed. */
export const unsaved = (data: PageData, state: Pick<State, 'values' | 'saved' | 'closed'>): AllValues =>
  Object.fromEntries(
    openModules(data, state).flatMap((module) => {
      const typed = state.values[module.moduleId] ?? {};
      const changed = Object.keys(unsavedOf(state, module));
      return changed.length > 0
        ? [[module.moduleId, Object.fromEntries(changed.map((name) => [name, typed[name] ?? null]))]]
        : [];
    }),
  );

/** Whether a widget requires consent before a submission. */
export const needsConsent = ({ branding }: PageData): boolean =>
  (branding.consentText ?? branding.termsUrl ?? branding.consentVersion) !== undefined;

/** Whether closing the page would lose an unsaved text, or a file that has not arrived. */
export const wouldLose = (data: PageData, state: State): boolean =>
  state.screen.name === 'form' && (state.uploads.length > 0 || Object.keys(unsaved(data, state)).length > 0);

/**
 * The state after the service has returned a session. Values typed in the meantime stay, except in closed modules,
 * which show what the service has.
 */
export const withSession = (data: PageData, { values }: Pick<State, 'values'>, session: Session): Partial<State> => {
  const { sessionId, attachments, openModules: open, resubmission = null } = session;
  const answers = withPeople(data.modules, session.answers);
  const closed = open ? data.modules.flatMap(({ moduleId }) => (open.includes(moduleId) ? [] : [moduleId])) : [];
  const typed = Object.fromEntries(Object.entries(values).filter(([moduleId]) => !closed.includes(moduleId)));
  return {
    sessionId,
    saved: answers,
    attachments,
    closed,
    resubmission,
    values: merged(shownValues(data.modules, answers), typed),
  };
};
