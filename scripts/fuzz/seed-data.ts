import { randomUUID } from 'node:crypto';
import {
  type Account,
  accountOf,
  addCompany,
  addObligation,
  createApplicant,
  type JourneyApi,
  openSession,
  openWidget,
  saveAnswers,
  startTopUp,
  submitSession,
} from '#scripts/demo/journey';
import { DEMO_ANSWERS } from '#scripts/demo/onboarding';
import type { Stack } from '#scripts/local-cloud/stack';
import { UserError } from '#scripts/local-cloud/user-error';
import { setRole } from '#scripts/ops/make-admin';
import { atStack } from '#scripts/ops/stage-effects';
import { newCompanyNumber } from '#tests/support/companies';

/** The initial data and credentials of a fuzzer run. */
export interface SeedData {
  /** Of the account that sends all requests. */
  readonly accessToken: string;
  /** Of another account, for the one call that ends a session. */
  readonly leavingAccessToken: string;
  /** Of a live widget. */
  readonly embedToken: string;
  /** Existing values, by the name of their dictionary in `schemathesis.toml`. */
  readonly dictionaries: Readonly<Record<string, readonly string[]>>;
}

/** The maximum of one top-up, which pays for more applicants than any run creates. */
const TOP_UP_KOBO = 500_000_000;

/** The fuzzer submits some of these, and saves answers to the others. */
const OPEN_SESSIONS = 5;

const newEmail = (name: string): string => `${name}-${randomUUID()}@example.com`;

/** Pays money into the sandbox wallet, and returns the top-up's reference. */
const topUp = async (account: Account): Promise<string> => {
  const { reference, authorizationUrl } = await startTopUp(account, TOP_UP_KOBO);
  const paid = await fetch(authorizationUrl, { method: 'POST', body: new URLSearchParams({ outcome: 'success' }) });
  if (!paid.ok) throw new UserError(`Paying at the simulated checkout returned ${paid.status}.`);
  return reference;
};

/**
 * Opens two accounts, and gives the first the data that its requests can refer to. That account is an administrator, so
 * that requests to administrators' endpoints get past the role check.
 */
export const createSeedData = async (stack: Stack): Promise<SeedData> => {
  const api: JourneyApi = { apiUrl: stack.apiUrl, outboxUrl: stack.mailOutboxUrl };
  const email = newEmail('fuzz');
  const [{ accessToken }, { accessToken: leavingAccessToken }] = await Promise.all([
    openSession(api, email),
    openSession(api, newEmail('leaving')),
  ]);
  await atStack(stack, (effects) => setRole({ email, role: 'admin', userName: 'fuzz' }, effects));
  const account = accountOf(api, accessToken);
  const reference = await topUp(account);
  // The fuzzer changes the status of the first. The sessions of the second stay open.
  const [widget, embedded] = await Promise.all([openWidget(account), openWidget(account)]);
  const { applicant } = await createApplicant(account, widget.id);
  const sessions: string[] = [];
  const applicants = [applicant.id];
  for (let count = 0; count < OPEN_SESSIONS; count += 1) {
    const opened = await createApplicant(account, embedded.id);
    sessions.push(opened.sessionId);
    applicants.push(opened.applicant.id);
  }
  const company = await addCompany(account, newCompanyNumber());
  const obligation = await addObligation(account, company);
  const submitted = await createApplicant(account, embedded.id);
  const session = { token: embedded.embedLinkToken, sessionId: submitted.sessionId };
  await saveAnswers(api, session);
  await submitSession(api, session);
  return {
    accessToken,
    leavingAccessToken,
    embedToken: embedded.embedLinkToken,
    dictionaries: {
      widget: [widget.id],
      applicant: applicants,
      'embed-token': [embedded.embedLinkToken],
      session: [...sessions, submitted.sessionId],
      reference: [reference],
      company: [company.id],
      obligation: [obligation.id],
      module: Object.keys(DEMO_ANSWERS),
      // Nothing listens there, so that what is sent to it fails at once.
      endpoint: ['http://127.0.0.1:9/webhooks'],
    },
  };
};
