import type { RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { PageModule } from '#shared/onboarding/embed/page-data';
import { Field } from './fields.tsx';
import { Files, filesId } from './files.tsx';
import { Heading } from './heading.tsx';
import { noticeText } from './notices.ts';
import { TEXTS } from './texts.ts';
import { FILES } from './values.ts';
import type { ViewProps } from './view-props.ts';

interface ModuleFormProps extends ViewProps {
  readonly module: PageModule;
  readonly heading: RefObject<HTMLHeadingElement | null>;
  readonly level: 1 | 2;
}

/** The id of a field's control. */
const fieldId = (moduleId: string, field: string): string => `${moduleId}-${field}`;

/** The problems of a form, each a link to its field; it takes the focus when there are some. */
const Summary = ({ state, module }: Pick<ModuleFormProps, 'state' | 'module'>) => {
  const box = useRef<HTMLDivElement>(null);
  const problems = Object.entries(state.problems);
  const count = problems.length;
  const shown = useRef(0);
  useEffect(() => {
    if (count > shown.current) box.current?.focus();
    shown.current = count;
  }, [count]);
  if (count === 0) return null;
  const focus = (id: string) => (event: Event) => {
    event.preventDefault();
    document.getElementById(id)?.focus();
  };
  return (
    <div class="summary" role="alert" tabIndex={-1} ref={box}>
      <p>{TEXTS.problems}</p>
      <ul>
        {problems.map(([name, text]) => {
          const id = name === FILES ? filesId(module.moduleId) : fieldId(module.moduleId, name);
          return (
            <li key={name}>
              <a href={`#${id}`} onClick={focus(id)}>
                {text}
              </a>
            </li>
          );
        })}
      </ul>
    </div>
  );
};

/** One module: its fields and files, and the buttons to the modules beside it. */
export const ModuleForm = (props: ModuleFormProps) => {
  const { state, module, actions, heading, level } = props;
  const { moduleId, title, description, fields, required } = module;
  const isClosed = state.closed.includes(moduleId);
  // While a save is on its way nothing is typed into a step that is about to be left; without a connection it may take long.
  const isSaving = state.busy && state.connection === 'up';
  const submit = (event: Event): void => {
    event.preventDefault();
    void actions.saveAndContinue();
  };
  return (
    <form onSubmit={submit} noValidate>
      <Heading level={level} at={heading}>
        {title}
      </Heading>
      <p class="help">{description}</p>
      {isClosed && <p class="note">{TEXTS.closedModule}</p>}
      {!required && !isClosed && <p class="help">{TEXTS.optionalModule}</p>}
      <Summary state={state} module={module} />
      <fieldset disabled={isSaving || isClosed}>
        {fields.map((field) => (
          <Field
            key={field.name}
            field={field}
            id={fieldId(moduleId, field.name)}
            value={state.values[moduleId]?.[field.name]}
            problem={state.problems[field.name]}
            onValue={(value) => actions.setValue(moduleId, field.name, value)}
            onLeave={actions.saveQuietly}
          />
        ))}
        {module.files !== 'none' && <Files {...props} />}
      </fieldset>
      {state.notice !== undefined && (
        <p class="problem" role="alert">
          {noticeText(state.notice)}
        </p>
      )}
      <div class="buttons">
        {state.step > 0 && (
          <button type="button" class="secondary" onClick={actions.back} disabled={state.busy}>
            {TEXTS.back}
          </button>
        )}
        <button type="submit" class="primary" aria-disabled={state.busy}>
          {TEXTS.save}
        </button>
        <span role="status" class="saved">
          {state.saving || state.busy
            ? TEXTS.saving
            : Object.keys(state.saved[moduleId] ?? {}).length > 0 && TEXTS.allSaved}
        </span>
      </div>
    </form>
  );
};
