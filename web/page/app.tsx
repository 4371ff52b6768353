import { useEffect, useRef } from 'preact/hooks';
import { Expired, Failed, Left, Loading, NoModules, Signed, Submitted } from './endings.tsx';
import { LeaveButton } from './leave.tsx';
import { ModuleForm } from './module-form.tsx';
import { Review } from './review.tsx';
import { TEXTS } from './texts.ts';
import type { ViewProps } from './view-props.ts';

const Header = ({ data: { branding, preview } }: Pick<ViewProps, 'data'>) => (
  <header>
    {preview && <p class="preview">{TEXTS.preview}</p>}
    <div class="brand">
      {branding.logoUrl === '' ? (
        <span class="initial" aria-hidden="true">
          {branding.brandName.slice(0, 1)}
        </span>
      ) : (
        <img src={branding.logoUrl} alt="" height="40" />
      )}
      <span>{branding.brandName}</span>
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

const Form = (props: ViewProps) => {
  const { state, data } = props;
  const { modules, branding } = data;
  const { step } = state;
  const steps = modules.length + 1;
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(step);
  // Readers of a screen are taken along; not on the first view, which must not take the focus from the page around it.
  useEffect(() => {
    if (shown.current !== step) {
      heading.current?.focus();
      heading.current?.scrollIntoView({ block: 'nearest' });
    }
    shown.current = step;
  }, [step]);
  const module = modules[step];
  return (
    <>
      {step === 0 && (
        <div class="welcome">
          <h1>{branding.welcomeTitle}</h1>
          <p>{branding.welcomeMessage}</p>
        </div>
      )}
      <Progress step={step} steps={steps} />
      {module ? (
        <ModuleForm key={module.moduleId} {...props} module={module} heading={heading} level={step === 0 ? 2 : 1} />
      ) : (
        <Review {...props} heading={heading} />
      )}
      {!data.preview && <LeaveButton {...props} />}
    </>
  );
};

const Content = (props: ViewProps) => {
  const { state, data } = props;
  switch (state.screen.name) {
    case 'loading':
      return <Loading />;
    case 'form':
      return data.modules.length === 0 ? <NoModules /> : <Form {...props} />;
    case 'expired':
      return <Expired {...props} />;
    case 'signed':
      return <Signed {...props} />;
    case 'left':
      return <Left {...props} />;
    case 'submitted':
      return <Submitted {...props} screen={state.screen} />;
    case 'failed':
      return <Failed {...props} code={state.screen.code} />;
  }
};

const Footer = ({ data: { branding } }: Pick<ViewProps, 'data'>) =>
  branding.supportEmail === '' ? null : (
    <footer>
      {TEXTS.supportText} <a href={`mailto:${branding.supportEmail}`}>{branding.supportEmail}</a>
    </footer>
  );

/** The whole page. */
export const App = (props: ViewProps) => {
  const { connection } = props.state;
  return (
    <div class="page">
      <Header {...props} />
      <div role="status" class="connection">
        {connection !== 'up' && <p>{connection === 'offline' ? TEXTS.offline : TEXTS.busy}</p>}
      </div>
      <main>
        <Content {...props} />
      </main>
      <Footer {...props} />
    </div>
  );
};
