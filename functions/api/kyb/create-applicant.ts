import { onLatest } from '#shared/db/latest';
import { ApiError } from '#shared/errors/api-error';
import { keptAnswerKey } from '#shared/http/idempotency/idempotency';
import { unknownFields } from '#shared/http/schemas/unknown-fields';
import { serve } from '#shared/http/serve';
import type { Warning } from '#shared/http/warnings';
import { createApplicantBody } from '#shared/onboarding/applicants/applicant-bodies';
import {
  type ApplicantSnapshot,
  applicantCreation,
  type CreatedApplicant,
  lookAtCreation,
  newerSnapshot,
  readApplicantSnapshot,
  refuseCreation,
} from '#shared/onboarding/applicants/applicant-creation';
import { applicantView } from '#shared/onboarding/applicants/applicant-view';
import { createApplicant as contract } from './create-applicant.contract.ts';

const responseOf = (
  { applicant, session, sessionTransactionId, sessionChargeKobo }: CreatedApplicant,
  warnings: readonly Warning[],
) =>
  ({
    success: true,
    data: {
      applicant: applicantView(applicant),
      sessionTransactionId,
      sessionChargeKobo,
      sessionId: session.id,
    },
    ...(warnings.length > 0 && { warnings }),
  }) as const;

/** POST /v1/kyb/widgets/{id}/applicants */
export const handler = serve(contract, {
  load: ({ path, caller }, { table }) => readApplicantSnapshot(table, caller, path.id),
  answer: async ({ body, caller, path, loaded: snapshot, meta }, { table, commit }) => {
    if (!snapshot) throw new ApiError('WIDGET_NOT_FOUND');
    const requested = { ...body, by: 'account', keptAnswer: keptAnswerKey(caller, meta) } as const;
    const warnings = unknownFields(createApplicantBody, meta);
    const attempt = async (latest: ApplicantSnapshot) => {
      const { created, operations } = applicantCreation(latest, requested, meta.nowMs);
      const response = responseOf(created, warnings);
      return { result: await commit(operations, response), value: response };
    };
    const look = lookAtCreation(table, caller, path.id, requested, meta.nowMs);
    const { result, value: response } = await onLatest(snapshot, attempt, newerSnapshot(snapshot), { look });
    return result.written ? response : refuseCreation(result.refusals);
  },
});
