import { createHmac, randomUUID } from 'node:crypto';
import type { Placeholder, SignaturePlaceholder } from '#functions/api/example-values';
import { setRole } from '#scripts/ops/make-admin';
import { emailKey } from '#shared/auth/accounts/email-key';
import { pepperSecret } from '#shared/auth/stage-secrets';
import { serviceTable } from '#shared/db/client';
import { newConfirmation } from '#shared/mails/confirmations';
import { unsubscribeToken } from '#shared/mails/unsubscribe-token';
import { isoTime, systemClock, unixSeconds } from '#shared/platform/clock';
import { signatureHeader } from '#shared/signatures/signature';
import { createAlertFor } from '#tests/support/alerts';
import { newCompanyNumber } from '#tests/support/companies';
import { createExportFor } from '#tests/support/exports';
import { trustedIdToken } from '#tests/support/local-issuer';
import { createNoteFor } from '#tests/support/notes';
import { ADDRESS_TEST_SECRET, addressVerificationOf, withAddressSecret } from './address.ts';
import { attachmentOf } from './attachment.ts';
import { endedDelivery, plannedDelivery } from './delivery.ts';
import { disputeOf, reportedEventOf } from './dispute.ts';
import { cardSavedFor, newestTransactionOf } from './ledger.ts';
import { PAYSTACK_TEST_KEY, topUpAtPaystack, withPaystackKey } from './paystack.ts';
import { clearanceFor, screeningOf, vaultOfStack } from './screening.ts';
import type { SampleWorld } from './world.ts';

/** Creates the data of a placeholder. */
type Seed = (world: SampleWorld) => string | Promise<string>;

const applicantOf = async ({ accountId, applicant }: SampleWorld) => ({
  accountId: await accountId(),
  applicantId: (await applicant()).applicantId,
});

/** The value of each placeholder of a sample event. */
export const SEEDS: Readonly<Record<Exclude<Placeholder, SignaturePlaceholder>, Seed>> = {
  NOW: () => isoTime(Date.now()),
  NEW_EMAIL: ({ newEmail }) => newEmail(),
  EMAIL: async ({ session }) => (await session()).email,
  UNVERIFIED_EMAIL: async ({ signUp }) => (await signUp()).email,
  VERIFICATION_CODE: async ({ signUp }) => (await signUp()).code,
  LOGIN_CODE: ({ loginCode }) => loginCode(),
  RESET_TOKEN: ({ resetToken }) => resetToken(),
  CONFIRMATION_TOKEN: async ({ accountId, newEmail }) => {
    const { token, write } = newConfirmation(await accountId(), newEmail(), Date.now());
    await serviceTable().write(write);
    return token;
  },
  UNSUBSCRIBE_TOKEN: async ({ newEmail }) =>
    unsubscribeToken({ kind: 'lowBalance', emailKey: emailKey(newEmail()) }, await pepperSecret()),
  ACCESS_TOKEN: async ({ session }) => (await session()).accessToken,
  SANDBOX_SECRET_KEY: async ({ sandboxKey }) => (await sandboxKey()).secretKey,
  ADMIN_ACCESS_TOKEN: async ({ session }) => {
    const { email, accessToken } = await session();
    await setRole({ email, role: 'admin', userName: 'sample' }, { table: serviceTable(), clock: systemClock });
    return accessToken;
  },
  REFRESH_TOKEN: async ({ session }) => (await session()).refreshToken,
  ID_TOKEN: ({ newEmail }) => trustedIdToken(newEmail()),
  IDEMPOTENCY_KEY: () => randomUUID(),
  ACCOUNT_ID: ({ accountId }) => accountId(),
  SANDBOX_COMPANY_ID: async ({ sandboxCompany }) => (await sandboxCompany()).id,
  SANDBOX_COMPANY_NUMBER: async ({ sandboxCompany }) => (await sandboxCompany()).rcNumber,
  COMPANY_ID: async ({ company }) => (await company()).id,
  NEW_COMPANY_NUMBER: newCompanyNumber,
  REPORTED_EVENT_ID: async ({ accountId, sandboxCompany }) =>
    reportedEventOf({
      accountId: await accountId(),
      companyId: (await sandboxCompany()).id,
      environment: 'sandbox',
    }),
  DISPUTE_ID: async ({ accountId, sandboxCompany }) =>
    disputeOf({ accountId: await accountId(), companyId: (await sandboxCompany()).id, environment: 'sandbox' }),
  LIVE_DISPUTE_ID: async ({ accountId, company }) =>
    disputeOf({ accountId: await accountId(), companyId: (await company()).id, environment: 'live' }),
  ALERT_ID: async ({ accountId }) => (await createAlertFor({ accountId: await accountId(), environment: 'live' })).id,
  ALERTED_VENDOR_ID: async ({ accountId }) =>
    (await createAlertFor({ accountId: await accountId(), environment: 'live' })).vendorId,
  OBLIGATION_ID: async ({ obligation }) => (await obligation()).id,
  CHAT_ID: async ({ chat }) => (await chat()).id,
  WATCHED_VENDOR_ID: async ({ watched }) => (await watched()).vendorId,
  WIDGET_ID: async ({ widget }) => (await widget()).id,
  REGISTERED_WIDGET_ID: async ({ registered }) => (await registered()).widgetId,
  EMBED_TOKEN: async ({ widget }) => (await widget()).embedLinkToken,
  APPLICANT_ID: async ({ applicant }) => (await applicant()).applicantId,
  REVIEW_APPLICANT_ID: async ({ inReview }) => (await inReview()).applicantId,
  SCREENING_REFERENCE: async (world) => screeningOf(await applicantOf(world), await vaultOfStack()),
  CLEARANCE_ID: async (world) => clearanceFor(await applicantOf(world), await vaultOfStack()),
  REJECTED_APPLICANT_ID: async ({ rejected }) => (await rejected()).applicantId,
  EXPORT_ID: async ({ accountId }) =>
    (await createExportFor({ accountId: await accountId(), environments: ['sandbox', 'live'] })).id,
  NOTE_ID: async ({ accountId, applicant }) =>
    (await createNoteFor({ accountId: await accountId(), applicantId: (await applicant()).applicantId })).id,
  SUBMITTED_APPLICANT_ID: async ({ submitted }) => (await submitted()).applicantId,
  SUBMISSION_REFERENCE: async ({ submitted }) => (await submitted()).submissionReference,
  SUBMITTED_AT: async ({ submitted }) => (await submitted()).submittedAt,
  SESSION_ID: async ({ applicant }) => (await applicant()).session.sessionId,
  ATTACHMENT_ID: async ({ applicant }) => attachmentOf((await applicant()).session.sessionId),
  COMPLETE_SESSION_ID: async ({ complete }) => (await complete()).session.sessionId,
  WEBHOOK_ID: async ({ registered }) => (await registered()).registrationId,
  WEBHOOK_ENDPOINT: ({ endpoint }) => endpoint,
  DELIVERY_ID: async ({ registered, accountId }) => {
    await registered();
    return plannedDelivery(await accountId());
  },
  ENDED_DELIVERY_ID: async ({ registered, accountId }) => {
    await registered();
    return endedDelivery(await accountId());
  },
  ADDRESS_REFERENCE: async ({ accountId }) => addressVerificationOf(await accountId(), 'sandbox'),
  LIVE_ADDRESS_REFERENCE: async ({ accountId }) => addressVerificationOf(await accountId(), 'live'),
  TRANSACTION_ID: async ({ accountId }) => newestTransactionOf(await accountId()),
  CARD_ENVIRONMENT: async ({ accountId }) => cardSavedFor(await accountId()),
  TOP_UP_REFERENCE: async ({ topUp }) => (await topUp()).reference,
  PAYSTACK_REFERENCE: async ({ accountId }) => topUpAtPaystack(await accountId()),
};

/** The value of each signature. Reads and changes this process's environment. */
export const SIGNATURES: Readonly<Record<SignaturePlaceholder, (body: string) => Promise<string>>> = {
  ADDRESS_SIGNATURE: async (body) => {
    Object.assign(process.env, await withAddressSecret());
    return signatureHeader(body, ADDRESS_TEST_SECRET, unixSeconds(Date.now()));
  },
  PAYSTACK_SIGNATURE: async (body) => {
    Object.assign(process.env, await withPaystackKey());
    return createHmac('sha512', PAYSTACK_TEST_KEY).update(body).digest('hex');
  },
};
