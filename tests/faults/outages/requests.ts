import { serviceTable } from '#shared/db/client';
import { isoTime } from '#shared/platform/clock';
import { newId } from '#shared/platform/ids';
import { beginTopUp } from '#shared/wallet/top-up';
import { newRegistration } from '#shared/webhooks/registrations/registration';
import { registrationWrites } from '#shared/webhooks/registrations/registration-repository';
import type { TestSecrets } from '#tests/faults/outages/secret-store';
import { makeWorld, newEmail, PASSWORD } from '#tests/integration/accounts/world';
import { newWidgetWithOwner } from '#tests/integration/embed/call';
import { complete, openedSession } from '#tests/integration/embed/session';
import { accountWithWallets, FORM_HEADERS, topUpAtPaystack } from '#tests/integration/wallet/support';
import { apiKeyFor, type SignedInAccount, signedInAccount } from '#tests/support/accounts';
import type { TestRequest } from '#tests/support/call';
import type { FakePaystack } from '#tests/support/fake-paystack';
import { createApplicantFor, createWidgetFor, validConfig } from '#tests/support/onboarding';

/** A request that succeeds as long as nothing fails, and its response then. */
export interface PreparedRequest {
  readonly request: TestRequest;
  readonly status: number;
}

/** What the requests are built from. */
export interface SeedData {
  readonly secrets: TestSecrets;
  readonly paystack: FakePaystack;
}

type Prepare = (seeded: SeedData) => Promise<PreparedRequest>;

const accountsOf = ({ secrets }: SeedData) => {
  const world = makeWorld();
  Object.assign(world.secrets, { pepper: secrets.pepper, signing: secrets.signing });
  return world;
};

const widgetOwner = async () => {
  const account = await accountWithWallets();
  return { account, widget: await createWidgetFor(account) };
};

const registered = async ({ secrets }: SeedData) => {
  const { account, widget } = await widgetOwner();
  const { accountId } = account;
  const draft = { accountId, appId: widget.id, environment: 'sandbox', serviceType: 'kyc_widget' } as const;
  const { registration } = newRegistration(
    { ...draft, endpoint: 'http://127.0.0.1:9/hook' },
    secrets.vault,
    Date.now(),
  );
  await serviceTable().transact(registrationWrites(registration));
  return { account, at: { pathParameters: { id: registration.registrationId } } };
};

const startedTopUp = async () => {
  const account = await accountWithWallets();
  const reference = newId('top', Date.now());
  const owner = { accountId: account.accountId, environment: 'live' } as const;
  const topUp = { reference, ...owner, amountKobo: 50_000, authorizationUrl: 'https://api.test/pay' };
  await serviceTable().write(beginTopUp({ ...topUp, provider: 'simulated', createdAt: isoTime(Date.now()) }));
  return { account, at: { pathParameters: { reference } } };
};

/** As an account, with its Bearer token. */
const as = ({ headers }: SignedInAccount, request: TestRequest = {}, status = 200): PreparedRequest => ({
  request: { ...request, headers: { ...headers, ...request.headers } },
  status,
});

const anybody = (request: TestRequest = {}, status = 200): PreparedRequest => ({ request, status });

/** One request to every endpoint, by the name of its contract. */
export const REQUESTS: Readonly<Record<string, Prepare>> = {
  'sign-up': async () => anybody({ body: { email: newEmail(), password: PASSWORD } }, 201),
  'verify-email': async (seeded) => {
    const world = accountsOf(seeded);
    const email = newEmail();
    await world.signUp({ email, password: PASSWORD });
    return anybody({ body: { email, code: world.codeTo(email) } });
  },
  'resend-verification': async (seeded) => {
    const world = accountsOf(seeded);
    const email = newEmail();
    // Long enough ago that another mail is due.
    world.pass(-300);
    await world.signUp({ email, password: PASSWORD });
    return anybody({ body: { email } });
  },
  'log-in': async (seeded) => {
    const { email } = await accountsOf(seeded).verifiedAccount();
    return anybody({ body: { email, password: PASSWORD } });
  },
  'refresh-tokens': async (seeded) => {
    const world = accountsOf(seeded);
    const { email } = await world.verifiedAccount();
    const { cookies } = await world.logIn({ email, password: PASSWORD });
    return anybody({ body: { refreshToken: cookies['refreshToken'] } });
  },
  'log-out': async () => as(await signedInAccount()),
  'read-me': async (seeded) => {
    const { userId } = await accountsOf(seeded).verifiedAccount();
    return as(await signedInAccount({ accountId: userId }));
  },

  'read-embed-widget': async () => {
    const { widget } = await newWidgetWithOwner();
    return anybody({ pathParameters: { token: widget.embedLinkToken } });
  },
  'open-embed-session': async () => {
    const { widget } = await newWidgetWithOwner();
    return anybody({ body: { token: widget.embedLinkToken } }, 201);
  },
  'read-embed-session': async () => {
    const { widget, session } = await openedSession();
    return anybody({ pathParameters: { sessionId: session.id }, query: { token: widget.embedLinkToken } });
  },
  'save-session-answers': async () => {
    const { widget, session } = await openedSession();
    const given = { moduleId: 'business_profile', answers: { businessName: 'Adire Market Ltd' } };
    const body = { token: widget.embedLinkToken, ...given };
    return anybody({ pathParameters: { sessionId: session.id }, body });
  },
  'submit-session': async () => {
    const opened = await openedSession();
    await complete(opened);
    const { widget, session } = opened;
    return anybody({ pathParameters: { sessionId: session.id }, body: { token: widget.embedLinkToken } });
  },

  'create-widget': async () =>
    as(await accountWithWallets(), { body: { name: 'Sellers', config: validConfig() } }, 201),
  'read-widget': async () => {
    const { account, widget } = await widgetOwner();
    return as(account, { pathParameters: { id: widget.id } });
  },
  'list-widgets': async () => as((await widgetOwner()).account),
  'set-widget-status': async () => {
    const { account, widget } = await widgetOwner();
    return as(account, { pathParameters: { id: widget.id }, body: { status: 'paused' } });
  },
  'create-applicant': async () => {
    const { account, widget } = await widgetOwner();
    return as(account, { pathParameters: { id: widget.id }, body: {} }, 201);
  },
  'read-applicant': async () => {
    const { account, widget } = await widgetOwner();
    const { applicant } = await createApplicantFor(account, widget);
    return as(account, { pathParameters: { id: applicant.id } });
  },
  'list-applicants': async () => as((await widgetOwner()).account),
  'list-widget-applicants': async () => {
    const { account, widget } = await widgetOwner();
    return as(account, { pathParameters: { id: widget.id } });
  },

  'read-signing-keys': async () => anybody(),
  'serve-openapi': async () => anybody(),

  'read-pricing-rates': async () => as(await accountWithWallets()),
  'list-api-keys': async () => {
    const account = await signedInAccount();
    await apiKeyFor(account);
    return as(account);
  },
  'rotate-api-keys': async () => as(await signedInAccount(), { body: { environment: 'sandbox' } }, 201),
  'read-wallet': async () => as(await accountWithWallets()),
  'list-transactions': async () => as(await accountWithWallets()),
  'start-top-up': async () => as(await accountWithWallets(), { body: { amountKobo: 50_000 } }),
  'read-top-up': async () => {
    const { account, at } = await startedTopUp();
    return as(account, at);
  },
  'show-checkout': async () => anybody((await startedTopUp()).at),
  'complete-checkout': async () => {
    const { at } = await startedTopUp();
    return anybody({ ...at, headers: FORM_HEADERS, body: 'outcome=success' });
  },
  'receive-paystack-callback': async ({ paystack }) => {
    await topUpAtPaystack(paystack);
    const [transaction] = [...paystack.transactions.values()].slice(-1);
    if (!transaction) throw new Error('Paystack has no transaction');
    transaction.status = 'success';
    return anybody(paystack.callbackFor(transaction));
  },

  'create-webhook': async () => {
    const { account, widget } = await widgetOwner();
    const draft = { appId: widget.id, environment: 'sandbox', serviceType: 'kyc_widget' };
    return as(account, { body: { ...draft, endpoint: 'http://127.0.0.1:9/hook' } }, 201);
  },
  'list-webhooks': async (seeded) => as((await registered(seeded)).account),
  'rotate-webhook-secret': async (seeded) => {
    const { account, at } = await registered(seeded);
    return as(account, at);
  },
  'delete-webhook': async (seeded) => {
    const { account, at } = await registered(seeded);
    return as(account, at);
  },
};
