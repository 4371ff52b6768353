import type * as Api from '#client/src/api-types';
import { KybError } from '#client/src/errors';
import { Kyb } from '#client/src/kyb';
import { EXAMPLE_PASSWORD } from '#functions/api/example-values';
import { UserError } from '#scripts/local-cloud/user-error';
import { type ApiClient, apiClient } from '#tests/support/api-client';
import { mailedCode, mailedLoginCode, mailedResetToken } from '#tests/support/mail-outbox';
import { DEMO_ANSWERS, DEMO_WIDGET } from './onboarding.ts';

/**
 * The result of a call.
 *
 * @throws UserError with the response that it got instead.
 */
export const succeeded = async <Result>(what: string, call: Promise<Result>): Promise<Result> => {
  try {
    return await call;
  } catch (error) {
    if (!(error instanceof KybError)) throw error;
    throw new UserError(`${what} answered ${error.status} ${error.code}: ${error.message}`);
  }
};

/** The API of the journey, and its mail outbox. */
export interface JourneyApi {
  readonly apiUrl: string;
  readonly outboxUrl: string;
  /** Sent with every request. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** A client of the API without a credential. */
const visitor = ({ apiUrl, headers }: JourneyApi): Kyb => new Kyb({ baseUrl: apiUrl, headers });

/** Signs up and returns the code that is mailed to the address. */
export const signUp = async (api: JourneyApi, email: string): Promise<string> => {
  await succeeded('Signup', visitor(api).accounts.signUp({ email, password: EXAMPLE_PASSWORD }));
  return mailedCode(api.outboxUrl, email);
};

/** Requests a login code for an account that was signed up for by {@link signUp}; returns the code that is mailed. */
export const requestLoginCode = async (api: JourneyApi, email: string): Promise<string> => {
  await succeeded('Requesting a login code', visitor(api).accounts.requestLoginCode({ email }));
  return mailedLoginCode(api.outboxUrl, email);
};

/** Requests a new password for an account; returns the token of the link that is mailed. */
export const requestResetToken = async (api: JourneyApi, email: string): Promise<string> => {
  await succeeded('Requesting a password reset', visitor(api).accounts.forgotPassword({ email }));
  return mailedResetToken(api.outboxUrl, email);
};

/** The tokens of a session. */
export interface SessionTokens {
  readonly accessToken: string;
  readonly refreshToken: string;
}

/** Signs up, confirms the address with the mailed code and logs in. */
export const openSession = async (api: JourneyApi, email: string): Promise<SessionTokens> => {
  const code = await signUp(api, email);
  const { accounts } = visitor(api);
  await succeeded('Verifying the address', accounts.verifyEmail({ email, code }));
  const { headers } = await succeeded('Login', accounts.logIn({ email, password: EXAMPLE_PASSWORD }).withResponse());
  const cookies = new Map(headers.getSetCookie().map((line) => line.split(/[=;]/) as [name: string, value: string]));
  return { accessToken: String(cookies.get('token')), refreshToken: String(cookies.get('refreshToken')) };
};

/** A caller with a credential: its client, and requests without the client. */
export interface Account extends ApiClient {
  readonly kyb: Kyb;
}

/** A caller with an access token or a secret API key. */
export const accountOf = ({ apiUrl, headers }: JourneyApi, credential: string): Account => ({
  ...apiClient(apiUrl, { ...headers, authorization: `Bearer ${credential}` }),
  kyb: new Kyb({ baseUrl: apiUrl, headers, accessToken: credential }),
});

/** A new account, signed in: a client with its access token. */
export const openAccount = async (api: JourneyApi, email: string): Promise<Account> =>
  accountOf(api, (await openSession(api, email)).accessToken);

/** Whoever calls the API with its client. */
type Caller = Pick<Account, 'kyb'>;

/** Makes API keys for an environment. Earlier keys stop working. */
export const rotateApiKeys = async ({ kyb }: Caller, environment: Api.Environment): Promise<Api.CreatedApiKey> =>
  (await succeeded('Creating API keys', kyb.apiKeys.rotate({ environment }))).data;

/** The account that a client is signed in to. */
export const accountIdOf = async ({ kyb }: Caller): Promise<string> =>
  (await succeeded('Reading the account', kyb.accounts.get())).data.userId;

/** Adds a company by its number, in the environment of the client's credential. */
export const addCompany = async ({ kyb }: Caller, rcNumber: string): Promise<Api.Company> =>
  (await succeeded('Adding a company', kyb.companies.add({ rcNumber }))).data.company;

/** Adds an obligation to a company. */
export const addObligation = async ({ kyb }: Caller, { id: companyId }: { id: string }): Promise<{ id: string }> => {
  const obligation = { companyId, category: 'custom', title: 'Renew the insurance', frequency: 'annual' } as const;
  const created = kyb.obligations.create({ ...obligation, nextDueDate: '2090-03-01' });
  return (await succeeded('Adding an obligation', created)).data;
};

/** Opens a chat about a company. */
export const createChat = async ({ kyb }: Caller, companyId: string): Promise<Api.Chat> =>
  (await succeeded('Creating a chat', kyb.chats.create({ companyId }))).chat;

/** Creates a widget and opens it to applicants. */
export const openWidget = async ({ kyb }: Caller): Promise<Api.Widget> => {
  const { data: widget } = await succeeded('Creating the widget', kyb.widgets.create(DEMO_WIDGET));
  await succeeded('Opening the widget', kyb.widgets.setStatus(widget.id, { status: 'live' }));
  return widget;
};

/** Registers an endpoint for a service type's events. */
export const registerWebhook = async (
  { kyb }: Caller,
  appId: string,
  serviceType: Api.ServiceType,
  endpoint: string,
): Promise<Api.CreatedWebhookRegistration> => {
  const body = { appId, environment: DEMO_WIDGET.environment, serviceType, endpoint };
  return (await succeeded('Registering a webhook', kyb.webhooks.create(body))).data;
};

/** Starts a top-up of the sandbox wallet. */
export const startTopUp = async ({ kyb }: Caller, amountKobo: number): Promise<Api.StartedTopUp> => {
  const { environment } = DEMO_WIDGET;
  return (await succeeded('Starting a top-up', kyb.topUps.start({ amountKobo }, { environment }))).data;
};

/** Creates an applicant, for which the account's wallet pays. */
export const createApplicant = async ({ kyb }: Caller, widgetId: string): Promise<Api.CreatedApplicant> => {
  const body = { referenceId: 'seller-0042', subject: { businessName: 'Ada Provisions Limited' } };
  return (await succeeded('Creating the applicant', kyb.applicants.create(widgetId, body))).data;
};

/** An embed session, as the applicant's browser has it. */
export interface DemoSession {
  /** The widget's embed token. */
  readonly token: string;
  readonly sessionId: string;
}

/** A browser on a page that embeds the widget; any page may. */
const browserOf = (api: JourneyApi): Kyb =>
  visitor({ ...api, headers: { ...api.headers, origin: 'https://shop.example' } });

/**
 * Fills in the session as the applicant's browser does: without an account, by the widget's embed token.
 *
 * @param onModule called with each module as it is saved.
 * @param given the answers of each module.
 */
export const saveAnswers = async (
  api: JourneyApi,
  { token, sessionId }: DemoSession,
  onModule: (moduleId: string) => void = () => undefined,
  given: Readonly<Record<string, Readonly<Record<string, string>>>> = DEMO_ANSWERS,
): Promise<void> => {
  const { embed } = browserOf(api);
  for (const [moduleId, answers] of Object.entries(given)) {
    await succeeded(`Saving ${moduleId}`, embed.saveAnswers(sessionId, { token, moduleId, answers }));
    onModule(moduleId);
  }
};

/** Submits a session whose answers are complete, and returns the submission's reference. */
export const submitSession = async (api: JourneyApi, { token, sessionId }: DemoSession): Promise<string> => {
  const { data } = await succeeded('Submitting the session', browserOf(api).embed.submit(sessionId, { token }));
  return String(data.referenceId);
};
