import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { failureText } from './notices.ts';
import { redirectTo } from './redirects.ts';
import type { Screen } from './state.ts';
import { TEXTS } from './texts.ts';
import type { ViewProps } from './view-props.ts';

/** How long the completion is shown before the customer's page takes over. */
const REDIRECT_MS = 4000;

/** A screen with one message; its heading takes the focus, so that it is read out. */
const Message = ({ title, children }: { readonly title: string; readonly children?: ComponentChildren }) => {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div class="message">
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      {children}
    </div>
  );
};

/** While the session is opened. */
export const Loading = () => (
  <div class="message" role="status">
    <span class="spinner" aria-hidden="true" />
    <p>{TEXTS.loading}</p>
  </div>
);

/** A widget without modules: only a preview of a draft shows one. */
export const NoModules = () => <Message title={TEXTS.noModules} />;

/** A widget whose calls only the customer's server can make. */
export const Signed = ({ data: { branding } }: ViewProps) => (
  <Message title={TEXTS.signedTitle}>
    <p>{TEXTS.signed(branding.brandName)}</p>
  </Message>
);

/** The session's time was over. */
export const Expired = ({ state, data: { flow }, start }: ViewProps) => {
  const resumes = flow.enableResume && state.applicantId !== null;
  return (
    <Message title={TEXTS.expiredTitle}>
      <p>{resumes ? TEXTS.expiredText : TEXTS.expiredLost}</p>
      <div class="buttons">
        <button type="button" class="primary" onClick={() => void (resumes ? start.reopen() : start.startAgain())}>
          {resumes ? TEXTS.goOn : TEXTS.startAgain}
        </button>
      </div>
    </Message>
  );
};

/** The way to a page of the customer's: out of the frame, which would show it inside of itself. */
const Onward = ({ href, text }: { readonly href: string; readonly text: string }) => (
  <div class="buttons">
    <a class="primary" href={href} target="_top">
      {text}
    </a>
  </div>
);

/** The end before it was submitted. */
export const Left = ({ state, data: { flow, branding }, framed }: ViewProps) => {
  const href = redirectTo(flow.abandonRedirectUrl, state, { status: 'abandoned' });
  useEffect(() => {
    if (href !== undefined && !framed) location.assign(href);
  }, []);
  return (
    <Message title={TEXTS.left}>
      <p>{flow.enableResume ? TEXTS.leftSaved : TEXTS.leftLost}</p>
      {href !== undefined && <Onward href={href} text={TEXTS.returnTo(branding.brandName)} />}
    </Message>
  );
};

/** The form cannot be continued, whatever the applicant does. */
export const Failed = ({ state, data: { flow, branding }, code }: ViewProps & { readonly code: string }) => {
  const href = redirectTo(flow.failureRedirectUrl, state, { status: 'failed', code });
  return (
    <Message title={TEXTS.failedTitle}>
      <p>{failureText(code)}</p>
      {href !== undefined && <Onward href={href} text={TEXTS.returnTo(branding.brandName)} />}
    </Message>
  );
};

type SubmittedProps = ViewProps & { readonly screen: Extract<Screen, { name: 'submitted' }> };

/** It is submitted: the customer's own words, the reference, and the way on. */
export const Submitted = ({ state, data, screen: { referenceId, again }, framed, notify, start }: SubmittedProps) => {
  const { branding, flow, preview } = data;
  const href = preview ? undefined : redirectTo(flow.successRedirectUrl, state, { status: 'submitted', referenceId });
  useEffect(() => {
    if (again || preview) return;
    const timer = setTimeout(
      () => {
        notify('kyb.closed', { reason: 'submitted', ...(href !== undefined && { redirectUrl: href }) });
        if (href !== undefined && !framed) location.assign(href);
      },
      href === undefined ? 0 : REDIRECT_MS,
    );
    return () => clearTimeout(timer);
  }, []);
  const canStartAgain = again && state.applicantId === null;
  return (
    <Message title={again && referenceId === null ? TEXTS.submittedTitle : branding.completionTitle}>
      <p>{again && referenceId === null ? TEXTS.submittedText : branding.completionMessage}</p>
      {referenceId !== null && (
        <p class="reference">
          {TEXTS.reference}: <code>{referenceId}</code>
        </p>
      )}
      {href !== undefined && (
        <>
          {!again && <p>{TEXTS.redirecting}</p>}
          <Onward href={href} text={TEXTS.redirect} />
        </>
      )}
      {canStartAgain && (
        <button type="button" class="plain" onClick={() => void start.startAgain()}>
          {TEXTS.startAgain}
        </button>
      )}
    </Message>
  );
};
