import { useRef } from 'preact/hooks';
import { TEXTS } from './texts.ts';
import type { ViewProps } from './view-props.ts';

/** Ends the onboarding before it is submitted, after a question. */
export const LeaveButton = ({ actions, data: { flow } }: Pick<ViewProps, 'actions' | 'data'>) => {
  const dialog = useRef<HTMLDialogElement>(null);
  return (
    <div class="leave">
      <button type="button" class="plain" onClick={() => dialog.current?.showModal()}>
        {TEXTS.leave}
      </button>
      <dialog ref={dialog} aria-labelledby="leave-question">
        <h2 id="leave-question">{TEXTS.leaveQuestion}</h2>
        <p>{flow.enableResume ? TEXTS.leaveSaved : TEXTS.leaveLost}</p>
        <div class="buttons">
          <button type="button" class="secondary" onClick={() => dialog.current?.close()}>
            {TEXTS.leaveCancel}
          </button>
          <button
            type="button"
            class="primary"
            onClick={() => {
              dialog.current?.close();
              void actions.leave();
            }}
          >
            {TEXTS.leaveConfirm}
          </button>
        </div>
      </dialog>
    </div>
  );
};
