/** The browser's history: a page a step, so that its Back and Forward lead through them. */
export interface StepHistory {
  /** Puts a step into the history; the step that the page begins with in place of the page's own entry. */
  readonly show: (step: string, isFirst?: boolean) => void;
}

/** @param onStep called when the browser goes to a step. */
export const stepHistory = (window: Window, onStep: (step: string) => void): StepHistory => {
  window.addEventListener('popstate', ({ state }) => {
    const step: unknown = (state as { kybStep?: unknown } | null)?.kybStep;
    if (typeof step === 'string') onStep(step);
  });
  return {
    show: (step, isFirst = false) => {
      const state = { kybStep: step };
      if (isFirst) window.history.replaceState(state, '');
      else if ((window.history.state as typeof state | null)?.kybStep !== step) window.history.pushState(state, '');
    },
  };
};
