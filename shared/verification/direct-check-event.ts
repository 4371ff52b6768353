import type { WriteOperation } from '#shared/db/expressions';
import type { EventType } from '#shared/events/catalogue';
import { emit } from '#shared/events/outbox';
import { isoTime } from '#shared/platform/clock';
import type { AccountEnvironment } from '#shared/platform/scope';

/** An event that reports the outcome of one check. */
export type VerificationEvent = Extract<EventType, `verification.${string}.completed`>;

/** The outcome of a check that an account requested directly, outside of any widget. */
export interface CompletedDirectCheck extends AccountEnvironment {
  readonly event: VerificationEvent;
  /** The id of the check's own record. */
  readonly verificationReference: string;
  /** The company (`cmp_`) that was checked; null for a check without a company. */
  readonly companyId: string | null;
  /** The check, as the id of the module that makes the same one in onboarding. */
  readonly moduleId: string;
  readonly status: 'passed' | 'failed' | 'unavailable';
  /** Only codes: never a name, a number or an address. */
  readonly reasonCodes: readonly string[];
}

/**
 * The write that emits the event of a direct check, for the transaction that records and charges it. Because it belongs
 * to no widget, every registration of the account with the service type `verification` in its environment receives it
 * (interface: Events).
 */
export const directCheckEvent = (
  { event, accountId, environment, reasonCodes, ...check }: CompletedDirectCheck,
  nowMs: number,
): WriteOperation => {
  const { verificationReference, companyId, moduleId, status } = check;
  return emit(
    {
      type: event,
      accountId,
      environment,
      widgetId: null,
      data: {
        verificationReference,
        companyId,
        applicantId: null,
        widgetId: null,
        referenceId: null,
        submissionReference: null,
        moduleId,
        environment,
        status,
        reasonCodes: [...reasonCodes],
        completedAt: isoTime(nowMs),
      },
    },
    nowMs,
  );
};
