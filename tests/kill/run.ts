import { readFile } from 'node:fs/promises';
import { Webhook } from 'standardwebhooks';
import Stripe from 'stripe';
import { inject } from 'vitest';
import { CONSUMERS } from '#functions/events/consumers';
import { resourceName } from '#infra/names';
import { type Consumer, visibilitySeconds } from '#shared/consumers/consumer';
import { seededRandom } from '#tests/support/random';
import { stack } from '#tests/support/stack';
import { waitUntil } from '#tests/support/wait-until';
import { type ReceivedWebhook, webhookReceiver } from '#tests/support/webhook-receiver';
import { type Customer, EVENTS_PER_APPLICANT, openCustomer, submitApplicant } from './customers.ts';
import { type Kills, startKilling } from './killer.ts';
import { type Remains, remainsOf } from './remains.ts';

/** Applicants of one account. Its test money is enough for at most 117, and one page lists its ledger. */
const APPLICANTS_PER_ACCOUNT = 25;

/** Applicants that go through at the same time. */
const AT_ONCE = 16;

/**
 * The longest that the rest may take after the last kill. What was killed last has been retried several times by then.
 */
const PATIENCE_MS = 10 * 60_000;

const KILL_LIKELIHOOD = 0.4;

/** The parts of the service that an applicant goes through, up to its webhooks. */
const JOURNEY: ReadonlySet<Consumer['group']> = new Set(['events', 'assessment', 'delivery']);

/** The functions from an applicant's creation to the webhooks of its decision. */
export const ON_THE_WAY: readonly string[] = [
  'create-applicant',
  'save-session-answers',
  'submit-session',
  ...CONSUMERS.filter(({ group, trigger }) => trigger.kind !== 'schedule' && JOURNEY.has(group)).map(
    ({ name }) => name,
  ),
];

/** What the sweeps do may be interrupted too; a short run may end before they start. */
const KILLED: readonly string[] = [...ON_THE_WAY, ...CONSUMERS.map(({ name }) => name)];

/** An applicant as its customer reads it at the end. */
export interface DecidedApplicant {
  readonly status: string;
  readonly submittedAt: string;
  readonly decidedAt: string;
  readonly timeline: readonly { readonly status: string }[];
}

/** The results of a run. */
export interface Outcome {
  readonly customers: readonly Customer[];
  readonly applicants: readonly DecidedApplicant[];
  readonly received: readonly ReceivedWebhook[];
  /** Why signatures did not verify when they arrived. */
  readonly badSignatures: readonly string[];
  readonly kills: Kills;
  /** Batches that a killed worker of each function left unfinished, as the local cloud logs them. */
  readonly interrupted: Kills;
  /** Requests that were sent again. */
  readonly repeatedRequests: number;
  /** The unfinished work when nothing more happens. */
  readonly remains: Remains;
}

/** Prints a line to the terminal. */
export const say = (text: string): void => {
  process.stderr.write(`${text}\n`);
};

/** The event and the applicant of a webhook. */
export const contentOf = ({ rawBody }: ReceivedWebhook): { id: string; event: string; applicantId: string } => {
  const { id, event, data } = JSON.parse(rawBody.toString());
  return { id, event, applicantId: data.applicantId };
};

/** The subject of a webhook, and where it arrived. Repeats have the same key. */
export const keyOf = (webhook: ReceivedWebhook): string => {
  const { event, applicantId } = contentOf(webhook);
  return `${applicantId} ${event} ${webhook.path}`;
};

const sumOf = (counts: Kills): number => Object.values(counts).reduce((sum, count) => sum + count, 0);

const forEach = async <T>(list: readonly T[], atOnce: number, work: (item: T) => Promise<unknown>): Promise<void> => {
  let next = 0;
  const worker = async () => {
    while (next < list.length) await work(list[next++] as T);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
};

const stripe = new Stripe('sk_test_unused');

/** Verifies as receivers do, with the libraries of Stripe and Standard Webhooks. Returns undefined if both accept. */
const faultOfSignature = (
  { path, rawBody, headers }: ReceivedWebhook,
  secrets: ReadonlyMap<string, string>,
): string | undefined => {
  const secret = secrets.get(path) ?? '';
  const text = rawBody.toString();
  try {
    stripe.webhooks.signature?.verifyHeader(text, String(headers['x-service-signature']), secret, 300);
    new Webhook(secret).verify(text, headers as Record<string, string>);
    return undefined;
  } catch (error) {
    return `${path}: ${(error as Error).message}`;
  }
};

/**
 * Whether assessments may be interrupted at a moment. Their messages are hidden for the longest time, so a run that
 * kills every retry would not end. Kills are allowed for three quarters of that time, then paused for twice as long.
 * Each submission therefore loses at most one worker, and the resulting delay is that of one kill.
 */
const mayInterruptAssessment = (): (() => boolean) => {
  const consumer = CONSUMERS.find(({ name }) => name === 'assess-applicant');
  if (!consumer) throw new Error('There is no consumer assess-applicant');
  const hiddenMs = visibilitySeconds(consumer) * 1000;
  const startedAt = performance.now();
  return () => (performance.now() - startedAt) % (3 * hiddenMs) < 0.75 * hiddenMs;
};

const interruptedIn = (log: string): Kills => {
  const counts: Record<string, number> = {};
  const failed = new RegExp(`ESM: Lambda ${resourceName('local', '')}(\\S+) failed processing`, 'g');
  for (const [, name = ''] of log.matchAll(failed)) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
};

const readApplicants = async (customers: readonly Customer[]): Promise<readonly DecidedApplicant[]> => {
  const read: DecidedApplicant[] = [];
  for (const { account, applicantIds } of customers) {
    await forEach(applicantIds, 8, async (id) => {
      const { body } = await account.get<{ data: DecidedApplicant }>(`/v1/kyb/applicants/${id}`);
      read.push(body.data);
    });
  }
  return read;
};

/**
 * Takes this many applicants through while workers are killed, and waits until no work is left.
 *
 * @param seed determines what is killed and when.
 */
export const runUnderKills = async (applicantCount: number, seed: number): Promise<Outcome> => {
  say(`Killing workers while ${applicantCount} applicants go through: SEED=${seed} APPLICANTS=${applicantCount}`);
  const { pid: cloudPid, logFile } = inject('cloud');
  const startedAt = performance.now();
  const report = (text: string) => say(`${((performance.now() - startedAt) / 1000).toFixed(0).padStart(5)} s  ${text}`);
  const receiver = await webhookReceiver();
  try {
    const accountCount = Math.ceil(applicantCount / APPLICANTS_PER_ACCOUNT);
    const customers: Customer[] = [];
    await forEach(Array.from({ length: accountCount }), 4, async () => {
      customers.push(await openCustomer(receiver.url));
    });
    report(`${accountCount} accounts are open`);
    const registrations = customers.flatMap((customer) => customer.registrations);
    const secrets = new Map(registrations.map(({ path, signingSecret }) => [path, signingSecret]));

    const mayAssess = mayInterruptAssessment();
    const killer = startKilling({
      cloudPid,
      random: seededRandom(seed),
      likelihood: KILL_LIKELIHOOD,
      mayKill: (name) => KILLED.includes(name) && (name !== 'assess-applicant' || mayAssess()),
    });
    const arrived = new Set<string>();
    const badSignatures: string[] = [];
    receiver.respondWith((webhook) => {
      killer.notice();
      arrived.add(keyOf(webhook));
      const fault = faultOfSignature(webhook, secrets);
      if (fault !== undefined) badSignatures.push(fault);
      return { status: 200 };
    });
    let repeatedRequests = 0;
    const requestEvents = {
      responded: killer.notice,
      repeated: () => {
        repeatedRequests++;
      },
    };
    const everyone = Array.from({ length: applicantCount }, (_, index) => customers[index % accountCount] as Customer);
    await forEach(everyone, AT_ONCE, (customer) => submitApplicant(customer, requestEvents));
    report(`all are submitted, ${repeatedRequests} requests were sent again`);
    const expected = EVENTS_PER_APPLICANT * applicantCount;
    const kills = await killer.end(ON_THE_WAY, () => arrived.size === expected);
    report(`${sumOf(kills)} workers were killed`);

    let remains: Remains = {};
    await waitUntil(
      async () => {
        if (arrived.size < expected) return false;
        remains = await remainsOf(stack());
        return Object.keys(remains).length === 0;
      },
      { timeoutMs: PATIENCE_MS, intervalMs: 1_000, what: 'every event to arrive' },
    ).catch(async () => {
      remains = await remainsOf(stack());
      report('gave up waiting');
    });
    const { received } = receiver;
    report(
      `${arrived.size} of ${expected} events have arrived, in ${received.length} POSTs, and nothing is left to do`,
    );
    const applicants = await readApplicants(customers);
    const interrupted = interruptedIn(await readFile(logFile, 'utf8'));
    return { customers, applicants, received, badSignatures, kills, interrupted, repeatedRequests, remains };
  } finally {
    await receiver.close();
  }
};
