import type { Touches } from '#shared/http/contract';
import type { ItemFamily } from '#shared/key-families';
import { MAIL_LANE_BATCH, MAIL_LANE_WORKERS, SENDING_LEASE_SECONDS } from '#shared/mails/lanes';
import { CHARGE_LEASE_SECONDS } from '#shared/wallet/charge-lease';
import { LEASE_SECONDS } from '#shared/webhooks/deliveries/delivery-writes';
import { ALERT_CONSUMERS } from './alert-consumers.ts';
import { CHECK_CONSUMERS } from './check-consumers.ts';
import { COMPLIANCE_CONSUMERS } from './compliance-consumers.ts';
import { WATCH_CONSUMERS } from './watch-consumers.ts';

/** A queue that has a consumer. */
export type ConsumedQueue =
  | 'assessments'
  | 'visits'
  | 'plans'
  | 'deliveries'
  | 'codes'
  | 'mails'
  | 'mailReports'
  | 'notices'
  | 'outcomes'
  | 'charges'
  | 'fanOuts'
  | 'vendorChecks'
  | 'watchNotices';

/** Which changes of the table trigger a consumer; nothing else of the stream does. */
export interface StreamedChanges {
  readonly kinds: readonly ('INSERT' | 'MODIFY')[];
  /** The items' family. */
  readonly family: ItemFamily;
  /** Their sort key, where the family has several. */
  readonly sortKey?: string;
}

/** What triggers a consumer. */
export type Trigger =
  /** Changes of items of the table, each item's in their order. */
  | {
      readonly kind: 'stream';
      readonly changes: StreamedChanges;
      readonly batchSize: number;
      /** How long Lambda gathers records for a batch; without it, it takes what there is. */
      readonly batchWindowSeconds?: number;
      /** Whether Lambda halves a batch that its function failed on, until the failing record is isolated. */
      readonly bisectBatchOnError: boolean;
      /** How long a record is retried, without a bound on the number; then the dead letters report it. */
      readonly maxRecordAgeHours: number;
    }
  | {
      readonly kind: 'queue';
      readonly queue: ConsumedQueue;
      readonly batchSize: number;
      /** Instances at the same time, at least 2. */
      readonly maxConcurrency: number;
      /** Events that a rule of the bus puts on the queue; `webhook`: every event that registrations can listen to. */
      readonly events?: 'webhook' | readonly string[];
      /** Whether the mail service puts its reports of bounces and complaints on the queue. */
      readonly mailReports?: true;
      /** Age of the oldest message from which on the consumer is late. */
      readonly lateAfterSeconds: number;
      /** How long a worker may hold what the message is about; when undefined, as long as it may run. */
      readonly leaseSeconds?: number;
    }
  | { readonly kind: 'schedule'; readonly everyMinutes: number };

/** One function behind the API as data, from which its trigger, role, alarms and runbook are derived. */
export interface Consumer {
  /** The function's name: its handler file's name, in kebab case. */
  readonly name: string;
  /** The part of the service that it belongs to; also its stack. */
  readonly group:
    | 'events'
    | 'codes'
    | 'mails'
    | 'wallet'
    | 'assessment'
    | 'visits'
    | 'files'
    | 'alerts'
    | 'checks'
    | 'compliance'
    | 'watches'
    | 'delivery';
  readonly trigger: Trigger;
  readonly touches: Touches;
  /** How long one batch may take. */
  readonly timeoutSeconds: number;
  /** One sentence for the recipient of an alarm: what customers miss while this does not work. */
  readonly failureMeansToCustomer: string;
}

/**
 * How long a received message is hidden from other workers: until its own must have ended, and not much longer, because
 * a message whose worker was killed waits as long. Handlers are idempotent, so nothing depends on it; a handler that
 * failed but survived gives its messages a shorter pause itself.
 */
export const visibilitySeconds = ({ trigger, timeoutSeconds }: Consumer): number =>
  trigger.kind === 'queue' && trigger.leaseSeconds !== undefined ? trigger.leaseSeconds + 5 : timeoutSeconds + 10;

/** Every function that a stream, a queue or a schedule triggers. */
export const CONSUMERS: readonly Consumer[] = [
  {
    name: 'publish-events',
    group: 'events',
    // As long as the stream keeps a record (24 h): an outage of the bus may last.
    trigger: {
      kind: 'stream',
      changes: { kinds: ['INSERT'], family: 'outbox' },
      batchSize: 50,
      bisectBatchOnError: true,
      maxRecordAgeHours: 24,
    },
    touches: { reads: ['feed', 'outbox'], writes: ['feed', 'outbox'], uses: ['bus'] },
    timeoutSeconds: 30,
    failureMeansToCustomer:
      'What customers did is stored, but nothing follows from it: submitted applicants are not assessed, no webhook is sent, ' +
      'and the event feed stands still.',
  },
  {
    name: 'sweep-events',
    group: 'events',
    trigger: { kind: 'schedule', everyMinutes: 1 },
    touches: { reads: ['feed', 'unpublishedEvents'], writes: ['feed', 'outbox'], uses: ['bus'] },
    timeoutSeconds: 50,
    failureMeansToCustomer:
      'Events that the stream of the table did not publish stay unpublished; all others are published as usual.',
  },
  {
    name: 'send-mails',
    group: 'mails',
    // As few workers as an event source may have: together they keep the stage's rate, and leave room for codes.
    trigger: {
      kind: 'queue',
      queue: 'mails',
      batchSize: MAIL_LANE_BATCH,
      maxConcurrency: MAIL_LANE_WORKERS,
      // The reminders of a morning take their time at the stage's rate.
      lateAfterSeconds: 3600,
      leaseSeconds: SENDING_LEASE_SECONDS,
    },
    touches: {
      reads: ['account', 'followerAddress', 'keptMail', 'suppressedAddress'],
      writes: ['contactRequest', 'keptMail', 'noticeCount', 'sentMail'],
      uses: ['mailer', 'mailPace', 'noticeCaps', 'sales'],
    },
    timeoutSeconds: 30,
    failureMeansToCustomer:
      'Notices do not arrive: reminders, decisions about applicants and low balances; and sales misses visitors. Codes ' +
      'are not concerned.',
  },
  {
    name: 'send-codes',
    group: 'mails',
    trigger: {
      kind: 'queue',
      queue: 'codes',
      batchSize: 5,
      maxConcurrency: 10,
      lateAfterSeconds: 120,
      leaseSeconds: SENDING_LEASE_SECONDS,
    },
    touches: {
      reads: ['account', 'followerAddress', 'mailedCodes', 'signIn', 'suppressedAddress'],
      writes: ['confirmation', 'followerAddress', 'mailedCodes', 'noticeCount', 'resetToken', 'sentMail', 'signIn'],
      uses: ['mailer', 'noticeCaps', 'pepper'],
    },
    timeoutSeconds: 30,
    failureMeansToCustomer:
      'Codes and links do not arrive: nobody can sign up, log in with a code or choose a new password, because codes ' +
      'expire before they are sent.',
  },
  {
    name: 'suppress-addresses',
    group: 'mails',
    trigger: {
      kind: 'queue',
      queue: 'mailReports',
      batchSize: 10,
      maxConcurrency: 2,
      mailReports: true,
      lateAfterSeconds: 3600,
    },
    touches: { writes: ['suppressedAddress'] },
    timeoutSeconds: 30,
    failureMeansToCustomer:
      'Nothing yet: addresses that bounce or complain are mailed on. If that lasts, the mail service stops all our mails.',
  },
  {
    name: 'mail-wallet-notices',
    group: 'wallet',
    trigger: {
      kind: 'queue',
      queue: 'notices',
      batchSize: 5,
      maxConcurrency: 5,
      events: ['wallet.balance.low', 'wallet.auto_top_up.stopped'],
      lateAfterSeconds: 900,
    },
    touches: { reads: ['account'], uses: ['mails'] },
    timeoutSeconds: 30,
    failureMeansToCustomer: 'Nobody is mailed that a wallet runs low, or that its automatic top-ups were turned off.',
  },
  {
    name: 'top-up-wallets',
    group: 'wallet',
    // One wallet a call: its provider may take its time.
    trigger: {
      kind: 'queue',
      queue: 'charges',
      batchSize: 1,
      maxConcurrency: 10,
      events: ['wallet.top_up.due'],
      // A message may wait 15 minutes on purpose, for the next try or the outcome of a payment.
      lateAfterSeconds: 1800,
      leaseSeconds: CHARGE_LEASE_SECONDS,
    },
    touches: {
      reads: ['savedCard', 'topUp', 'wallet'],
      writes: ['outbox', 'savedCard', 'topUp', 'wallet'],
      uses: ['charges', 'payments', 'vault'],
    },
    // A lookup and a charge of eight seconds each, and as long again for the table.
    timeoutSeconds: 40,
    failureMeansToCustomer: 'Wallets are not topped up automatically: charges are refused once they are empty.',
  },
  {
    name: 'assess-applicant',
    group: 'assessment',
    // One applicant a call: a failing assessment repeats no other, and its sources may take their time.
    trigger: {
      kind: 'queue',
      queue: 'assessments',
      batchSize: 1,
      maxConcurrency: 50,
      events: ['kyb.applicant.submitted', 'kyb.reassessment.requested'],
      lateAfterSeconds: 900,
    },
    touches: {
      reads: ['addressVerification', 'applicant', 'embedSession', 'outbox', 'rates', 'wallet', 'widget'],
      writes: ['addressVerification', 'applicant', 'embedSession', 'outbox', 'wallet'],
      uses: ['sources'],
    },
    // Three tries of ten seconds of every source, the modules in parallel, and as long again for the table.
    timeoutSeconds: 70,
    failureMeansToCustomer: 'Submitted applicants stay in "submitted" or "processing" and get no decision.',
  },
  {
    name: 'mail-applicant-notices',
    group: 'assessment',
    trigger: {
      kind: 'queue',
      queue: 'outcomes',
      batchSize: 5,
      maxConcurrency: 5,
      events: ['kyb.applicant.submitted', 'kyb.applicant.decision', 'kyb.applicant.resubmission_requested'],
      lateAfterSeconds: 900,
      leaseSeconds: SENDING_LEASE_SECONDS,
    },
    touches: {
      reads: ['account', 'applicant', 'embedSession', 'widget'],
      writes: ['noticeCount', 'sentMail'],
      uses: ['mails', 'noticeCaps', 'textSender'],
    },
    timeoutSeconds: 30,
    failureMeansToCustomer:
      'Applicants are neither mailed nor texted that they were approved, rejected or have to resubmit, and nobody is mailed who follows them.',
  },
  {
    name: 'expire-applicants',
    group: 'assessment',
    trigger: { kind: 'schedule', everyMinutes: 10 },
    touches: {
      reads: ['applicant', 'embedSession', 'idleSessions'],
      writes: ['applicant', 'embedSession', 'fileRemoval', 'outbox'],
    },
    timeoutSeconds: 120,
    failureMeansToCustomer:
      'Applicants without activity for 30 days do not expire: they can still be continued, and no event reports them.',
  },
  {
    name: 'book-visit',
    group: 'visits',
    trigger: {
      kind: 'queue',
      queue: 'visits',
      // One visit a call: its source may take its time.
      batchSize: 1,
      maxConcurrency: 10,
      events: ['verification.address.submitted', 'verification.address.step_due'],
      // A message may wait 15 minutes on purpose, while the source is unavailable.
      lateAfterSeconds: 1800,
    },
    touches: {
      reads: ['addressVerification', 'applicant', 'embedSession', 'rates', 'wallet', 'widget'],
      writes: ['addressBudget', 'addressVerification', 'applicant', 'company', 'outbox', 'wallet'],
      uses: ['sources', 'visits'],
    },
    // Three tries of ten seconds, the pauses in between, and the table.
    timeoutSeconds: 50,
    failureMeansToCustomer:
      'Addresses are submitted and paid, but their visits are not booked: they stay "pending", and nothing is refunded.',
  },
  {
    name: 'sweep-visits',
    group: 'visits',
    trigger: { kind: 'schedule', everyMinutes: 1 },
    touches: { reads: ['dueVisits'], writes: ['addressVerification'], uses: ['visits'] },
    timeoutSeconds: 50,
    failureMeansToCustomer:
      'Visits whose queue message was lost are not booked and stay "pending"; all others are booked as usual.',
  },
  {
    name: 'sweep-files',
    group: 'files',
    trigger: { kind: 'schedule', everyMinutes: 10 },
    touches: {
      reads: ['dueFileRemovals'],
      writes: ['fileRemoval'],
      uses: ['attachmentRemovals', 'verificationRemovals', 'disputeRemovals'],
    },
    timeoutSeconds: 120,
    failureMeansToCustomer:
      'Files of failed uploads, and files that expired applicants never submitted, are kept longer than promised; nobody is shown them.',
  },
  {
    name: 'erase-chats',
    group: 'files',
    trigger: { kind: 'schedule', everyMinutes: 10 },
    touches: {
      reads: ['chatErasures', 'chatsAboutCompany', 'chatMessages'],
      writes: ['chat', 'chatList', 'chatListOfCompany', 'chatMessages', 'idempotency'],
    },
    timeoutSeconds: 120,
    failureMeansToCustomer:
      'The texts of deleted chats are kept longer than promised, though nobody is shown them; chats about companies that were given up stay, beyond the newest ten of each.',
  },
  ...ALERT_CONSUMERS,
  ...CHECK_CONSUMERS,
  ...COMPLIANCE_CONSUMERS,
  ...WATCH_CONSUMERS,
  {
    name: 'plan-delivery',
    group: 'delivery',
    trigger: {
      kind: 'queue',
      queue: 'plans',
      batchSize: 10,
      maxConcurrency: 20,
      events: 'webhook',
      lateAfterSeconds: 300,
    },
    touches: { reads: ['registrations', 'widget'], writes: ['delivery'], uses: ['deliveries'] },
    timeoutSeconds: 30,
    failureMeansToCustomer: 'Events happen, but their webhooks are neither planned nor sent.',
  },
  {
    name: 'deliver-webhook',
    group: 'delivery',
    // The batch is sent in parallel, each under its deadline of ten seconds.
    trigger: {
      kind: 'queue',
      queue: 'deliveries',
      batchSize: 5,
      maxConcurrency: 50,
      // A message may wait 15 minutes on purpose, when a receiver requests it by Retry-After.
      lateAfterSeconds: 1200,
      leaseSeconds: LEASE_SECONDS,
    },
    touches: {
      reads: [
        'breaker',
        'deliveriesByStatus',
        'delivery',
        'deliveryLog',
        'parkedDelivery',
        'recovery',
        'registrations',
      ],
      writes: ['breaker', 'deactivationNotice', 'delivery', 'parkedDelivery', 'recovery', 'registrations'],
      uses: ['vault', 'deliveries', 'endpoints'],
    },
    timeoutSeconds: 30,
    failureMeansToCustomer: 'Webhooks are planned, but do not reach their endpoints.',
  },
  {
    name: 'log-deliveries',
    group: 'delivery',
    // A delivery changes several times within a second: gathered, these are one write of its entry.
    trigger: {
      kind: 'stream',
      changes: { kinds: ['INSERT', 'MODIFY'], family: 'delivery', sortKey: 'DELIVERY' },
      batchSize: 200,
      batchWindowSeconds: 1,
      bisectBatchOnError: true,
      maxRecordAgeHours: 24,
    },
    touches: { reads: ['deliveryLog', 'loggedDelivery'], writes: ['deliveryLog', 'loggedDelivery'] },
    timeoutSeconds: 30,
    failureMeansToCustomer:
      'Lists of webhook deliveries show them as they were before, or not yet; each is sent as usual, and shown by its id.',
  },
  {
    name: 'sweep-deliveries',
    group: 'delivery',
    trigger: { kind: 'schedule', everyMinutes: 1 },
    touches: {
      reads: [
        'account',
        'breaker',
        'deliveriesByStatus',
        'delivery',
        'deliveryLog',
        'due',
        'parkedDelivery',
        'registrations',
      ],
      writes: ['breaker', 'deactivationNotice', 'delivery', 'parkedDelivery', 'recovery'],
      uses: ['deliveries', 'mails'],
    },
    timeoutSeconds: 50,
    failureMeansToCustomer:
      'Webhooks whose queue message was lost stay unsent, recoveries stand still, and nobody is mailed that a registration was deactivated; all others are delivered as usual.',
  },
];
