import { readFileSync } from 'node:fs';
import * as v from 'valibot';
import { CONTRACTS } from '#functions/api/contracts';

/**
 * The runs of functions that one of each activity causes, for an account with one webhook registration. The webhooks
 * arrive at the first attempt, and nothing is batched.
 */
const CAUSED = {
  /** An account that signs up and sets itself up. */
  newAccounts: {
    'sign-up': 1,
    'send-codes': 1,
    'verify-email': 1,
    'create-widget': 1,
    'create-webhook': 1,
    'rotate-api-keys': 1,
  },
  /** A person who logs in and works for a while. */
  signIns: { 'log-in': 1, 'read-me': 1, 'refresh-tokens': 4, 'log-out': 1 },
  /** A page of a list, or a record, that an account reads. */
  reads: { 'list-applicants': 0.4, 'read-applicant': 0.4, 'read-wallet': 0.1, 'list-deliveries': 0.1 },
  /** An applicant from its creation to its decision: three events, three webhooks, and a mail. */
  applicants: {
    'create-applicant': 1,
    'show-hosted-page': 1,
    'read-embed-session': 2,
    'save-session-answers': 6,
    'attach-file': 1,
    'submit-session': 1,
    'assess-applicant': 1,
    'mail-applicant-notices': 2,
    'send-mails': 1,
    'read-applicant': 1,
    'publish-events': 3,
    'plan-delivery': 3,
    'deliver-webhook': 3,
    'keep-lists': 5,
  },
  /** A check of a business without an applicant, with its webhook. */
  directChecks: { 'verify-cac': 1, 'publish-events': 1, 'plan-delivery': 1, 'deliver-webhook': 1, 'keep-lists': 1 },
  /** A month of a watched vendor: a check a day, and an alert in two months. */
  watchedVendors: {
    'check-vendor': 30,
    'fan-out-alerts': 0.5,
    'publish-events': 0.5,
    'plan-delivery': 0.5,
    'deliver-webhook': 0.5,
    'keep-lists': 0.5,
  },
  /** A message to the assistant, without what its model costs. */
  chatMessages: { 'send-message': 1 },
} as const satisfies Readonly<Record<string, Readonly<Record<string, number>>>>;

const COUNTED: ReadonlySet<string> = new Set(Object.values(CAUSED).flatMap(Object.keys));

const OTHERS = CONTRACTS.map(({ name }) => name).filter((name) => !COUNTED.has(name));

/** The runs of functions that one of each activity causes. */
export const ACTIVITIES: Readonly<Record<Activity, Readonly<Record<string, number>>>> = {
  ...CAUSED,
  /** A call of any other endpoint; all of them are called equally often. */
  otherCalls: Object.fromEntries(OTHERS.map((name) => [name, 1 / OTHERS.length])),
};

/** What is counted in a usage file. */
export type Activity = keyof typeof CAUSED | 'otherCalls';

const count = v.pipe(v.number(), v.minValue(0));

const usageSchema = v.strictObject({
  /** What it is the usage of, for the heading of the bill. */
  name: v.pipe(v.string(), v.minLength(1)),
  /** How many of each activity happen in a month. */
  month: v.strictObject({
    newAccounts: count,
    signIns: count,
    reads: count,
    applicants: count,
    directChecks: count,
    watchedVendors: count,
    chatMessages: count,
    otherCalls: count,
  } satisfies Record<Activity, unknown>),
  /** For how many months before this one the usage was the same, which is what is stored. */
  monthsBefore: count,
});

/** What is done with a stage in a month. */
export type Usage = v.InferOutput<typeof usageSchema>;

/**
 * Reads a usage file.
 *
 * @throws ValiError naming every problem.
 */
export const readUsage = (file: string): Usage => v.parse(usageSchema, JSON.parse(readFileSync(file, 'utf8')));

/** The same usage by so many times as many customers. */
export const timesAsMuch = (usage: Usage, factor: number, name: string): Usage => ({
  ...usage,
  name,
  month: Object.fromEntries(
    Object.entries(usage.month).map(([activity, times]) => [activity, times * factor]),
  ) as Usage['month'],
});

/** How often each function runs in a month because of its usage, schedules left out. */
export const runsOf = ({ month }: Usage): ReadonlyMap<string, number> => {
  const runs = new Map<string, number>();
  for (const [activity, caused] of Object.entries(ACTIVITIES))
    for (const [name, each] of Object.entries(caused))
      runs.set(name, (runs.get(name) ?? 0) + each * month[activity as Activity]);
  return runs;
};
