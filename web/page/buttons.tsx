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

/** What went wrong with the button below it, and how the connection is: where whoever pressed it looks. */
const Standing = ({ state }: Pick<ViewProps, 'state'>) => (
  <>
    {state.notice !== undefined && (
      <p class="problem" role="alert">
        {TEXTS.notices[state.notice] ?? TEXTS.notice}
      </p>
    )}
    <div role="status" class="connection">
      {state.connection !== 'up' && <p>{state.connection === 'offline' ? TEXTS.offline : TEXTS.busy}</p>}
    </div>
  </>
);

/** The end of a step: its main button, the way back, and how saving stands. */
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
    <Standing state={state} />
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
  </>
);
