import { handler as abandonHandler } from '#functions/api/embed/abandon-session';
import { abandonSession } from '#functions/api/embed/abandon-session.contract';
import { handler as readHandler } from '#functions/api/embed/read-embed-session';
import { readEmbedSession } from '#functions/api/embed/read-embed-session.contract';
import { handler as saveHandler } from '#functions/api/embed/save-session-answers';
import { saveSessionAnswers } from '#functions/api/embed/save-session-answers.contract';
import { handler as submitHandler } from '#functions/api/embed/submit-session';
import { submitSession } from '#functions/api/embed/submit-session.contract';
import type { EmbedSession } from '#shared/onboarding/sessions/embed-session';
import type { Widget } from '#shared/onboarding/widgets/widget';
import type { SignedInAccount } from '#tests/support/accounts';
import { createApplicantFor, createWidgetFor, openWalletsFor, type WidgetOverrides } from '#tests/support/onboarding';
import { embedEndpoint, newWidgetWithOwner } from './call.ts';

const callRead = embedEndpoint(readEmbedSession, readHandler);
const callSave = embedEndpoint(saveSessionAnswers, saveHandler);
const callAbandon = embedEndpoint(abandonSession, abandonHandler);
const callSubmit = embedEndpoint(submitSession, submitHandler);

/** Calls of one session with its widget's token. */
export const sessionCalls = (
  widget: Widget,
  session: Pick<EmbedSession, 'id'>,
  headers: Record<string, string> = {},
) => {
  const pathParameters = { sessionId: session.id };
  const token = widget.embedLinkToken;
  return {
    read: () => callRead({ pathParameters, query: { token }, headers }),
    save: (moduleId: string, answers: unknown) =>
      callSave({ pathParameters, headers, body: { token, moduleId, answers } }),
    abandon: () => callAbandon({ pathParameters, headers, body: { token } }),
    submit: () => callSubmit({ pathParameters, headers, body: { token } }),
  };
};

/** A session that was just opened, its widget and its calls. */
export const openedSession = async (overrides: WidgetOverrides = {}, openedAtMs: number = Date.now()) => {
  const { account, widget } = await newWidgetWithOwner(overrides);
  const { applicant, session } = await createApplicantFor(account, widget, { referenceId: 'c-7' }, openedAtMs);
  return { account, widget, applicant, session, ...sessionCalls(widget, session) };
};

/** The same for an account that is signed in. */
export const openedSessionOf = async (account: SignedInAccount, overrides: WidgetOverrides = {}) => {
  await openWalletsFor(account);
  const widget = await createWidgetFor(account, overrides);
  const { applicant, session } = await createApplicantFor(account, widget);
  return { account, widget, applicant, session, ...sessionCalls(widget, session) };
};

/** Answers that complete the required modules of the usual test widget. */
const REQUIRED_ANSWERS = {
  business_profile: { businessName: 'Ada Foods Ltd' },
  cac_verification: { registrationNumber: 'RC1234567' },
} as const;

/** Saves every required answer. */
export const complete = async ({ save }: Pick<ReturnType<typeof sessionCalls>, 'save'>): Promise<void> => {
  for (const [moduleId, answers] of Object.entries(REQUIRED_ANSWERS)) await save(moduleId, answers);
};
