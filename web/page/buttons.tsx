import type { ComponentChildren } from 'preact';
import * as TEXTS from './texts.ts';
import type { ViewProps } from './view-props.ts';

/** A button that looks like a link. @property about what it refers to, for screen readers. */
export const PlainButton = ({
  text,
  about,
  onPress,
}: {
  readonly text: string;
  readonly about?: string;
  readonly onPress: () => void;
}) => (
  <button type="button" class="plain" onClick={onPress}>
    {text}
    {about !== undefined && <span class="hidden"> {about}</span>}
  </button>
);

/**
 * The end of a step: the error of its main button, the buttons, and the status of saving and of the connection. The
 * connection is below the buttons, because it changes at any moment: a button that moves between press and release is
 * not clicked.
 */
export const StepButtons = ({
  state,
  actions,
  main,
  hasBack,
  savingStatus,
}: Pick<ViewProps, 'state' | 'actions'> & {
  readonly main: string;
  readonly hasBack: boolean;
  /** The status of saving. */
  readonly savingStatus: ComponentChildren;
}) => (
  <>
    {state.notice !== undefined && (
      <p class="problem" role="alert">
        {TEXTS.notices[state.notice] ?? TEXTS.notice}
      </p>
    )}
    <div class="buttons">
      <button type="submit" class="primary" aria-disabled={state.busy}>
        {main}
      </button>
      {hasBack && (
        <button type="button" class="secondary" onClick={actions.back} disabled={state.busy}>
          {TEXTS.back}
        </button>
      )}
      <span role="status" class="saved">
        {savingStatus}
      </span>
    </div>
    <div role="status" class="connection">
      {state.connection !== 'up' && <p>{state.connection === 'offline' ? TEXTS.offline : TEXTS.busy}</p>}
    </div>
  </>
);
