import { requireReview, submitUnheard } from '#scripts/invoke/submission';
import { unavailable } from '#shared/sources/lookup-results';
import { selectSources } from '#shared/sources/select';
import { assess, run } from '#tests/integration/assessment/run';
import { type Submitted, submitted } from '#tests/integration/assessment/submissions';
import { type SignedInAccount, signedInAccount } from '#tests/support/accounts';
import { createApplicantFor, createWidgetFor, openWalletsFor } from '#tests/support/onboarding';
import { outboxEventsOf } from '#tests/support/outbox';

/** The sandbox, whose tax authority is down. */
export const withoutTaxAuthority = async () => {
  const sources = selectSources({ environment: 'sandbox', sourcesConfig: {}, simulateLiveSources: false });
  return { ...sources, ports: { ...sources.ports, tax: async () => unavailable('timed_out') } };
};

/** An applicant that requires review because the tax authority was down, with its account and its submission. */
export const inReview = async (account?: SignedInAccount) => {
  const owner = account ?? (await signedInAccount());
  const submission = await submitted({ accountId: owner.accountId, subject: { businessName: 'Adire Textiles Ltd' } });
  await assess(submission, run({ sourcesFor: withoutTaxAuthority }));
  return { account: owner, submission, path: { pathParameters: { id: submission.applicantId } } };
};

/** The message of the latest reassessment of an applicant, passed on to the assessment. */
export const assessAgain = async (submission: Submitted, effects = run()) => {
  const event = (await outboxEventsOf(submission.applicantId, 'kyb.reassessment.requested')).at(-1);
  if (!event) throw new Error('No reassessment was requested');
  return assess({ event }, effects);
};

/** The id of an account's applicant that requires review, without the assessment that would lead there. */
export const unassessedInReview = async (account: SignedInAccount): Promise<string> => {
  await openWalletsFor(account);
  const { applicant, session } = await createApplicantFor(account, await createWidgetFor(account));
  await submitUnheard(applicant.id, session.id);
  await requireReview(applicant.id);
  return applicant.id;
};
