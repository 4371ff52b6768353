import type { WriteOperation } from '#shared/db/expressions';
import type { EventData } from '#shared/events/catalogue';
import { emit } from '#shared/events/outbox';
import type { ModuleId } from '#shared/onboarding/modules/modules';
import type { Applicant, ModuleResult } from './applicant.ts';

/** The fields of an applicant in the event of an outcome. */
type ConcernedApplicant = Pick<
  Applicant,
  'id' | 'accountId' | 'widgetId' | 'environment' | 'referenceId' | 'createdBy' | 'submissionReference'
>;

const envelopeOf = ({ accountId, environment, widgetId }: ConcernedApplicant) => ({ accountId, environment, widgetId });

const dataOf = ({ id, widgetId, environment, referenceId, createdBy, submissionReference }: ConcernedApplicant) => ({
  applicantId: id,
  widgetId,
  environment,
  referenceId,
  createdBy,
  submissionReference,
});

type Decided = Pick<EventData<'kyb.applicant.decision'>, 'status' | 'riskScore' | 'decisionReason' | 'decidedAt'> & {
  readonly modules: readonly ModuleResult[];
  /** The event of the decision that this one replaces (`sev_`). */
  readonly overturns?: string | null | undefined;
};

/**
 * The write that emits the decision on an applicant, with the outcome of each module that has one.
 *
 * @param eventId a new id, which the applicant stores as its `decisionEventId`.
 */
export const decisionEvent = (
  applicant: ConcernedApplicant,
  { modules, overturns = null, ...decided }: Decided,
  eventId: string,
  nowMs: number,
): WriteOperation =>
  emit(
    {
      type: 'kyb.applicant.decision',
      ...envelopeOf(applicant),
      data: {
        ...dataOf(applicant),
        ...decided,
        modules: modules.flatMap(({ moduleId, status, reasonCodes }) =>
          status === 'pending' ? [] : [{ moduleId, status, reasonCodes }],
        ),
        overturns,
      },
    },
    nowMs,
    eventId,
  );

/** The write that emits a request for a resubmission of some modules. */
export const resubmissionEvent = (
  applicant: ConcernedApplicant,
  { modules, reason }: { readonly modules: readonly ModuleId[]; readonly reason: string },
  nowMs: number,
): WriteOperation =>
  emit(
    {
      type: 'kyb.applicant.resubmission_requested',
      ...envelopeOf(applicant),
      data: { ...dataOf(applicant), modules: [...modules], reason },
    },
    nowMs,
  );
