import { DEMO_ANSWERS, DEMO_WIDGET } from '#scripts/demo/onboarding';
import { type CollectedRequest, collectedRequests } from './requests.ts';

/** One step of the main journey: the request of an endpoint, and what to do with its response. */
export interface JourneyStep {
  readonly request: CollectedRequest;
  /** A word for the request that no other step has, in camel case. */
  readonly id: string;
  readonly status: number;
  /** Variables for later steps, each with its path in the response. */
  readonly saves: Readonly<Record<string, string>>;
  /** The step is repeated until this path of the response has this value. */
  readonly until?: { readonly path: string; readonly is: string };
}

type Change = Partial<Pick<CollectedRequest, 'title' | 'path' | 'query' | 'body'>>;

type Outcome = Partial<Pick<JourneyStep, 'saves' | 'until'>> & { readonly status?: number };

const step = (
  id: string,
  endpoint: string,
  change: Change,
  { status = 200, saves = {}, until }: Outcome = {},
): JourneyStep => {
  const found = collectedRequests().find((request) => request.endpoint === endpoint);
  if (!found) throw new RangeError(`There is no endpoint ${endpoint}`);
  const { body: _, ...example } = found;
  return { id, request: { ...example, query: {}, ...change }, status, saves, ...(until && { until }) };
};

const SESSION = { path: { sessionId: '{{sessionId}}' } };

/** From a key of the sandbox to a decision and its webhook: docs/integrate/getting-started.md, from step 3 on. */
export const journey = (): readonly JourneyStep[] => [
  step('readWallet', 'read-wallet', {}),
  step(
    'createWidget',
    'create-widget',
    { body: DEMO_WIDGET },
    { status: 201, saves: { widgetId: 'data.id', embedToken: 'data.embedLinkToken' } },
  ),
  step('openWidget', 'set-widget-status', { path: { id: '{{widgetId}}' }, body: { status: 'live' } }),
  step(
    'registerWebhook',
    'create-webhook',
    {
      body: {
        appId: '{{widgetId}}',
        environment: 'sandbox',
        serviceType: 'kyc_widget',
        endpoint: '{{webhookEndpoint}}',
      },
    },
    { status: 201, saves: { webhookId: 'data.id' } },
  ),
  step(
    'createApplicant',
    'create-applicant',
    {
      path: { id: '{{widgetId}}' },
      body: { referenceId: 'seller-0042', subject: { businessName: DEMO_ANSWERS.business_profile.businessName } },
    },
    { status: 201, saves: { applicantId: 'data.applicant.id', sessionId: 'data.sessionId' } },
  ),
  ...Object.entries(DEMO_ANSWERS).map(([moduleId, answers], index) =>
    step(`saveAnswers${index + 1}`, 'save-session-answers', {
      ...SESSION,
      title: `Save the answers of ${moduleId}`,
      body: { token: '{{embedToken}}', moduleId, answers },
    }),
  ),
  step('submitSession', 'submit-session', { ...SESSION, body: { token: '{{embedToken}}' } }),
  step(
    'readApplicant',
    'read-applicant',
    { path: { id: '{{applicantId}}' } },
    { until: { path: 'data.status', is: 'approved' } },
  ),
  step('listDeliveries', 'list-deliveries', { path: { id: '{{webhookId}}' }, query: {} }),
];
