import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import { EXAMPLE_TOP_UP_KOBO } from '#functions/api/example-values';
import {
  accountIdOf,
  accountOf,
  addCompany,
  addObligation,
  createApplicant,
  createChat,
  openSession,
  openWidget,
  registerWebhook,
  requestLoginCode,
  requestResetToken,
  rotateApiKeys,
  saveAnswers,
  signUp,
  startTopUp,
} from '#scripts/demo/journey';
import { watchVendor } from '#scripts/demo/monitoring';
import type { Stack } from '#scripts/local-cloud/stack';
import { newCompanyNumber } from '#tests/support/companies';
import { rejectUnheard, requireReview, submitUnheard } from './submission.ts';

/** Nothing listens there, so that what is sent to it fails at once. */
const ENDPOINT = 'http://127.0.0.1:9/webhooks';

/** An address that no other sample uses. */
const newEmail = (): string => `sample-${randomUUID()}@example.com`;

/** Runs each step when it is first needed, and only once. */
const once = <Value>(take: () => Promise<Value>): (() => Promise<Value>) => {
  let taken: Promise<Value> | undefined;
  return () => {
    taken ??= take();
    return taken;
  };
};

/**
 * The data of sample events, created on demand on a running deployment through its own API: an account and whatever
 * belongs to it. It calls from an address of its own, so that it shares no limit with other calls.
 */
export const sampleWorld = ({ apiUrl, mailOutboxUrl, edgeSecret }: Stack) => {
  const address = `10.${randomBytes(3).join('.')}:${randomInt(1024, 65_536)}`;
  const headers = { 'x-edge-secret': edgeSecret, 'cloudfront-viewer-address': address };
  const api = { apiUrl, outboxUrl: mailOutboxUrl, headers };

  const session = once(async () => {
    const email = newEmail();
    return { email, ...(await openSession(api, email)) };
  });
  const account = once(async () => accountOf(api, (await session()).accessToken));
  const widget = once(async () => openWidget(await account()));
  const applicantOf = async ({ id, embedLinkToken }: Awaited<ReturnType<typeof widget>>) => {
    const { applicant, sessionId } = await createApplicant(await account(), id);
    return { applicantId: applicant.id, session: { token: embedLinkToken, sessionId } };
  };

  const sandboxKey = once(async () => rotateApiKeys(await account(), 'sandbox'));
  const sandboxCompany = once(async () =>
    addCompany(accountOf(api, (await sandboxKey()).secretKey), newCompanyNumber()),
  );

  return {
    newEmail,
    endpoint: ENDPOINT,
    session,
    widget,
    accountId: once(async () => accountIdOf(await account())),
    sandboxKey,
    /** A company of the account's sandbox. */
    sandboxCompany,
    /** A company of the account, in `live`. */
    company: once(async () => addCompany(await account(), newCompanyNumber())),
    /** An obligation of a company of the account, in `live`. */
    obligation: once(async () => addObligation(await account(), await addCompany(await account(), newCompanyNumber()))),
    /** A chat about the company of the sandbox. */
    chat: once(async () => createChat(accountOf(api, (await sandboxKey()).secretKey), (await sandboxCompany()).id)),
    /** A vendor that the account's sandbox watches. */
    watched: once(async () => watchVendor(accountOf(api, (await sandboxKey()).secretKey), newCompanyNumber())),
    /** An account with a pending code. */
    signUp: once(async () => {
      const email = newEmail();
      return { email, code: await signUp(api, email) };
    }),
    /** A login code of the account. */
    loginCode: once(async () => requestLoginCode(api, (await session()).email)),
    /** A token for a new password of the account. */
    resetToken: once(async () => requestResetToken(api, (await session()).email)),
    applicant: once(async () => applicantOf(await widget())),
    /** An applicant whose answers are complete. */
    complete: once(async () => {
      const made = await applicantOf(await widget());
      await saveAnswers(api, made.session);
      return made;
    }),
    /** An applicant who has submitted, and whose assessment has not begun. */
    submitted: once(async () => {
      const { applicantId, session: open } = await applicantOf(await widget());
      await saveAnswers(api, open);
      return { applicantId, ...(await submitUnheard(applicantId, open.sessionId)) };
    }),
    /** An applicant that requires review. */
    inReview: once(async () => {
      const { applicantId, session: open } = await applicantOf(await widget());
      await submitUnheard(applicantId, open.sessionId);
      await requireReview(applicantId);
      return { applicantId };
    }),
    /** An applicant that a reviewer rejected. */
    rejected: once(async () => {
      const { applicantId, session: open } = await applicantOf(await widget());
      await submitUnheard(applicantId, open.sessionId);
      await requireReview(applicantId);
      await rejectUnheard(applicantId);
      return { applicantId };
    }),
    /** A registration for the decisions of a widget of its own. */
    registered: once(async () => {
      const { id: widgetId } = await openWidget(await account());
      const { id } = await registerWebhook(await account(), widgetId, 'kyc_widget', ENDPOINT);
      return { widgetId, registrationId: id };
    }),
    topUp: once(async () => startTopUp(await account(), EXAMPLE_TOP_UP_KOBO)),
  };
};

/** The data of sample events. */
export type SampleWorld = ReturnType<typeof sampleWorld>;
