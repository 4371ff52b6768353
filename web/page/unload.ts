/**
 * Asks for confirmation before the page is closed while something would be lost. The listener is added only then,
 * because browsers do not cache pages with one for Back.
 */
export const makeUnloadGuard = (window: Window): ((wouldLose: boolean) => void) => {
  const ask = (event: Event): void => event.preventDefault();
  let isSet = false;
  return (wouldLose) => {
    if (wouldLose === isSet) return;
    isSet = wouldLose;
    if (wouldLose) window.addEventListener('beforeunload', ask);
    else window.removeEventListener('beforeunload', ask);
  };
};
