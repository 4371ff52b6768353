import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { PageModule } from '#shared/onboarding/embed/page-data';
import type { ModuleField } from '#shared/onboarding/modules/module-fields';
import { StepButtons } from './buttons.tsx';
import { accountDoubt } from './doubts.ts';
import { Field } from './fields.tsx';
import { Files } from './files.tsx';
import { Heading } from './heading.tsx';
import { offersFor } from './offers.ts';
import { People } from './people.tsx';
import { controlId } from './problems.ts';
import { type State, stepBeside, unsavedOf } from './state.ts';
import * as TEXTS from './texts.ts';
import type { ViewProps } from './view-props.ts';

interface ModuleFormProps extends ViewProps {
  readonly module: PageModule;
  readonly heading: RefObject<HTMLHeadingElement | null>;
  readonly level: 1 | 2;
}

/** The problems of a form, each with a link to its field. It takes the focus when there are some. */
const Summary = ({ state, module }: Pick<ModuleFormProps, 'state' | 'module'>) => {
  const box = useRef<HTMLDivElement>(null);
  const problems = Object.entries(state.problems);
  const count = problems.length;
  const shown = useRef(0);
  useLayoutEffect(() => {
    if (count > shown.current) box.current?.focus();
    shown.current = count;
  }, [count]);
  if (count === 0) return null;
  const focus = (path: string) => (event: Event) => {
    event.preventDefault();
    const control = document.getElementById(controlId(module.moduleId, path));
    // If people are missing, the first field of the first person.
    const first = document.getElementById(`${controlId(module.moduleId, path)}-0-fullName`);
    (control ?? first)?.focus();
  };
  return (
    <div class="summary" role="alert" tabIndex={-1} ref={box}>
      <p>{TEXTS.problems}</p>
      <ul>
        {problems.map(([path, text]) => (
          <li key={path}>
            <a href={`#${controlId(module.moduleId, path)}`} onClick={focus(path)}>
              {text}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
};

/** The status of saving: "Saved" only once everything that was typed is. */
const savingStatus = (state: State, module: PageModule): string | false => {
  const { moduleId } = module;
  if (state.busy && state.uploads.some((one) => one.moduleId === moduleId)) return TEXTS.waitingForFiles;
  if (state.saving || state.busy) return TEXTS.saving;
  const hasSaved = Object.keys(state.saved[moduleId] ?? {}).length > 0;
  return hasSaved && Object.keys(unsavedOf(state, module)).length === 0 && TEXTS.allSaved;
};

/** One module: its fields and files, and the buttons to the neighbouring steps. */
export const ModuleForm = (props: ModuleFormProps) => {
  const { state, data, module, actions, heading, level, subject } = props;
  const { moduleId, title, description, fields, required } = module;
  // While a save runs, nothing may be typed into a step that is about to be left. Without a connection, that would
  // block the step for too long.
  const isSaving = state.busy && state.connection === 'up' && state.uploads.length === 0;
  const submit = (event: Event): void => {
    event.preventDefault();
    void actions.saveAndContinue();
  };
  const control = (field: ModuleField) => {
    const View = field.type === 'people' ? People : Field;
    return (
      <View
        key={field.name}
        field={field}
        id={controlId(moduleId, field.name)}
        value={state.values[moduleId]?.[field.name]}
        problems={state.problems}
        path={field.name}
        offers={offersFor(data, state, module, field, subject)}
        doubt={accountDoubt(field, state.values[moduleId])}
        onValue={(value) => actions.setValue(moduleId, field.name, value)}
        onLeave={() => actions.leaveField(moduleId, field)}
      />
    );
  };
  return (
    <form onSubmit={submit} noValidate>
      <Heading level={level} at={heading}>
        {title}
      </Heading>
      <p class="help">{description}</p>
      {!required && <p class="help">{TEXTS.optionalModule}</p>}
      <Summary state={state} module={module} />
      <fieldset disabled={isSaving}>
        {fields.map(control)}
        {module.files !== 'none' && <Files {...props} />}
      </fieldset>
      <StepButtons
        state={state}
        actions={actions}
        main={TEXTS.save}
        hasBack={stepBeside(data, state, -1) !== undefined}
        savingStatus={savingStatus(state, module)}
      />
    </form>
  );
};
