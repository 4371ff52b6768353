/** The browser's history with one entry for each step, so that Back and Forward move between steps. */
export interface StepHistory {
  /** Adds a step to the history. The first step replaces the page's own entry. */
  readonly show: (step: string, isFirst?: boolean) => void;
}

/** @param onStep called when the browser moves to a step. */
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
