import type { RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { PageModule } from '#shared/onboarding/embed/page-data';
import { PlainButton, StepButtons } from './buttons.tsx';
import { Consent } from './consent.tsx';
import { Heading } from './heading.tsx';
import { isComplete, stepBeside } from './state.ts';
import * as TEXTS from './texts.ts';
import { entriesOf, entryText } from './values.ts';
import type { ViewProps } from './view-props.ts';

interface ReviewProps extends ViewProps {
  readonly heading: RefObject<HTMLHeadingElement | null>;
}

const Answers = ({ state, module }: Pick<ReviewProps, 'state'> & { readonly module: PageModule }) => {
  const given = module.fields.flatMap((field) => {
    const { name, label } = field;
    const entries = entriesOf(state.values[module.moduleId]?.[name]);
    const separator = field.type === 'people' ? '\n' : ', ';
    return entries.length > 0
      ? [{ name, label, text: entries.map((entry) => entryText(field, entry)).join(separator) }]
      : [];
  });
  const files = state.attachments[module.moduleId] ?? [];
  if (given.length === 0 && files.length === 0) return <p class="help">{TEXTS.empty}</p>;
  return (
    <dl>
      {given.map(({ name, label, text }) => (
        <div key={name}>
          <dt>{label}</dt>
          <dd dir="auto">{text}</dd>
        </div>
      ))}
      {files.length > 0 && (
        <div>
          <dt>{TEXTS.filesTitle}</dt>
          <dd dir="auto">{files.map(({ filename }) => filename).join(', ')}</dd>
        </div>
      )}
    </dl>
  );
};

/**
 * What was entered, module by module, before submission. Missing answers are highlighted; modules that were accepted
 * are closed.
 */
export const Review = (props: ReviewProps) => {
  const { state, data, actions, heading } = props;
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (state.notice !== undefined) form.current?.querySelector<HTMLElement>('.tag.missing ~ button')?.focus();
  }, [state.notice]);
  const isMissing = (module: PageModule): boolean =>
    state.missing.includes(module.moduleId) || (!state.isPartial && module.required && !isComplete(state, module));
  return (
    <form
      ref={form}
      onSubmit={(event) => {
        event.preventDefault();
        void actions.submit();
      }}
    >
      <Heading level={1} at={heading}>
        {TEXTS.reviewTitle}
      </Heading>
      <p>{TEXTS.reviewText}</p>
      {data.modules.map((module) => {
        const { moduleId, title } = module;
        const isClosed = state.closed.includes(moduleId);
        const misses = !isClosed && isMissing(module);
        return (
          <section key={moduleId} class={misses ? 'answers wrong' : 'answers'}>
            <div class="label">
              <h2>{title}</h2>
              {misses && <span class="tag missing">{TEXTS.missing}</span>}
              {isClosed ? (
                <span class="tag">{TEXTS.accepted}</span>
              ) : (
                <PlainButton text={TEXTS.change} about={title} onPress={() => actions.goTo(moduleId)} />
              )}
            </div>
            <Answers state={state} module={module} />
          </section>
        );
      })}
      <Consent {...props} />
      <StepButtons
        state={state}
        actions={actions}
        main={TEXTS.submit}
        hasBack={stepBeside(data, state, -1) !== undefined}
        savingStatus={state.busy && (state.uploads.length > 0 ? TEXTS.waitingForFiles : TEXTS.submitting)}
      />
    </form>
  );
};
