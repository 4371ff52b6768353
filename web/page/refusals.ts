import type { PageContext } from './context.ts';
import { endingOf, isEnd } from './ends.ts';
import { isRefusal } from './send.ts';

/** Shows the meaning of a failed call: an end, or a notice beside the button that caused it. */
export type Fail = (error: unknown) => void;

/** Shows an end by its code, and by the outcome of the session if that is known. */
export type EndWith = (code: string, outcome?: string) => void;

/** The ends of a page. */
export const makeEnds = ({
  data,
  address,
  memory,
  notify,
  store,
  clock,
}: PageContext): { fail: Fail; end: EndWith } => {
  const { get, set } = store;

  const end: EndWith = (code, outcome) => {
    clock.stop();
    const canResume = data.flow.enableResume && get().applicantId !== null;
    const ending = endingOf(code, { canResume, isPersonal: address.applicantId !== undefined, outcome });
    set({ busy: false, saving: false, isEnding: false, screen: { name: 'ended', ending } });
    if (code === 'SESSION_NOT_IN_PROGRESS') memory.remember({ ended: 'submitted' });
  };

  return {
    end,
    fail: (error) => {
      const code = isRefusal(error) ? error.code : 'PAGE_FAILED';
      if (code === 'SESSION_EXPIRED') notify('kyb.session_expired');
      else if (code !== 'SESSION_NOT_IN_PROGRESS') notify('kyb.error', { code });
      // Without a session there is no form, and so no place for a notice.
      const hasForm = get().screen.name === 'form' && get().sessionId !== null;
      if (isEnd(code) || !hasForm) end(code, isRefusal(error) ? error.outcome : undefined);
      else set({ busy: false, saving: false, notice: code });
    },
  };
};
