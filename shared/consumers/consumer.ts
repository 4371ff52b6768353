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

/** The changes of the table that trigger a consumer. All others are filtered out. */
export interface StreamedChanges {
  readonly kinds: readonly ('INSERT' | 'MODIFY')[];
  /** The items' family. */
  readonly family: ItemFamily;
  /** Their sort key, where the family has several. */
  readonly sortKey?: string;
}

/** What triggers a consumer. */
export type Trigger =
  /** Changes of items of the table; those of one item arrive in order. */
  | {
      readonly kind: 'stream';
      readonly changes: readonly StreamedChanges[];
      readonly batchSize: number;
      /** How long Lambda gathers records for a batch. When undefined, it takes the records that are there. */
      readonly batchWindowSeconds?: number;
      /** Whether Lambda halves a failed batch until the failing record is isolated. */
      readonly bisectBatchOnError: boolean;
      /** How long a record is retried, however often. After that it becomes a dead letter. */
      readonly maxRecordAgeHours: number;
    }
  | {
      readonly kind: 'queue';
      readonly queue: ConsumedQueue;
      readonly batchSize: number;
      /**
       * Maximum number of concurrent instances, at least 2. Undefined for a queue that is nearly always empty and whose
       * work is a few short calls: without a maximum, Lambda asks an empty queue with two pollers instead of five (AWS,
       * "Configuring scaling behavior for SQS event source mappings"; decision 104).
       */
      readonly maxConcurrency?: number;
      /**
       * Events that a rule of the bus puts on the queue. `webhook` means every event that registrations can listen to.
       */
      readonly events?: 'webhook' | readonly string[];
      /** Whether the mail service puts its reports of bounces and complaints on the queue. */
      readonly mailReports?: true;
      /** The consumer is late once the oldest message is older than this. */
      readonly lateAfterSeconds: number;
      /** How long a worker may hold the lease on what its message concerns. Defaults to the function's time-out. */
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
 * How long a received message is hidden from other workers: until its own must have ended, but not much longer, because
 * a message whose worker was killed waits that long. Handlers are idempotent, so correctness does not depend on it. A
 * handler that fails but survives sets a shorter pause itself.
 */
export const visibilitySeconds = ({ trigger, timeoutSeconds }: Consumer): number =>
  trigger.kind === 'queue' && trigger.leaseSeconds !== undefined ? trigger.leaseSeconds + 5 : timeoutSeconds + 10;

/**
 * Declares a consumer, in a file beside its handler. Returns its argument with its literal types, so that the handler
 * ({@link consume}, {@link consumeStream}, {@link runOnSchedule}) receives what it declares and using anything else
 * does not compile.
 */
// @__NO_SIDE_EFFECTS__
export function consumer<const C extends Consumer>(definition: C): C {
  return definition;
}
