import { EXAMPLE_PASSWORD } from '#functions/api/example-values';
import { UserError } from '#scripts/local-cloud/user-error';
import { type ApiClient, apiClient, type HttpResponse } from '#tests/support/api-client';
import { mailedCode, mailedLoginCode, mailedResetToken } from '#tests/support/mail-outbox';
import { DEMO_ANSWERS, DEMO_WIDGET } from './onboarding.ts';

const succeeded = <Body>(what: string, { status, body, text }: HttpResponse<Body>): Body => {
  if (status >= 300) throw new UserError(`${what} answered ${status}: ${text}`);
  return body;
};

/** The API of the journey, and its mail outbox. */
export interface JourneyApi {
  readonly apiUrl: string;
  readonly outboxUrl: string;
  /** Sent with every request. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** Signs up and returns the code that is mailed to the address. */
export const signUp = async ({ apiUrl, outboxUrl, headers }: JourneyApi, email: string): Promise<string> => {
  succeeded('Signup', await apiClient(apiUrl, headers).post('/v1/signup', { email, password: EXAMPLE_PASSWORD }));
  return mailedCode(outboxUrl, email);
};

/** Requests a login code for an account that was signed up for by {@link signUp}; returns the code that is mailed. */
export const requestLoginCode = async ({ apiUrl, outboxUrl, headers }: JourneyApi, email: string): Promise<string> => {
  succeeded('Requesting a login code', await apiClient(apiUrl, headers).post('/v1/login/otp/request', { email }));
  return mailedLoginCode(outboxUrl, email);
};

/** Requests a new password for an account; returns the token of the link that is mailed. */
export const requestResetToken = async ({ apiUrl, outboxUrl, headers }: JourneyApi, email: string): Promise<string> => {
  succeeded('Requesting a password reset', await apiClient(apiUrl, headers).post('/v1/forgot-password', { email }));
  return mailedResetToken(outboxUrl, email);
};

/** The tokens of a session. */
export interface SessionTokens {
  readonly accessToken: string;
  readonly refreshToken: string;
}

/** Signs up, confirms the address with the mailed code and logs in. */
export const openSession = async (api: JourneyApi, email: string): Promise<SessionTokens> => {
  const code = await signUp(api, email);
  const browser = apiClient(api.apiUrl, api.headers);
  succeeded('Verifying the address', await browser.post('/v1/verify-email', { email, code }));
  succeeded('Login', await browser.post('/v1/login', { email, password: EXAMPLE_PASSWORD }));
  const cookie = (name: string): string => String(browser.cookies.get(name));
  return { accessToken: cookie('token'), refreshToken: cookie('refreshToken') };
};

/** An API client with an access token or a secret API key. */
export const accountOf = ({ apiUrl, headers }: JourneyApi, credential: string): ApiClient =>
  apiClient(apiUrl, { ...headers, authorization: `Bearer ${credential}` });

/** A new account, signed in: a client with its access token. */
export const openAccount = async (api: JourneyApi, email: string): Promise<ApiClient> =>
  accountOf(api, (await openSession(api, email)).accessToken);

/** A pair of API keys that was just made. */
export interface DemoApiKeys {
  publishableKey: string;
  secretKey: string;
}

/** Makes API keys for an environment. Earlier keys stop working. */
export const rotateApiKeys = async (account: ApiClient, environment: 'sandbox' | 'live'): Promise<DemoApiKeys> => {
  const response = await account.post<{ data: DemoApiKeys }>('/v1/developers/api-keys/rotate', { environment });
  return succeeded('Creating API keys', response).data;
};

/** The account that a client is signed in to. */
export const accountIdOf = async (account: ApiClient): Promise<string> =>
  succeeded('Reading the account', await account.get<{ data: { userId: string } }>('/v1/me')).data.userId;

/** The parts of a company that samples use. */
export interface DemoCompany {
  id: string;
  rcNumber: string;
}

/** Adds a company by its number, in the environment of the client's credential. */
export const addCompany = async (account: ApiClient, rcNumber: string): Promise<DemoCompany> => {
  const response = await account.post<{ data: { company: DemoCompany } }>('/v1/dashboard/companies', { rcNumber });
  return succeeded('Adding a company', response).data.company;
};

/** Adds an obligation to a company. */
export const addObligation = async (account: ApiClient, { id: companyId }: DemoCompany): Promise<{ id: string }> => {
  const obligation = { companyId, category: 'custom', title: 'Renew the insurance', frequency: 'annual' };
  const body = { ...obligation, nextDueDate: '2090-03-01' };
  const response = await account.post<{ data: { id: string } }>('/v1/compliance/obligations', body);
  return succeeded('Adding an obligation', response).data;
};

/** Opens a chat about a company. */
export const createChat = async (account: ApiClient, companyId: string): Promise<{ readonly id: string }> => {
  const response = await account.post<{ chat: { id: string } }>('/v1/chat', { companyId });
  return succeeded('Creating a chat', response).chat;
};

/** The parts of a widget that the journey uses. */
export interface DemoWidget {
  id: string;
  embedLinkToken: string;
}

/** Creates a widget and opens it to applicants. */
export const openWidget = async (account: ApiClient): Promise<DemoWidget> => {
  const created = await account.post<{ data: DemoWidget }>('/v1/kyb/widgets', DEMO_WIDGET);
  const { data: widget } = succeeded('Creating the widget', created);
  succeeded('Opening the widget', await account.patch(`/v1/kyb/widgets/${widget.id}/status`, { status: 'live' }));
  return widget;
};

/** A registration that was just created. */
export interface DemoWebhook {
  id: string;
  /** The secret that its events are signed with. */
  signingSecret: string;
}

/** Registers an endpoint for a service type's events. */
export const registerWebhook = async (
  account: ApiClient,
  appId: string,
  serviceType: string,
  endpoint: string,
): Promise<DemoWebhook> => {
  const body = { appId, environment: DEMO_WIDGET.environment, serviceType, endpoint };
  const response = await account.post<{ data: DemoWebhook }>('/v1/developers/webhooks', body);
  return succeeded('Registering a webhook', response).data;
};

/** A top-up that has not been paid yet. */
export interface DemoTopUp {
  reference: string;
  /** The page of the simulated checkout. */
  authorizationUrl: string;
}

/** Starts a top-up of the sandbox wallet. */
export const startTopUp = async (account: ApiClient, amountKobo: number): Promise<DemoTopUp> => {
  const query = { environment: DEMO_WIDGET.environment };
  const response = await account.post<{ data: DemoTopUp }>('/v1/wallet/top-up', { amountKobo }, { query });
  return succeeded('Starting a top-up', response).data;
};

/** An applicant that was just created, its cost, and its embed session. */
export interface DemoApplicant {
  applicant: { id: string };
  sessionId: string;
  sessionChargeKobo: number;
}

/** Creates an applicant, for which the account's wallet pays. */
export const createApplicant = async (account: ApiClient, widgetId: string): Promise<DemoApplicant> => {
  const body = { referenceId: 'seller-0042', subject: { businessName: 'Ada Provisions Limited' } };
  const response = await account.post<{ data: DemoApplicant }>(`/v1/kyb/widgets/${widgetId}/applicants`, body);
  return succeeded('Creating the applicant', response).data;
};

/** An embed session, as the applicant's browser has it. */
export interface DemoSession {
  /** The widget's embed token. */
  readonly token: string;
  readonly sessionId: string;
}

/** A browser on a page that embeds the widget; any page may. */
const browserOf = ({ apiUrl, headers }: JourneyApi): ApiClient =>
  apiClient(apiUrl, { ...headers, origin: 'https://shop.example' });

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
  given: Readonly<Record<string, unknown>> = DEMO_ANSWERS,
): Promise<void> => {
  const browser = browserOf(api);
  for (const [moduleId, answers] of Object.entries(given)) {
    const path = `/v1/widget/embed/sessions/${sessionId}/answers`;
    succeeded(`Saving ${moduleId}`, await browser.patch(path, { token, moduleId, answers }));
    onModule(moduleId);
  }
};

/** Submits a session whose answers are complete, and returns the submission's reference. */
export const submitSession = async (api: JourneyApi, { token, sessionId }: DemoSession): Promise<string> => {
  const path = `/v1/widget/embed/sessions/${sessionId}/submit`;
  const response = await browserOf(api).post<{ data: { referenceId: string } }>(path, { token });
  return succeeded('Submitting the session', response).data.referenceId;
};
