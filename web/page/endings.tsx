import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { Ending, Next } from './ends.ts';
import { redirectTo } from './redirects.ts';
import type { Screen, State } from './state.ts';
import * as TEXTS from './texts.ts';
import type { ViewProps } from './view-props.ts';

/** How long the completion is shown before the redirect to the customer's page. */
const REDIRECT_MS = 4000;

/** A screen with one message. Its heading takes the focus, so that screen readers read it. */
const Message = ({ title, children }: { readonly title: string; readonly children?: ComponentChildren }) => {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), [title]);
  return (
    <div class="message">
      <h1 ref={heading} tabIndex={-1} dir="auto">
        {title}
      </h1>
      {children}
    </div>
  );
};

/** Shown while the session is being opened. */
export const Loading = () => (
  <div class="message" role="status">
    <span class="spinner" aria-hidden="true" />
    <p>{TEXTS.loading}</p>
  </div>
);

/** Shown for a widget without modules, which only a preview of a draft can be. */
export const NoModules = () => <Message title={TEXTS.noModules} />;

/** Shown for a widget whose calls only the customer's server can make. */
export const Signed = ({ data: { branding } }: ViewProps) => (
  <Message title={TEXTS.signedTitle}>
    <p>{TEXTS.signed(branding.brandName)}</p>
  </Message>
);

/** A link to a customer's page. It opens outside the frame, which would otherwise show that page inside itself. */
const CustomerLink = ({ href, text }: { readonly href: string; readonly text: string }) => (
  <a class="secondary" href={href} target="_top">
    {text}
  </a>
);

/** A link for contacting the customer, if it has an address: somebody else has to act. */
const ContactLink = ({ data: { branding } }: Pick<ViewProps, 'data'>) =>
  branding.supportEmail === '' ? null : (
    <a class="primary" href={`mailto:${branding.supportEmail}`}>
      {TEXTS.writeTo(branding.brandName)}
    </a>
  );

const NEXT_TEXTS: Readonly<Record<Exclude<Next, 'ask'>, string>> = {
  go_on: TEXTS.goOn,
  start_again: TEXTS.startAgain,
  try_again: TEXTS.tryAgain,
};

/** The URL that an end also offers, with what the customer's page needs to know. */
const addressOf = ({ redirect, code }: Ending, state: State, { flow }: ViewProps['data']): string | undefined => {
  if (redirect === 'abandon') return redirectTo(flow.abandonRedirectUrl, state, { status: 'abandoned' });
  if (redirect === 'success') return redirectTo(flow.successRedirectUrl, state, { status: 'submitted' });
  return redirect && redirectTo(flow.failureRedirectUrl, state, { status: 'failed', code });
};

/** A button to begin with the same link for somebody else. */
const StartAgainButton = ({ start }: Pick<ViewProps, 'start'>) => (
  <button type="button" class="secondary" onClick={() => void start.startAgain()}>
    {TEXTS.chooseOther}
  </button>
);

type EndedProps = ViewProps & { readonly ending: Ending };

/** Shown when there is no form to fill in: the reason, and the one possible action. */
export const Ended = (props: EndedProps) => {
  const { state, data, start, framed, isPersonal, ending } = props;
  const { code, title, text, next } = ending;
  const href = addressOf(ending, state, data);
  useEffect(() => {
    if (code === 'LEFT' && href !== undefined && !framed) location.assign(href);
  }, []);
  const acts: Readonly<Record<Exclude<Next, 'ask'>, () => Promise<void>>> = {
    go_on: start.goOn,
    start_again: start.startAgain,
    try_again: start.tryAgain,
  };
  const isOther = code === 'SESSION_NOT_IN_PROGRESS';
  return (
    <Message title={title}>
      <p>{text}</p>
      {next === 'ask' && !isOther && <p>{TEXTS.askForLink(data.branding.brandName)}</p>}
      <div class="buttons">
        {next === 'ask' ? (
          <ContactLink data={data} />
        ) : (
          <button type="button" class="primary" onClick={() => void acts[next]()}>
            {isOther ? TEXTS.chooseOther : NEXT_TEXTS[next]}
          </button>
        )}
        {next === 'ask' && isOther && !isPersonal && <StartAgainButton start={start} />}
        {href !== undefined && <CustomerLink href={href} text={TEXTS.returnTo(data.branding.brandName)} />}
      </div>
    </Message>
  );
};

/** Shown when somebody was here before, who may be another person. */
export const Choose = ({ start, isSubmitted }: ViewProps & { readonly isSubmitted: boolean }) => (
  <Message title={TEXTS.chooseTitle}>
    <p>{isSubmitted ? TEXTS.chooseSubmitted : TEXTS.chooseText}</p>
    <div class="buttons">
      <button type="button" class="primary" onClick={() => void start.goOn()}>
        {TEXTS.chooseGoOn}
      </button>
      <StartAgainButton start={start} />
    </div>
  </Message>
);

type SubmittedProps = ViewProps & { readonly screen: Extract<Screen, { name: 'submitted' }> };

/** Shown after submission: the customer's own text, the reference, and the link onward. */
export const Submitted = ({
  state,
  data,
  screen: { referenceId },
  framed,
  notify,
  start,
  isPersonal,
}: SubmittedProps) => {
  const { branding, flow, preview } = data;
  const href = preview ? undefined : redirectTo(flow.successRedirectUrl, state, { status: 'submitted', referenceId });
  useEffect(() => {
    if (preview) return;
    const timer = setTimeout(
      () => {
        notify('kyb.closed', { reason: 'submitted', ...(href !== undefined && { redirectUrl: href }) });
        if (href !== undefined && !framed) location.assign(href);
      },
      href === undefined ? 0 : REDIRECT_MS,
    );
    return () => clearTimeout(timer);
  }, []);
  return (
    <Message title={branding.completionTitle}>
      <p dir="auto">{branding.completionMessage}</p>
      {referenceId !== null && (
        <p class="reference">
          {TEXTS.reference}: <code>{referenceId}</code>
        </p>
      )}
      {href !== undefined && <p>{TEXTS.redirecting}</p>}
      <div class="buttons">
        {href !== undefined && (
          <a class="primary" href={href} target="_top">
            {TEXTS.redirect}
          </a>
        )}
        {!isPersonal && !preview && <StartAgainButton start={start} />}
      </div>
    </Message>
  );
};
