import type { RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { PageModule } from '#shared/onboarding/embed/page-data';
import { Heading } from './heading.tsx';
import { noticeText } from './notices.ts';
import { isComplete } from './state.ts';
import { TEXTS } from './texts.ts';
import { entriesOf, shownText } from './values.ts';
import type { ViewProps } from './view-props.ts';

interface ReviewProps extends ViewProps {
  readonly heading: RefObject<HTMLHeadingElement | null>;
}

const Answers = ({ state, module }: Pick<ReviewProps, 'state'> & { readonly module: PageModule }) => {
  const given = module.fields.flatMap((field) => {
    const { name, label } = field;
    const texts = entriesOf(state.values[module.moduleId]?.[name]);
    return texts.length > 0 ? [{ name, label, text: texts.map((text) => shownText(field, text)) }] : [];
  });
  const files = state.attachments[module.moduleId] ?? [];
  if (given.length === 0 && files.length === 0) return <p class="help">{TEXTS.empty}</p>;
  return (
    <dl>
      {given.map(({ name, label, text }) => (
        <div key={name}>
          <dt>{label}</dt>
          <dd>{text.join(', ')}</dd>
        </div>
      ))}
      {files.length > 0 && (
        <div>
          <dt>{TEXTS.filesTitle}</dt>
          <dd>{files.map(({ filename }) => filename).join(', ')}</dd>
        </div>
      )}
    </dl>
  );
};

/** What was entered, module by module, before it is submitted; what is missing stands out. */
export const Review = ({ state, data: { modules, flow }, actions, heading }: ReviewProps) => {
  const alert = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (state.notice !== undefined) alert.current?.focus();
  }, [state.notice]);
  const isMissing = (module: PageModule): boolean =>
    state.missing.includes(module.moduleId) ||
    (flow.enableSavedProgress && module.required && !isComplete(state, module));
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void actions.submit();
      }}
    >
      <Heading level={1} at={heading}>
        {TEXTS.reviewTitle}
      </Heading>
      <p>{TEXTS.reviewText}</p>
      {state.notice !== undefined && (
        <p class="problem" role="alert" tabIndex={-1} ref={alert}>
          {noticeText(state.notice)}
        </p>
      )}
      {modules.map((module, index) => (
        <section key={module.moduleId} class={isMissing(module) ? 'answers wrong' : 'answers'}>
          <div class="label">
            <h2>{module.title}</h2>
            {isMissing(module) && <span class="tag missing">{TEXTS.missing}</span>}
            <button type="button" class="plain" onClick={() => actions.goTo(index)}>
              {TEXTS.change}
              <span class="hidden"> {module.title}</span>
            </button>
          </div>
          <Answers state={state} module={module} />
        </section>
      ))}
      <div class="buttons">
        <button type="button" class="secondary" onClick={actions.back} disabled={state.busy}>
          {TEXTS.back}
        </button>
        <button type="submit" class="primary" aria-disabled={state.busy}>
          {TEXTS.submit}
        </button>
        <span role="status" class="saved">
          {state.busy && TEXTS.submitting}
        </span>
      </div>
    </form>
  );
};
