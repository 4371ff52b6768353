import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { Confirm } from './confirm.tsx';
import { Choose, Ended, Loading, NoModules, Signed, Submitted } from './endings.tsx';
import { LeaveButton } from './leave.tsx';
import { ModuleForm } from './module-form.tsx';
import { Review } from './review.tsx';
import { shownModule, stepsOf } from './state.ts';
import * as TEXTS from './texts.ts';
import type { ViewProps } from './view-props.ts';

/** The first letter of a name, in any script. */
const initialOf = (name: string): string => {
  const [first] = new Intl.Segmenter().segment(name.trim());
  return first?.segment ?? '';
};

const Header = ({ data: { branding, preview } }: Pick<ViewProps, 'data'>) => (
  <header>
    {preview && <p class="preview">{TEXTS.preview}</p>}
    <div class="brand">
      {branding.logoUrl === '' ? (
        <span class="initial" aria-hidden="true">
          {initialOf(branding.brandName)}
        </span>
      ) : (
        <img src={branding.logoUrl} alt="" height="40" />
      )}
      <span dir="auto">{branding.brandName}</span>
    </div>
  </header>
);

const Progress = ({ step, steps }: { readonly step: number; readonly steps: number }) => (
  <div class="progress">
    <p>{TEXTS.step(step + 1, steps)}</p>
    <div role="progressbar" aria-label={TEXTS.progress} aria-valuemin={0} aria-valuemax={steps} aria-valuenow={step}>
      <svg width="100%" height="6" aria-hidden="true" focusable="false">
        <rect width="100%" height="6" rx="3" class="track" />
        <rect width={`${(100 * Math.max(step, 0.15)) / steps}%`} height="6" rx="3" class="done" />
      </svg>
    </div>
  </div>
);

/** A reviewer's request, above the first step that it concerns. */
const ResubmissionRequest = ({ state: { resubmission, closed }, data: { modules, branding } }: ViewProps) => {
  if (!resubmission) return null;
  const accepted = modules.filter(({ moduleId }) => closed.includes(moduleId)).map(({ title }) => title);
  return (
    <section class="asked">
      <h2 dir="auto">{TEXTS.resubmission(branding.brandName)}</h2>
      <p dir="auto">{resubmission.message ?? TEXTS.resubmissionText}</p>
      {accepted.length > 0 && <p class="help">{TEXTS.acceptedModules(accepted.join(', '))}</p>}
    </section>
  );
};

/** Asks an inactive applicant whether to continue. */
const StillThere = ({ state, actions, framed }: ViewProps) =>
  state.isEnding ? (
    <Confirm title={TEXTS.endingTitle} framed={framed} onClose={actions.stay}>
      <p>{TEXTS.endingText}</p>
      <div class="buttons">
        <button type="button" class="primary" onClick={actions.stay}>
          {TEXTS.stay}
        </button>
      </div>
    </Confirm>
  ) : null;

const Form = (props: ViewProps) => {
  const { state, data } = props;
  const { branding } = data;
  const steps = stepsOf(data, state);
  const step = Math.max(0, steps.indexOf(state.step));
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(step);
  // Moves screen readers along with the step; but not on the first view, which must not take the focus from the
  // surrounding page. It moves before the step is painted, so that it is never taken from a field that is already in use.
  useLayoutEffect(() => {
    if (shown.current !== step) {
      heading.current?.focus();
      heading.current?.scrollIntoView({ block: 'nearest' });
    }
    shown.current = step;
  }, [step]);
  const module = shownModule(data, state);
  const isFirst = step === 0 && module !== undefined;
  const welcomes = isFirst && !state.resubmission;
  return (
    <>
      {welcomes && (
        <div class="welcome">
          <h1 dir="auto">{branding.welcomeTitle}</h1>
          <p dir="auto">{branding.welcomeMessage}</p>
        </div>
      )}
      {isFirst && <ResubmissionRequest {...props} />}
      <Progress step={step} steps={steps.length} />
      {module ? (
        <ModuleForm key={module.moduleId} {...props} module={module} heading={heading} level={welcomes ? 2 : 1} />
      ) : (
        <Review {...props} heading={heading} />
      )}
      {!data.preview && <LeaveButton {...props} />}
      <StillThere {...props} />
    </>
  );
};

const Content = (props: ViewProps) => {
  const { screen } = props.state;
  switch (screen.name) {
    case 'loading':
      return <Loading />;
    case 'form':
      return props.data.modules.length === 0 ? <NoModules /> : <Form {...props} />;
    case 'signed':
      return <Signed {...props} />;
    case 'choose':
      return <Choose {...props} isSubmitted={screen.isSubmitted} />;
    case 'submitted':
      return <Submitted {...props} screen={screen} />;
    case 'ended':
      return <Ended {...props} ending={screen.ending} />;
  }
};

/** The title of the page: the heading that is shown. */
const titleOf = ({ state, data }: ViewProps): string => {
  const { screen } = state;
  if (screen.name === 'ended') return screen.ending.title;
  if (screen.name === 'submitted') return data.branding.completionTitle;
  if (screen.name === 'choose') return TEXTS.chooseTitle;
  if (screen.name !== 'form') return data.branding.welcomeTitle;
  return shownModule(data, state)?.title ?? TEXTS.reviewTitle;
};

const Footer = ({ data: { branding } }: Pick<ViewProps, 'data'>) =>
  branding.supportEmail === '' ? null : (
    <footer>
      {TEXTS.supportText} <a href={`mailto:${branding.supportEmail}`}>{branding.supportEmail}</a>
    </footer>
  );

/** The whole page. */
export const App = (props: ViewProps) => {
  const title = titleOf(props);
  useEffect(() => {
    document.title = `${title} – ${props.data.branding.brandName}`;
  }, [title]);
  return (
    <div class="page">
      <Header {...props} />
      <main>
        <Content {...props} />
      </main>
      <Footer {...props} />
    </div>
  );
};
