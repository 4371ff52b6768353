import { beginningOf } from './beginning.ts';
import type { PageContext } from './context.ts';
import type { EndWith, Fail } from './refusals.ts';
import { isRefusal } from './send.ts';
import type { OpenedSession, Session } from './session.ts';
import { INITIAL, isComplete, openModules, REVIEW, type State, stepsOf, withSession } from './state.ts';
import { type AllValues, merged } from './values.ts';

/** How a page gets its session. */
export interface Start {
  /** When the page is loaded: opens or resumes the session, or asks which. */
  readonly begin: () => Promise<void>;
  /** Reopens the session that the link or the browser's memory identifies. */
  readonly goOn: () => Promise<void>;
  /** Opens a session for a new applicant. */
  readonly startAgain: () => Promise<void>;
  /** Begins again after a failure. */
  readonly tryAgain: () => Promise<void>;
}

/** Refusals of a remembered session that no longer exists: a new one is opened. */
const GONE: ReadonlySet<string> = new Set(['SESSION_NOT_FOUND', 'APPLICANT_NOT_FOUND']);

const codeOf = (error: unknown): string => (isRefusal(error) ? error.code : '');

/** The start of a page. */
export const makeStart = (
  { data, address, runtime, memory, notify, store, history, clock, queue }: PageContext,
  { fail, end }: { readonly fail: Fail; readonly end: EndWith },
  subject: Readonly<Record<string, string>> | undefined,
): Start => {
  const { get, set } = store;

  /**
   * The step at which a session continues: the requested one, or the one where it stopped, but never after an
   * incomplete step.
   */
  const stepOf = (session: Session, remembered: string | undefined): string => {
    const state = get();
    const steps = stepsOf(data, state);
    const asked = session.resubmission?.modules.find((id) => steps.includes(id));
    const wished = remembered ?? asked ?? session.currentModuleId ?? steps[0] ?? REVIEW;
    if (state.isPartial || asked !== undefined) return steps.includes(wished) ? wished : (steps[0] ?? REVIEW);
    const open = openModules(data, state).find((module) => module.required && !isComplete(state, module));
    const first = open ? steps.indexOf(open.moduleId) : steps.length - 1;
    const at = steps.indexOf(wished);
    return steps[Math.min(first, Math.max(0, at))] ?? REVIEW;
  };

  const adopt = (session: Session, applicantId: string, more: Partial<State> = {}): void => {
    const { step, sessionId, openingKey } = memory.recall();
    const isSame = sessionId === session.sessionId || openingKey !== undefined;
    const drafts = isSame ? memory.drafts() : {};
    const isEarly = get().screen.name === 'form';
    if (!isSame) memory.forget();
    clock.renew();
    const returned = withSession(data, get(), session);
    set({ ...returned, applicantId, isPartial: !data.flow.enableSavedProgress, ...more });
    set({ values: merged(get().values, openDrafts(drafts)) });
    const shown = isEarly ? get().step : stepOf(session, isSame ? step : undefined);
    set({ step: shown, screen: { name: 'form' } });
    history.show(shown, true);
    // The step is stored as well, because saves in the background advance the service's own step before the applicant
    // does.
    memory.restart({ sessionId: session.sessionId, applicantId, step: shown });
    notify('kyb.ready');
  };

  const openDrafts = (drafts: AllValues): AllValues =>
    Object.fromEntries(Object.entries(drafts).filter(([moduleId]) => !get().closed.includes(moduleId)));

  const adoptOpened = (session: OpenedSession): void => {
    if (session.status === 'submitted') end('SESSION_NOT_IN_PROGRESS');
    else adopt(session, session.applicantId, { stated: session.subject ?? {} });
  };

  const openNew = async (): Promise<void> => {
    // Kept until the opening is answered, so that a reload in between neither opens nor charges twice.
    const begun = memory.recall().openingKey;
    if (begun === undefined) memory.forget();
    const idempotencyKey = begun ?? crypto.randomUUID();
    memory.remember({ openingKey: idempotencyKey });
    // The form is shown at once; saves wait for the session.
    const step = stepsOf(data, get())[0] ?? REVIEW;
    set({ screen: { name: 'form' }, step });
    const { referenceId } = address;
    await queue(async () =>
      adoptOpened(
        await runtime.open({
          idempotencyKey,
          ...(referenceId !== undefined && { referenceId }),
          ...(subject && { subject }),
        }),
      ),
    );
  };

  /** A session that is not shown again continues in the tab where it began. */
  const finishInTab = (sessionId: string, applicantId: string): void => {
    const { saved = {}, attachments = {} } = memory.tabSession() ?? {};
    const session = { sessionId, status: 'in_progress', currentModuleId: null, referenceId: null } as const;
    adopt({ ...session, answers: saved, attachments }, applicantId, { isPartial: memory.tabSession() === undefined });
  };

  const open = async (applicantId: string): Promise<void> => {
    const { sessionId } = memory.recall();
    const { applicantSignature } = address;
    set({ applicantId, screen: { name: 'loading' } });
    try {
      adoptOpened(await runtime.open({ applicantId, ...(applicantSignature !== undefined && { applicantSignature }) }));
    } catch (error) {
      const code = codeOf(error);
      if (sessionId !== undefined && code === 'RESUME_DISABLED') return finishInTab(sessionId, applicantId);
      if (address.applicantId !== undefined || !GONE.has(code)) throw error;
      set({ ...INITIAL });
      await openNew();
    }
  };

  const orFail = async (task: () => Promise<void>): Promise<void> => {
    try {
      await task();
    } catch (error) {
      fail(error);
    }
  };

  const startAgain = (): Promise<void> =>
    orFail(async () => {
      memory.forget();
      set({ ...INITIAL });
      await openNew();
    });

  const begin = (): Promise<void> =>
    orFail(async () => {
      if (data.requireSignedRequests && !data.preview) {
        set({ screen: { name: 'signed' } });
        notify('kyb.ready');
        return notify('kyb.error', { code: 'SIGNED_REQUESTS_REQUIRED' });
      }
      if (address.applicantId !== undefined) return open(address.applicantId);
      const remembered = memory.recall();
      const beginning = beginningOf(remembered, Date.now());
      if (beginning === 'ask')
        return set({ screen: { name: 'choose', isSubmitted: remembered.ended === 'submitted' } });
      const { applicantId } = remembered;
      await (applicantId === undefined || beginning === 'new' ? openNew() : open(applicantId));
    });

  return {
    begin,
    startAgain,
    tryAgain: () => {
      set({ screen: { name: 'loading' } });
      return begin();
    },

    goOn: () =>
      orFail(async () => {
        const applicantId = get().applicantId ?? memory.recall().applicantId;
        await (applicantId === undefined ? openNew() : open(applicantId));
      }),
  };
};
