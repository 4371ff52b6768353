import type { Actions } from './actions.ts';
import type { OpenedSession, Session } from './runtime.ts';
import { isRefusal } from './send.ts';
import { merged, type PageContext, withSession } from './state.ts';

/** How a page gets its session. */
export interface Start {
  /** Opens or resumes the session, when the page is loaded. */
  readonly begin: () => Promise<void>;
  /** Opens the session again whose time was over. */
  readonly reopen: () => Promise<void>;
  /** Opens one for a new applicant. */
  readonly startAgain: () => Promise<void>;
}

/** Refusals of a remembered session that is no more: a new one is opened. */
const GONE: ReadonlySet<string> = new Set(['SESSION_NOT_FOUND', 'RESUME_DISABLED', 'APPLICANT_NOT_FOUND']);

/** The start of a page. */
export const makeStart = (
  { data, address, runtime, memory, notify, store }: PageContext,
  { fail }: Pick<Actions, 'fail'>,
): Start => {
  const { get, set } = store;
  const { modules } = data;

  const stepOf = (session: Session, remembered: string | undefined): number => {
    if (remembered === 'review') return modules.length;
    const shown = modules.findIndex(({ moduleId }) => moduleId === (remembered ?? session.currentModuleId));
    return Math.max(0, shown);
  };

  const adopt = (session: Session, applicantId: string | null): void => {
    const { step, sessionId } = memory.recall();
    const isSame = sessionId === session.sessionId;
    if (!isSame) memory.forget();
    set({
      ...withSession(session),
      applicantId,
      values: merged(merged(session.answers, get().values), isSame ? memory.drafts() : {}),
      step: stepOf(session, isSame ? step : undefined),
      screen:
        session.status === 'submitted'
          ? { name: 'submitted', referenceId: session.referenceId, again: true }
          : { name: 'form' },
    });
    // The step as well: what is saved as one goes moves the service's own on before the applicant does.
    memory.remember({
      sessionId: session.sessionId,
      step: modules[get().step]?.moduleId ?? 'review',
      ...(applicantId !== null && { applicantId }),
    });
    notify('kyb.ready');
  };

  const adoptOpened = (session: OpenedSession): void => adopt(session, session.applicantId);

  const openNew = async (): Promise<void> => {
    // Kept until it is answered, so that a reload in between neither opens nor charges twice.
    const idempotencyKey = memory.recall().openingKey ?? crypto.randomUUID();
    memory.remember({ openingKey: idempotencyKey });
    const { referenceId } = address;
    adoptOpened(await runtime.open({ idempotencyKey, ...(referenceId !== undefined && { referenceId }) }));
  };

  const resume = async (sessionId: string, applicantId: string | undefined): Promise<void> => {
    set({ sessionId, applicantId: applicantId ?? null });
    try {
      adopt(await runtime.read(sessionId), applicantId ?? null);
    } catch (error) {
      if (!isRefusal(error) || !GONE.has(error.code)) throw error;
      memory.forget();
      set({ sessionId: null, applicantId: null });
      await openNew();
    }
  };

  const orFail = async (task: () => Promise<void>): Promise<void> => {
    try {
      await task();
    } catch (error) {
      fail(error);
      // Without a session there is no form beside which a notice could stand.
      if (get().screen.name === 'loading') {
        set({ screen: { name: 'failed', code: isRefusal(error) ? error.code : 'PAGE_FAILED' } });
      }
    }
  };

  return {
    begin: () =>
      orFail(async () => {
        if (data.requireSignedRequests && !data.preview) {
          set({ screen: { name: 'signed' } });
          notify('kyb.ready');
          return notify('kyb.error', { code: 'SIGNED_REQUESTS_REQUIRED' });
        }
        const { sessionId, applicantId } = memory.recall();
        if (address.applicantId !== undefined) {
          return adoptOpened(await runtime.open({ applicantId: address.applicantId }));
        }
        await (sessionId === undefined ? openNew() : resume(sessionId, applicantId));
      }),

    reopen: () =>
      orFail(async () => {
        const { applicantId } = get();
        set({ screen: { name: 'loading' } });
        if (applicantId !== null) adoptOpened(await runtime.open({ applicantId }));
      }),

    startAgain: () =>
      orFail(async () => {
        memory.forget();
        set({ screen: { name: 'loading' }, values: {}, saved: {}, problems: {}, missing: [], step: 0 });
        await openNew();
      }),
  };
};
