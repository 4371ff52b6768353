import { randomBytes, randomUUID } from 'node:crypto';
import {
  type Account,
  type JourneyApi,
  openAccount,
  openWidget,
  saveAnswers,
  submitSession,
} from '#scripts/demo/journey';
import { DEMO_ANSWERS, DEMO_WIDGET } from '#scripts/demo/onboarding';
import { type ApiClient, apiClient } from '#tests/support/api-client';
import { stack } from '#tests/support/stack';
import { waitUntil } from '#tests/support/wait-until';

/** An address that no other test uses. */
export const newEmail = (): string => `e2e-${randomUUID()}@example.com`;

/** The headers with which the stage's edge reports a caller at an address that nobody else has. */
export const fromNewAddress = (): Record<string, string> => ({
  'x-edge-secret': stack().edgeSecret,
  'cloudfront-viewer-address': `10.${randomBytes(3).join('.')}:50000`,
});

/** An API client with its own address, so that tests do not share a rate limit. */
export const newClient = (headers: Record<string, string> = {}): ApiClient =>
  apiClient(stack().apiUrl, { ...fromNewAddress(), ...headers });

/** The deployed API and its mails, for a caller with its own address. */
export const deployedApi = (): JourneyApi => ({
  apiUrl: stack().apiUrl,
  outboxUrl: stack().mailOutboxUrl,
  headers: fromNewAddress(),
});

/** A new account, signed in, as its server calls the API. */
export const newCustomer = (email: string = newEmail()): Promise<Account> => openAccount(deployedApi(), email);

/** A registration as returned when it is created. */
export interface CreatedRegistration {
  readonly id: string;
  readonly signingSecret: string;
}

/** Registers an endpoint for a widget's events of one service type. */
export const register = async (
  customer: ApiClient,
  appId: string,
  serviceType: string,
  endpoint: string,
): Promise<CreatedRegistration> => {
  const body = { appId, environment: DEMO_WIDGET.environment, serviceType, endpoint };
  const response = await customer.post<{ data: CreatedRegistration }>('/v1/developers/webhooks', body);
  if (response.status !== 201) throw new Error(`Registering a webhook answered ${response.status}: ${response.text}`);
  return response.body.data;
};

/** The part of an applicant that the tests read. */
export interface ReadApplicant {
  readonly id: string;
  readonly status: string;
  readonly riskScore: number | null;
  readonly decisionReason: string | null;
  readonly totalSpentKobo: number;
  readonly submittedAt: string | null;
  readonly decidedAt: string | null;
  readonly modules: readonly { moduleId: string; status: string; reasonCodes: string[]; chargeKobo: number }[];
  readonly timeline: readonly { status: string }[];
}

/** An applicant that was submitted through the embed runtime under a business name. */
export const submitApplicant = async (
  customer: ApiClient,
  widget: { id: string; embedLinkToken: string },
  businessName: string,
  subject: Readonly<Record<string, string>> = {},
): Promise<{ applicantId: string; sessionId: string; referenceId: string }> => {
  const created = await customer.post<{ data: { applicant: { id: string }; sessionId: string } }>(
    `/v1/kyb/widgets/${widget.id}/applicants`,
    { subject: { businessName, ...subject } },
  );
  if (created.status !== 201) throw new Error(`Creating the applicant answered ${created.status}: ${created.text}`);
  const { applicant, sessionId } = created.body.data;
  const answers = { ...DEMO_ANSWERS, business_profile: { ...DEMO_ANSWERS.business_profile, businessName } };
  const session = { token: widget.embedLinkToken, sessionId };
  await saveAnswers(deployedApi(), session, () => undefined, answers);
  const referenceId = await submitSession(deployedApi(), session);
  return { applicantId: applicant.id, sessionId, referenceId };
};

/** The applicant once its assessment has ended. */
export const assessed = (customer: ApiClient, applicantId: string): Promise<ReadApplicant> =>
  waitUntil(
    async () => {
      const { body } = await customer.get<{ data: ReadApplicant }>(`/v1/kyb/applicants/${applicantId}`);
      return !['submitted', 'processing'].includes(body.data.status) && body.data;
    },
    { timeoutMs: 60_000, intervalMs: 250, what: `the assessment of ${applicantId}` },
  );

/** A live widget of a customer. */
export const liveWidget = (customer: Account) => openWidget(customer);
