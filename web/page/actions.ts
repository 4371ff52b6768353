import type { PageModule } from '#shared/onboarding/embed/page-data';
import { redirectTo } from './redirects.ts';
import { isRefusal } from './send.ts';
import { isComplete, merged, type PageContext, unsaved, withSession } from './state.ts';
import { changesOf, type ModuleValues, problemsOf, reportedProblems, type Value } from './values.ts';

/** What the applicant can do, from typing to leaving. */
export interface Actions {
  readonly setValue: (moduleId: string, field: string, value: Value) => void;
  /** Saves what has changed and is right, without waiting for it. */
  readonly saveQuietly: () => void;
  readonly back: () => void;
  readonly goTo: (step: number) => void;
  readonly saveAndContinue: () => Promise<void>;
  readonly submit: () => Promise<void>;
  readonly upload: (moduleId: string, file: File, onProgress: (percent: number) => void) => Promise<void>;
  readonly leave: () => Promise<void>;
  /** Shows a refusal that ends the session or the page. */
  readonly fail: (error: unknown) => void;
}

/** Refusals after which the form cannot be continued; others are shown beside the button that caused them. */
const ENDS: ReadonlySet<string> = new Set([
  'INVALID_EMBED_TOKEN',
  'WIDGET_NOT_LIVE',
  'SESSION_NOT_FOUND',
  'APPLICANT_NOT_OPEN',
  'APPLICANT_NOT_FOUND',
  'RESUME_DISABLED',
  'INSUFFICIENT_BALANCE',
  'ORIGIN_NOT_ALLOWED',
  'IP_NOT_ALLOWED',
  'COUNTRY_NOT_ALLOWED',
  'INVALID_REQUEST_SIGNATURE',
]);

/** Whether a save was refused because its module takes no answers. */
const isClosing = (error: unknown): boolean => isRefusal(error) && error.code === 'MODULE_NOT_ENABLED';

/** The actions of a page. */
export const makeActions = (context: PageContext): Actions => {
  const { data, runtime, memory, notify, store } = context;
  const { get, set } = store;
  const { modules } = data;

  const fail = (error: unknown): void => {
    const code = isRefusal(error) ? error.code : 'PAGE_FAILED';
    set({ busy: false, saving: false });
    if (code === 'SESSION_EXPIRED') {
      set({ screen: { name: 'expired' } });
      notify('kyb.session_expired');
      return;
    }
    if (code === 'SESSION_NOT_IN_PROGRESS') {
      set({ screen: { name: 'submitted', referenceId: null, again: true } });
      return;
    }
    notify('kyb.error', { code });
    set(ENDS.has(code) ? { screen: { name: 'failed', code } } : { notice: code });
  };

  // One save after the other, so that the last one typed is the last one stored.
  let queue: Promise<unknown> = Promise.resolve();
  const queued = <T>(task: () => Promise<T>): Promise<T> => {
    const result = queue.then(task, task);
    queue = result.catch(() => undefined);
    return result;
  };

  const save = async (moduleId: string, answers: ModuleValues): Promise<void> => {
    const { sessionId } = get();
    if (sessionId === null || Object.keys(answers).length === 0) return;
    set({ saving: true });
    const session = await runtime.save(sessionId, moduleId, answers);
    // Merged, because a widget that does not show saved answers again may return none.
    set({ saving: false, saved: merged(get().saved, { ...session.answers, [moduleId]: answers }) });
    memory.keepDrafts(unsaved(data, get()));
  };

  const saveModule = (valid: boolean): Promise<void> =>
    queued(async () => {
      const module = modules[get().step];
      if (!module) return;
      const { values, saved } = get();
      await save(module.moduleId, changesOf(module, values[module.moduleId], saved[module.moduleId], valid));
    });

  const isClosed = ({ moduleId }: PageModule): boolean => get().closed.includes(moduleId);

  /** A module that takes no answers shows what the service has of it. */
  const close = (moduleId: string): void => {
    const { values, saved, closed } = get();
    set({
      busy: false,
      saving: false,
      closed: [...closed, moduleId],
      values: { ...values, [moduleId]: saved[moduleId] ?? {} },
    });
    memory.keepDrafts(unsaved(data, get()));
  };

  /** Shows beside its fields why a module was not saved. */
  const refuseSave = (module: PageModule, error: unknown): void => {
    const reported = isRefusal(error) ? reportedProblems(module, error.details) : {};
    if (isClosing(error)) close(module.moduleId);
    else if (Object.keys(reported).length === 0) fail(error);
    else set({ busy: false, saving: false, problems: reported });
  };

  const goTo = (step: number): void => {
    set({ step, problems: {}, notice: undefined });
    memory.remember({ step: modules[step]?.moduleId ?? 'review' });
  };

  return {
    fail,
    goTo,
    back: () => goTo(get().step - 1),

    setValue: (moduleId, field, value) => {
      const { values, problems } = get();
      const { [field]: _, ...others } = problems;
      set({ values: merged(values, { [moduleId]: { [field]: value } }), problems: others });
      memory.keepDrafts(unsaved(data, get()));
    },

    saveQuietly: () => {
      const moduleId = modules[get().step]?.moduleId;
      saveModule(true).catch((error: unknown) => {
        set({ saving: false });
        if (isClosing(error) && moduleId !== undefined) return close(moduleId);
        if (isRefusal(error) && error.code === 'VALIDATION_FAILED') return;
        fail(error);
      });
    },

    saveAndContinue: async () => {
      const { step, values } = get();
      const module = modules[step];
      if (!module || get().busy) return;
      const files = get().attachments[module.moduleId]?.length ?? 0;
      const problems = problemsOf(module, values[module.moduleId], files);
      set({ problems, notice: undefined });
      if (Object.keys(problems).length > 0) return;
      const wasClosed = isClosed(module);
      set({ busy: true });
      try {
        await saveModule(false);
        // By the save of the field that was left for the button: the applicant is to see that nothing was changed.
        if (!wasClosed && isClosed(module)) {
          set({ busy: false });
          return;
        }
        set({ busy: false, missing: get().missing.filter((id) => id !== module.moduleId) });
        notify('kyb.step_completed', { moduleId: module.moduleId, step: step + 1, steps: modules.length });
        goTo(step + 1);
      } catch (error) {
        refuseSave(module, error);
      }
    },

    submit: async () => {
      const { sessionId } = get();
      if (sessionId === null || get().busy) return;
      const open = modules.filter((module) => module.required && !isComplete(get(), module));
      if (open.length > 0 && data.flow.enableSavedProgress) {
        return set({ missing: open.map(({ moduleId }) => moduleId), notice: 'MODULES_INCOMPLETE' });
      }
      set({ busy: true, notice: undefined });
      try {
        const { referenceId } = await queued(() => runtime.submit(sessionId));
        memory.keepDrafts({});
        set({ busy: false, screen: { name: 'submitted', referenceId, again: false } });
        const redirectUrl = redirectTo(data.flow.successRedirectUrl, get(), { status: 'submitted', referenceId });
        notify('kyb.submitted', { referenceId, ...(redirectUrl !== undefined && { redirectUrl }) });
      } catch (error) {
        if (!isRefusal(error) || error.code !== 'MODULES_INCOMPLETE') return fail(error);
        set({ busy: false, missing: error.details.map(({ path }) => path), notice: error.code });
      }
    },

    upload: async (moduleId, file, onProgress) => {
      const { sessionId } = get();
      if (sessionId === null) return;
      const session = await runtime.upload({
        sessionId,
        moduleId,
        file,
        idempotencyKey: crypto.randomUUID(),
        onProgress,
      });
      const { [' files']: _, ...problems } = get().problems;
      set({ attachments: withSession(session).attachments ?? {}, problems });
    },

    leave: async () => {
      const { sessionId } = get();
      set({ busy: true });
      await saveModule(true).catch(() => undefined);
      if (sessionId !== null) await runtime.abandon(sessionId).catch(() => undefined);
      set({ busy: false, screen: { name: 'left' } });
      const redirectUrl = redirectTo(data.flow.abandonRedirectUrl, get(), { status: 'abandoned' });
      notify('kyb.closed', { reason: 'left', ...(redirectUrl !== undefined && { redirectUrl }) });
    },
  };
};
