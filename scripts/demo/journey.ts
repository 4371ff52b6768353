import { UserError } from '#scripts/local-cloud/user-error';
import { type ApiAnswer, type ApiClient, apiClient } from '#tests/support/api-client';
import { mailedCode } from '#tests/support/mail-outbox';
import { DEMO_ANSWERS, DEMO_WIDGET } from './onboarding.ts';

const succeeded = <Body>(what: string, { status, body, text }: ApiAnswer<Body>): Body => {
  if (status >= 300) throw new UserError(`${what} answered ${status}: ${text}`);
  return body;
};

/**
 * Signs up, confirms the address with the mailed code and logs in.
 *
 * @returns the session's access token.
 */
export const openSession = async (apiUrl: string, outboxUrl: string, email: string): Promise<string> => {
  const browser = apiClient(apiUrl);
  const password = 'three quiet herons at dusk';
  succeeded('Signup', await browser.post('/v1/signup', { email, password }));
  const code = await mailedCode(outboxUrl, email);
  succeeded('Confirming the address', await browser.post('/v1/verify-email', { email, code }));
  succeeded('Login', await browser.post('/v1/login', { email, password }));
  return String(browser.cookies.get('token'));
};

/** A caller of the API with an access token, as a server sends it. */
export const accountOf = (apiUrl: string, accessToken: string): ApiClient =>
  apiClient(apiUrl, { authorization: `Bearer ${accessToken}` });

/** A new account, signed in: a caller with its access token. */
export const openAccount = async (apiUrl: string, outboxUrl: string, email: string): Promise<ApiClient> =>
  accountOf(apiUrl, await openSession(apiUrl, outboxUrl, email));

/** The parts of a widget that the journey uses. */
export interface DemoWidget {
  id: string;
  embedLinkToken: string;
}

/** Makes a widget and opens it to applicants. */
export const openWidget = async (account: ApiClient): Promise<DemoWidget> => {
  const created = await account.post<{ data: DemoWidget }>('/v1/kyb/widgets', DEMO_WIDGET);
  const { data: widget } = succeeded('Creating the widget', created);
  succeeded('Opening the widget', await account.patch(`/v1/kyb/widgets/${widget.id}/status`, { status: 'live' }));
  return widget;
};

/**
 * Registers an endpoint for a service type's events.
 *
 * @returns the secret that the events are signed with.
 */
export const registerWebhook = async (
  account: ApiClient,
  appId: string,
  serviceType: string,
  endpoint: string,
): Promise<string> => {
  const body = { appId, environment: DEMO_WIDGET.environment, serviceType, endpoint };
  const answer = await account.post<{ data: { signingSecret: string } }>('/v1/developers/webhooks', body);
  return succeeded('Registering a webhook', answer).data.signingSecret;
};

/** An applicant that was just created, what it cost, and the embed session that waits for it. */
export interface DemoApplicant {
  applicant: { id: string };
  sessionId: string;
  sessionChargeKobo: number;
}

/** Creates an applicant, for which the account's wallet pays. */
export const createApplicant = async (account: ApiClient, widgetId: string): Promise<DemoApplicant> => {
  const body = { referenceId: 'seller-0042', subject: { businessName: 'Ada Provisions Limited' } };
  const answer = await account.post<{ data: DemoApplicant }>(`/v1/kyb/widgets/${widgetId}/applicants`, body);
  return succeeded('Creating the applicant', answer).data;
};

/**
 * Fills in and submits the session as the applicant's browser does: without an account, by the widget's embed token.
 *
 * @param onModule called with each module as it is saved.
 * @param given the answers of each module.
 * @returns the submission's reference.
 */
export const submitSession = async (
  apiUrl: string,
  token: string,
  sessionId: string,
  onModule: (moduleId: string) => void,
  given: Readonly<Record<string, unknown>> = DEMO_ANSWERS,
): Promise<string> => {
  // Any page may embed the demo's widget; a browser names the page it is on.
  const browser = apiClient(apiUrl, { origin: 'https://shop.example' });
  const session = `/v1/widget/embed/sessions/${sessionId}`;
  for (const [moduleId, answers] of Object.entries(given)) {
    succeeded(`Saving ${moduleId}`, await browser.patch(`${session}/answers`, { token, moduleId, answers }));
    onModule(moduleId);
  }
  const answer = await browser.post<{ data: { referenceId: string } }>(`${session}/submit`, { token });
  return succeeded('Submitting the session', answer).data.referenceId;
};
