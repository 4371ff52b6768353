import { needsConsent } from './state.ts';
import * as TEXTS from './texts.ts';
import type { ViewProps } from './view-props.ts';

/** The widget's privacy notice and terms, with the agreement to them, if it has any. */
export const Consent = ({ state, data, actions }: ViewProps) => {
  const { privacyNoticeUrl, termsUrl, consentText } = data.branding;
  const links = [
    [privacyNoticeUrl, TEXTS.privacyNotice],
    [termsUrl, TEXTS.terms],
  ] as const;
  return (
    <>
      <p class="links">
        {links.map(
          ([href, text]) =>
            href !== undefined && (
              <a key={text} href={href} target="_blank" rel="noopener noreferrer">
                {text}
              </a>
            ),
        )}
      </p>
      {needsConsent(data) && (
        <label class="consent">
          <input
            type="checkbox"
            checked={state.agreed}
            aria-invalid={state.notice === 'NOT_AGREED'}
            onChange={({ currentTarget }) => actions.agree(currentTarget.checked)}
          />
          <span dir="auto">{consentText ?? (termsUrl === undefined ? TEXTS.agreeToUse : TEXTS.agree)}</span>
        </label>
      )}
    </>
  );
};
