import { ApiError } from '#shared/http/errors';
import { serve } from '#shared/http/serve';
import { applicantView } from '#shared/onboarding/applicants/applicant-view';
import {
  type CreatedApplicant,
  createApplicant,
  readApplicantGround,
} from '#shared/onboarding/applicants/create-applicant';
import { createApplicant as contract } from './create-applicant.contract.ts';

const answerOf = ({ applicant, session, sessionTransactionId, sessionChargeKobo }: CreatedApplicant) =>
  ({
    success: true,
    data: {
      applicant: applicantView(applicant),
      sessionTransactionId,
      sessionChargeKobo,
      sessionId: session.id,
    },
  }) as const;

/** POST /v1/kyb/widgets/{id}/applicants */
export const handler = serve(contract, {
  load: ({ path, caller }, { table }) => readApplicantGround(table, caller, path.id),
  answer: async ({ body, loaded: ground, meta }, { commit }) => {
    if (!ground) throw new ApiError('WIDGET_NOT_FOUND');
    const created = await createApplicant(
      ground,
      { ...body, by: 'account' },
      (operations, created) => commit(operations, answerOf(created)),
      meta.nowMs,
    );
    return answerOf(created);
  },
});
