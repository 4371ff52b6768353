import type { PageModule } from '#shared/onboarding/embed/page-data';
import type { ModuleField } from '#shared/onboarding/modules/module-fields';
import type { PageContext } from './context.ts';
import { FILES, type Problems, reportedProblems } from './problems.ts';
import { redirectTo } from './redirects.ts';
import type { EndWith, Fail } from './refusals.ts';
import { isRefusal } from './send.ts';
import {
  isComplete,
  needsConsent,
  openModules,
  problemsOfModule,
  REVIEW,
  shownModule,
  stepBeside,
  stepsOf,
  unsaved,
  unsavedOf,
} from './state.ts';
import * as TEXTS from './texts.ts';
import type { Uploads } from './uploads.ts';
import { type ModuleValues, merged, shownValue, shownValues, type Value, withPeople } from './values.ts';

/** The actions of an applicant, from typing to leaving. */
export interface Actions {
  readonly setValue: (moduleId: string, field: string, value: Value) => void;
  /** Handles that a field was left: formats it, and saves it in the background if it is valid. */
  readonly leaveField: (moduleId: string, field: ModuleField) => void;
  /** Saves valid changes in the background. */
  readonly saveInBackground: () => void;
  /** Reports to the service that somebody is still there. */
  readonly stay: () => void;
  readonly agree: (agreed: boolean) => void;
  readonly back: () => void;
  readonly goTo: (step: string) => void;
  /** Shows a step from the browser's history. */
  readonly revisit: (step: string) => void;
  readonly saveAndContinue: () => Promise<void>;
  readonly submit: () => Promise<void>;
  readonly leave: () => Promise<void>;
}

/** How long leaving waits for the service. */
const LEAVING_MS = 5_000;

/** Whether a call was refused because its module no longer accepts answers. */
const isClosing = (error: unknown): boolean => isRefusal(error) && error.code === 'MODULE_NOT_ENABLED';

/** Whether a path is that of a field, or of a part of it. */
const isOf = (path: string, field: string): boolean => path === field || path.startsWith(`${field}.`);

const without = (problems: Problems, field: string): Problems =>
  Object.fromEntries(Object.entries(problems).filter(([path]) => !isOf(path, field)));

/** The actions of a page. */
export const makeActions = (
  { data, runtime, memory, notify, store, history, clock, queue }: PageContext,
  { fail, end }: { readonly fail: Fail; readonly end: EndWith },
  uploads: Uploads,
): Actions => {
  const { get, set } = store;

  const keepDrafts = (): void => memory.keepDrafts(unsaved(data, get()));

  const save = async (moduleId: string, answers: ModuleValues): Promise<void> => {
    const { sessionId } = get();
    if (sessionId === null) return;
    set({ saving: true });
    const session = await runtime.save(sessionId, moduleId, answers);
    clock.renew();
    // Merged, because a widget that does not show saved answers again may return none.
    const returned = merged(get().saved, withPeople(data.modules, session.answers));
    set({
      saving: false,
      saved: merged(returned, { [moduleId]: answers }),
      values: merged(shownValues(data.modules, returned), get().values),
    });
    memory.remember({});
    keepDrafts();
  };

  /** Saves the changes of a module: all of them, or only the valid ones. */
  const saveModule = (module: PageModule, rightOnly: boolean): Promise<void> =>
    queue(async () => {
      const changes = unsavedOf(get(), module, rightOnly);
      if (Object.keys(changes).length > 0) await save(module.moduleId, changes);
    });

  const show = (step: string): void => {
    set({ step, problems: {}, notice: undefined });
    memory.remember({ step });
  };

  const goTo = (step: string): void => {
    show(step);
    history.show(step);
  };

  /**
   * Closes a module that no longer accepts answers: it shows what the service has, and the page moves to the next step.
   */
  const close = ({ moduleId }: PageModule): void => {
    const { values, saved, closed, step } = get();
    const next = stepBeside(data, get(), 1) ?? REVIEW;
    set({
      busy: false,
      saving: false,
      closed: [...closed, moduleId],
      values: { ...values, [moduleId]: saved[moduleId] ?? {} },
    });
    if (step === moduleId) goTo(next);
    set({ notice: 'MODULE_NOT_ENABLED' });
    keepDrafts();
  };

  /** Shows, beside its fields, why a module was not saved. */
  const refuseSave = (module: PageModule, error: unknown): void => {
    const reported = isRefusal(error) ? reportedProblems(module, error.details) : {};
    if (isClosing(error)) close(module);
    else if (Object.keys(reported).length === 0) fail(error);
    else set({ busy: false, saving: false, problems: reported });
  };

  const saveInBackground = (): void => {
    const module = shownModule(data, get());
    if (!module || get().screen.name !== 'form') return;
    saveModule(module, true).catch((error: unknown) => {
      set({ saving: false });
      // A button that was pressed in the meantime reports this with its own save.
      if (get().busy) return;
      if (isClosing(error)) close(module);
      else if (!isRefusal(error) || error.code !== 'VALIDATION_FAILED') fail(error);
    });
  };

  let isStaying = false;
  const stay = (): void => {
    const [module] = openModules(data, get());
    if (!module || isStaying) return;
    isStaying = true;
    queue(() => save((shownModule(data, get()) ?? module).moduleId, {}))
      .catch(fail)
      .finally(() => {
        isStaying = false;
      });
  };

  /** Waits for the uploads of a module, or of all modules. Returns whether every file has arrived. */
  const uploadsArrive = async (moduleId?: string): Promise<boolean> => {
    await uploads.settled(moduleId);
    return !get().uploads.some((one) => moduleId === undefined || one.moduleId === moduleId);
  };

  const submitted = (referenceId: string | null): void => {
    clock.stop();
    memory.forget();
    const { sessionId, applicantId } = get();
    memory.restart({
      ended: 'submitted',
      ...(sessionId !== null && { sessionId }),
      ...(applicantId !== null && { applicantId }),
    });
    set({ busy: false, values: {}, saved: {}, screen: { name: 'submitted', referenceId } });
    const redirectUrl = redirectTo(data.flow.successRedirectUrl, get(), { status: 'submitted', referenceId });
    notify('kyb.submitted', { referenceId, ...(redirectUrl !== undefined && { redirectUrl }) });
  };

  /** Saves which terms were agreed to, with the answers of the last module. */
  const saveAgreement = async (): Promise<void> => {
    const { consentVersion } = data.branding;
    const last = openModules(data, get()).at(-1);
    if (!get().agreed || consentVersion === undefined || !last) return;
    await queue(() => save(last.moduleId, { consentVersion }));
  };

  /** Why the review cannot be submitted, as far as the page can tell. */
  const submitProblem = (): string | undefined => {
    const open = get().isPartial
      ? []
      : openModules(data, get()).filter((one) => one.required && !isComplete(get(), one));
    set({ missing: open.map(({ moduleId }) => moduleId) });
    if (open.length > 0) return 'MODULES_INCOMPLETE';
    return needsConsent(data) && !get().agreed ? 'NOT_AGREED' : undefined;
  };

  /** The problems to show when a step is left; a file that is being uploaded is not missing. */
  const problemsToShow = (module: PageModule): Problems => {
    const { [FILES]: noFile, ...problems } = problemsOfModule(get(), module);
    const isSending = get().uploads.some(({ moduleId }) => moduleId === module.moduleId);
    return noFile === undefined || isSending ? problems : { ...problems, [FILES]: noFile };
  };

  const refuseFiles = ({ moduleId }: PageModule): void => {
    set({ busy: false });
    if (get().step === moduleId) set({ problems: { [FILES]: TEXTS.filesNotArrived } });
  };

  /**
   * Goes to the next step. It stays if another step is shown by now, or a save has closed the module, which the
   * applicant should see.
   */
  const advanceFrom = ({ moduleId }: PageModule): void => {
    set({ busy: false });
    if (get().step !== moduleId || get().closed.includes(moduleId) || get().screen.name !== 'form') return;
    set({ missing: get().missing.filter((id) => id !== moduleId) });
    const steps = stepsOf(data, get());
    notify('kyb.step_completed', { moduleId, step: steps.indexOf(moduleId) + 1, steps: steps.length - 1 });
    goTo(stepBeside(data, get(), 1) ?? REVIEW);
  };

  return {
    saveInBackground,
    stay,
    goTo,
    revisit: (step) => {
      saveInBackground();
      show(step);
    },
    agree: (agreed) => set({ agreed, notice: undefined }),

    back: () => {
      const step = stepBeside(data, get(), -1);
      if (step === undefined) return;
      saveInBackground();
      goTo(step);
    },

    setValue: (moduleId, field, value) => {
      const { values, problems } = get();
      set({ values: merged(values, { [moduleId]: { [field]: value } }), problems: without(problems, field) });
      keepDrafts();
      if (clock.isHalfOver()) stay();
    },

    leaveField: (moduleId, field) => {
      const { values } = get();
      const value = values[moduleId]?.[field.name];
      if (value != null) set({ values: merged(values, { [moduleId]: { [field.name]: shownValue(field, value) } }) });
      saveInBackground();
    },

    saveAndContinue: async () => {
      const module = shownModule(data, get());
      if (!module || get().busy) return;
      set({ problems: problemsToShow(module), notice: undefined });
      if (Object.keys(get().problems).length > 0) return;
      set({ busy: true });
      try {
        await saveModule(module, false);
        if (await uploadsArrive(module.moduleId)) advanceFrom(module);
        else refuseFiles(module);
      } catch (error) {
        refuseSave(module, error);
      }
    },

    submit: async () => {
      const { sessionId, busy } = get();
      if (sessionId === null || busy) return;
      set({ busy: true, notice: undefined });
      try {
        if (!(await uploadsArrive())) return set({ busy: false, notice: 'FILES_MISSING' });
        const notice = submitProblem();
        if (notice !== undefined) return set({ busy: false, notice });
        for (const module of openModules(data, get())) await saveModule(module, false);
        await saveAgreement();
        const { referenceId } = await queue(() => runtime.submit(sessionId));
        submitted(referenceId);
      } catch (error) {
        if (!isRefusal(error) || error.code !== 'MODULES_INCOMPLETE') return fail(error);
        set({ busy: false, missing: error.details.map(({ path }) => path), notice: error.code });
      }
    },

    leave: async () => {
      const { sessionId } = get();
      const module = shownModule(data, get());
      set({ busy: true });
      uploads.cancelAll();
      const abandon = async (): Promise<void> => {
        if (module) await saveModule(module, true).catch(() => undefined);
        if (sessionId !== null) await runtime.abandon(sessionId).catch(() => undefined);
      };
      await Promise.race([abandon(), new Promise((resolve) => setTimeout(resolve, LEAVING_MS))]);
      memory.keepDrafts({});
      memory.remember({ ended: 'left' });
      set({ values: {}, saved: {} });
      end('LEFT');
      const redirectUrl = redirectTo(data.flow.abandonRedirectUrl, get(), { status: 'abandoned' });
      notify('kyb.closed', { reason: 'left', ...(redirectUrl !== undefined && { redirectUrl }) });
    },
  };
};
