import { useState } from 'preact/hooks';
import { PlainButton } from './buttons.tsx';
import { Confirm } from './confirm.tsx';
import { wouldLose } from './state.ts';
import * as TEXTS from './texts.ts';
import type { ViewProps } from './view-props.ts';

type LeaveProps = Pick<ViewProps, 'actions' | 'data' | 'state' | 'framed'>;

/** Leaves the onboarding before it is submitted, after a confirmation. */
export const LeaveButton = ({ actions, data, state, framed }: LeaveProps) => {
  const [isAsking, setAsking] = useState(false);
  const close = (): void => setAsking(false);
  const { enableResume } = data.flow;
  return (
    <div class="leave">
      <PlainButton text={TEXTS.leave} onPress={() => setAsking(true)} />
      {isAsking && (
        <Confirm title={TEXTS.leaveQuestion} framed={framed} onClose={close}>
          <p>{enableResume ? TEXTS.leaveSaved : TEXTS.leaveLost}</p>
          {enableResume && wouldLose(data, state) && <p>{TEXTS.leaveUnsaved}</p>}
          <div class="buttons">
            <button
              type="button"
              class="primary"
              onClick={() => {
                close();
                void actions.leave();
              }}
            >
              {TEXTS.leaveConfirm}
            </button>
            <button type="button" class="secondary" onClick={close}>
              {TEXTS.leaveCancel}
            </button>
          </div>
        </Confirm>
      )}
    </div>
  );
};
