import { createHmac } from 'node:crypto';
import { EXAMPLE_PASSWORD, EXAMPLE_TOP_UP_KOBO } from '#functions/api/example-values';
import { attachmentOf } from '#scripts/invoke/attachment';
import { endedDelivery } from '#scripts/invoke/delivery';
import { cardSavedFor, newestTransactionOf } from '#scripts/invoke/ledger';
import { clearanceFor, screeningOf } from '#scripts/invoke/screening';
import { rejectUnheard, requireReview, submitUnheard } from '#scripts/invoke/submission';
import { emailKey } from '#shared/auth/accounts/email-key';
import type { OwnedCompany } from '#shared/companies/company-repository';
import { serviceTable } from '#shared/db/client';
import { newConfirmation } from '#shared/mails/confirmations';
import { unsubscribeToken } from '#shared/mails/unsubscribe-token';
import { isoTime, unixSeconds } from '#shared/platform/clock';
import { once } from '#shared/platform/env';
import { newId } from '#shared/platform/ids';
import type { VersionedSecret } from '#shared/platform/secret-versions';
import { signatureHeader } from '#shared/signatures/signature';
import { beginTopUp } from '#shared/wallet/top-up';
import { newRegistration } from '#shared/webhooks/registrations/registration';
import { registrationWrites } from '#shared/webhooks/registrations/registration-repository';
import { makeWorld, newEmail } from '#tests/integration/accounts/world';
import { complete, sessionCalls } from '#tests/integration/embed/session';
import { signedInAccount, usedApiKeyFor } from './accounts.ts';
import { createAddressFor } from './addresses.ts';
import { createAlertFor } from './alerts.ts';
import { createChatFor } from './chats.ts';
import { createCompanyFor, newCompanyNumber } from './companies.ts';
import { createDisputeFor, reportOn } from './disputes.ts';
import { createExportFor } from './exports.ts';
import type { PlaceholderSources } from './fill-placeholders.ts';
import { trustedIdToken } from './local-issuer.ts';
import { createNoteFor } from './notes.ts';
import { createObligationFor } from './obligations.ts';
import { createApplicantFor, createWidgetFor, openWalletsFor } from './onboarding.ts';
import { beginWatchFor } from './watches.ts';

/** Nothing listens there, so every call fails at once. */
const ENDPOINT = 'http://127.0.0.1:9/webhooks';

/** The secrets of a stage, with which example data is made. */
export interface ExampleSecrets {
  readonly signing: VersionedSecret;
  readonly pepper: VersionedSecret;
  readonly vault: VersionedSecret;
  readonly paystack: VersionedSecret;
  readonly sources: VersionedSecret;
}

/** The data that an example may need. */
export interface ExampleData {
  readonly secrets: ExampleSecrets;
  /** Whether the account has a record and a password, which costs a password hash. */
  readonly hasPassword: boolean;
  /** How long ago an address that waits for its code signed up. */
  readonly signedUpSecondsAgo: number;
}

/** The data of one example, created in process on demand, for an account of its own. */
export const exampleWorld = ({ secrets, hasPassword, signedUpSecondsAgo }: ExampleData) => {
  const { signing, pepper, vault, paystack, sources: sourcesSecret } = secrets;
  const accounts = makeWorld();
  Object.assign(accounts.secrets, { signing, pepper });

  const unverified = once(async () => {
    const email = newEmail();
    accounts.pass(-signedUpSecondsAgo);
    await accounts.signUp({ email, password: EXAMPLE_PASSWORD });
    return { email, code: accounts.codeTo(email) };
  });
  const verified = once(() => accounts.verifiedAccount(newEmail(), EXAMPLE_PASSWORD));
  const account = once(async () => {
    const signedIn = await signedInAccount(hasPassword ? { accountId: (await verified()).userId } : {});
    await openWalletsFor(signedIn);
    return signedIn;
  });
  const widget = once(async () => createWidgetFor(await account()));
  const applicant = once(async () => createApplicantFor(await account(), await widget()));
  const ownApplicant = async () => {
    const { applicant: made } = await applicant();
    return { accountId: made.accountId, applicantId: made.id };
  };
  const inReview = async () => {
    const { applicant: made, session } = await applicant();
    await submitUnheard(made.id, session.id);
    await requireReview(made.id);
    return made.id;
  };
  const completeSession = once(async () => {
    const { session } = await createApplicantFor(await account(), await widget());
    await complete(sessionCalls(await widget(), session));
    return session;
  });
  const registration = once(async () => {
    const { accountId } = await account();
    const draft = { accountId, appId: (await widget()).id, environment: 'sandbox', serviceType: 'kyc_widget' } as const;
    const made = newRegistration({ ...draft, endpoint: ENDPOINT }, vault, Date.now());
    await serviceTable().transact(registrationWrites(made.registration));
    return made.registration;
  });
  const topUp = async (provider: 'simulated' | 'paystack', environment: 'sandbox' | 'live') => {
    const { accountId } = await account();
    const reference = newId('top', Date.now());
    const asked = { reference, accountId, environment, amountKobo: EXAMPLE_TOP_UP_KOBO, provider };
    const authorizationUrl = `https://checkout.example/${reference}`;
    await serviceTable().write(beginTopUp({ ...asked, authorizationUrl, createdAt: isoTime(Date.now()) }));
    return reference;
  };
  const sandboxCompany = once(async () => createCompanyFor(await account()));
  const disputeAbout = async (company: OwnedCompany) => {
    const owner = { accountId: company.ownerId, environment: company.environment };
    return (await createDisputeFor(owner, await reportOn(company))).disputeId;
  };
  const sources = {
    seeds: {
      NOW: () => isoTime(Date.now()),
      NEW_EMAIL: newEmail,
      EMAIL: async () => (await verified()).email,
      UNVERIFIED_EMAIL: async () => (await unverified()).email,
      VERIFICATION_CODE: async () => (await unverified()).code,
      LOGIN_CODE: async () => accounts.newLoginCode((await verified()).email),
      CONFIRMATION_TOKEN: async () => {
        const { token, write } = newConfirmation((await account()).accountId, newEmail(), Date.now());
        await serviceTable().write(write);
        return token;
      },
      UNSUBSCRIBE_TOKEN: async () => unsubscribeToken({ kind: 'lowBalance', emailKey: emailKey(newEmail()) }, pepper),
      RESET_TOKEN: async () => accounts.newResetToken((await verified()).email),
      ACCESS_TOKEN: async () => (await account()).token,
      SANDBOX_SECRET_KEY: async () => (await usedApiKeyFor(await account())).secretKey,
      ADMIN_ACCESS_TOKEN: async () => (await signedInAccount({ role: 'admin' })).token,
      REFRESH_TOKEN: async () => {
        const { email, password } = await verified();
        return (await accounts.logIn({ email, password })).cookies['refreshToken'] ?? '';
      },
      ID_TOKEN: () => trustedIdToken(newEmail()),
      ACCOUNT_ID: async () => (await account()).accountId,
      SANDBOX_COMPANY_ID: async () => (await sandboxCompany()).id,
      SANDBOX_COMPANY_NUMBER: async () => (await sandboxCompany()).rcNumber,
      COMPANY_ID: async () => (await createCompanyFor(await account(), { environment: 'live' })).id,
      NEW_COMPANY_NUMBER: newCompanyNumber,
      REPORTED_EVENT_ID: async () => (await reportOn(await sandboxCompany())).eventId,
      DISPUTE_ID: async () => disputeAbout(await sandboxCompany()),
      LIVE_DISPUTE_ID: async () => disputeAbout(await createCompanyFor(await account(), { environment: 'live' })),
      ALERT_ID: async () => (await createAlertFor({ ...(await account()), environment: 'live' })).id,
      ALERTED_VENDOR_ID: async () => (await createAlertFor({ ...(await account()), environment: 'live' })).vendorId,
      OBLIGATION_ID: async () => (await createObligationFor(await account(), { environment: 'live' })).id,
      CHAT_ID: async () => (await createChatFor(await account(), { companyId: (await sandboxCompany()).id })).id,
      WATCHED_VENDOR_ID: async () => {
        const { accountId } = await account();
        return (await beginWatchFor({ accountId, environment: 'sandbox' })).vendorId;
      },
      WIDGET_ID: async () => (await widget()).id,
      EMBED_TOKEN: async () => (await widget()).embedLinkToken,
      APPLICANT_ID: async () => (await applicant()).applicant.id,
      REVIEW_APPLICANT_ID: inReview,
      REJECTED_APPLICANT_ID: async () => {
        const id = await inReview();
        await rejectUnheard(id);
        return id;
      },
      NOTE_ID: async () => {
        const { accountId, id: applicantId } = (await applicant()).applicant;
        return (await createNoteFor({ accountId, applicantId })).id;
      },
      EXPORT_ID: async () => {
        const { accountId } = await account();
        const filters = { status: 'requires_review', search: 'adire' } as const;
        return (await createExportFor({ accountId, environments: ['sandbox', 'live'] }, filters)).id;
      },
      SCREENING_REFERENCE: async () => screeningOf(await ownApplicant(), vault),
      CLEARANCE_ID: async () => clearanceFor(await ownApplicant(), vault),
      SESSION_ID: async () => (await applicant()).session.id,
      ATTACHMENT_ID: async () => attachmentOf((await applicant()).session.id),
      COMPLETE_SESSION_ID: async () => (await completeSession()).id,
      WEBHOOK_ID: async () => (await registration()).registrationId,
      WEBHOOK_ENDPOINT: () => ENDPOINT,
      ENDED_DELIVERY_ID: async () => endedDelivery((await registration()).accountId),
      ADDRESS_REFERENCE: async () => (await createAddressFor(await account())).reference,
      LIVE_ADDRESS_REFERENCE: async () => (await createAddressFor(await account(), { environment: 'live' })).reference,
      TRANSACTION_ID: async () => newestTransactionOf((await account()).accountId),
      CARD_ENVIRONMENT: async () => cardSavedFor((await account()).accountId),
      TOP_UP_REFERENCE: once(() => topUp('simulated', 'sandbox')),
      PAYSTACK_REFERENCE: once(async () => (await topUp('paystack', 'live')).replace('_', '-')),
    },
    signatures: {
      ADDRESS_SIGNATURE: (body: string) => {
        const { visits } = JSON.parse(sourcesSecret.current.value) as { visits: { callbackSecret: string } };
        return signatureHeader(body, visits.callbackSecret, unixSeconds(Date.now()));
      },
      PAYSTACK_SIGNATURE: (body: string) => {
        const { secretKey } = JSON.parse(paystack.current.value) as { secretKey: string };
        return createHmac('sha512', secretKey).update(body).digest('hex');
      },
    },
  } satisfies PlaceholderSources;
  return { account, sources };
};

/** Creates the data of one example on demand. */
export type ExampleWorld = ReturnType<typeof exampleWorld>;
