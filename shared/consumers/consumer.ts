import type { Touches } from '#shared/http/contract';
import type { ItemFamily } from '#shared/key-families';

/** A queue that has a consumer. */
export type ConsumedQueue =
  | 'assessments'
  | 'visits'
  | 'exports'
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

/** Changes of the table that trigger a consumer; nothing else of the stream does. */
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
      readonly changes: readonly StreamedChanges[];
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

/**
 * Declares a consumer, beside the file of its handler. Returns its argument, typed as exactly as it was written: its handler
 * ({@link consume}, {@link consumeStream}, {@link runOnSchedule}) gets what it declares, and nothing else compiles.
 */
// @__NO_SIDE_EFFECTS__
export function consumer<const C extends Consumer>(definition: C): C {
  return definition;
}
