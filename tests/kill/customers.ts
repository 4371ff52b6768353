import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { DEMO_ANSWERS } from '#scripts/demo/onboarding';
import { liveWidget, newCustomer, register } from '#tests/e2e/people';
import { type ApiClient, apiClient, type HttpResponse } from '#tests/support/api-client';
import { stack } from '#tests/support/stack';

/** The cost of one applicant: its session, and the checks of the two modules that are charged. */
export const CHARGES_KOBO = { kyb_session_base: 50_000, cac_verification: 20_000, tin_verification: 15_000 } as const;

/** The events of one applicant from its creation to its decision, by their service type. */
export const EVENTS = {
  kyc_widget: ['kyb.applicant.created', 'kyb.applicant.submitted', 'kyb.applicant.decision'],
  verification: ['verification.cac.completed', 'verification.tin.completed'],
} as const;

/** How many events one applicant makes. */
export const EVENTS_PER_APPLICANT = Object.values(EVENTS).flat().length;

/** A registration and the receiver path that only it sends to. */
interface Registration {
  readonly path: string;
  readonly signingSecret: string;
  readonly serviceType: keyof typeof EVENTS;
}

/** An account with a live widget, whose system receives all of its events. */
export interface Customer {
  readonly account: ApiClient;
  readonly widget: { readonly id: string; readonly embedLinkToken: string };
  readonly registrations: readonly Registration[];
  /** The ids of the applicants that it has created, in the order of the responses. */
  readonly applicantIds: string[];
}

/** Opens an account whose webhooks go to their own paths below this endpoint. */
export const openCustomer = async (endpoint: string): Promise<Customer> => {
  const account = await newCustomer();
  const widget = await liveWidget(account);
  const registrations: Registration[] = [];
  for (const serviceType of Object.keys(EVENTS) as (keyof typeof EVENTS)[]) {
    const url = `${endpoint}/${widget.id}/${serviceType}`;
    const { signingSecret } = await register(account, widget.id, serviceType, url);
    registrations.push({ path: new URL(url).pathname, signingSecret, serviceType });
  }
  return { account, widget, registrations, applicantIds: [] };
};

/** Tries of one request before the run gives up on it. */
const MAX_TRIES = 60;

/** The counters of the requests of a run. */
export interface RequestEvents {
  /** A request got a response below 500. */
  readonly responded: () => void;
  /** A request has to be sent again. */
  readonly repeated: () => void;
}

/** The response; undefined for a 5xx and for none at all. */
const responseOf = async <Body>(send: () => Promise<HttpResponse<Body>>): Promise<HttpResponse<Body> | undefined> => {
  try {
    const response = await send();
    return response.status < 500 ? response : undefined;
  } catch {
    return undefined;
  }
};

/**
 * Sends a request as the documentation requires of an integrator. After a 5xx or no response at all it is sent again,
 * with the same `Idempotency-Key` if it creates something.
 *
 * @throws Error naming the request that was refused or never got a response.
 */
const sendUntilDone = async <Body>(
  what: string,
  send: () => Promise<HttpResponse<Body>>,
  events: RequestEvents,
): Promise<Body> => {
  for (let tries = 1; tries <= MAX_TRIES; tries++) {
    const response = await responseOf(send);
    if (response) {
      if (response.status >= 300) throw new Error(`${what} answered ${response.status}: ${response.text}`);
      events.responded();
      return response.body;
    }
    events.repeated();
    await sleep(Math.min(2_000, 50 * tries));
  }
  throw new Error(`${what} got no response in ${MAX_TRIES} tries`);
};

/** Takes one applicant all the way to its submission, whatever dies in the meantime. */
export const submitApplicant = async (
  { account, widget, applicantIds }: Customer,
  events: RequestEvents,
): Promise<void> => {
  const headers = { 'idempotency-key': randomUUID() };
  const created = await sendUntilDone(
    'Creating an applicant',
    () =>
      account.post<{ data: { applicant: { id: string }; sessionId: string } }>(
        `/v1/kyb/widgets/${widget.id}/applicants`,
        { subject: { businessName: 'Ada Provisions Limited' } },
        { headers },
      ),
    events,
  );
  const { applicant, sessionId } = created.data;
  applicantIds.push(applicant.id);
  const browser = apiClient(stack().apiUrl, { origin: 'https://shop.example' });
  const session = `/v1/widget/embed/sessions/${sessionId}`;
  const token = widget.embedLinkToken;
  for (const [moduleId, answers] of Object.entries(DEMO_ANSWERS)) {
    await sendUntilDone(
      `Saving ${moduleId}`,
      () => browser.patch(`${session}/answers`, { token, moduleId, answers }),
      events,
    );
  }
  await sendUntilDone('Submitting', () => browser.post(`${session}/submit`, { token }), events);
};
