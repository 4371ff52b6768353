import type { Problem } from '#shared/errors/error-details';
import { CONSENT_FIELD } from '#shared/onboarding/modules/module-fields';
import type { EmbedSession } from '#shared/onboarding/sessions/embed-session';
import type { Widget } from '#shared/onboarding/widgets/widget';

const FIELD = CONSENT_FIELD.name;

/**
 * Reports a session that lacks consent: its widget names a version of its terms (`branding.consentVersion`) that no
 * module's answers contain. Consent to an earlier version does not count.
 */
export const consentProblems = (
  { config: { branding } }: Pick<Widget, 'config'>,
  { answers }: Pick<EmbedSession, 'answers'>,
): readonly Problem[] => {
  const { consentVersion } = branding;
  const isGiven =
    consentVersion === undefined || Object.values(answers).some((given) => given?.[FIELD] === consentVersion);
  if (isGiven) return [];
  const message = `Must be "${consentVersion}" in the answers of a module. Save it once the applicant has agreed.`;
  return [{ path: FIELD, message }];
};
