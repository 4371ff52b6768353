import type { ComponentChildren } from 'preact';
import * as TEXTS from './texts.ts';
import type { ViewProps } from './view-props.ts';

/** A button that reads like a link. @property about what it is about, for those who hear it. */
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
 * The end of a step: what went wrong with its main button, the button, the way back, and how saving and the connection
 * stand. The connection is below the buttons: it changes at any moment, and a button that moves between a press and its
 * release is not clicked.
 */
export const StepButtons = ({
  state,
  actions,
  main,
  hasBack,
  standing,
}: Pick<ViewProps, 'state' | 'actions'> & {
  readonly main: string;
  readonly hasBack: boolean;
  /** How saving stands. */
  readonly standing: ComponentChildren;
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
        {standing}
      </span>
    </div>
    <div role="status" class="connection">
      {state.connection !== 'up' && <p>{state.connection === 'offline' ? TEXTS.offline : TEXTS.busy}</p>}
    </div>
  </>
);
