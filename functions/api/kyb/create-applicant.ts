import { onLatest } from '#shared/db/latest';
import { ApiError } from '#shared/http/errors';
import { serve } from '#shared/http/serve';
import { applicantView } from '#shared/onboarding/applicants/applicant-view';
import {
  type ApplicantGround,
  applicantCreation,
  type CreatedApplicant,
  newerGround,
  readApplicantGround,
  refuseCreation,
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
    const asked = { ...body, by: 'account' } as const;
    const attempt = async (latest: ApplicantGround) => {
      const { created, operations } = applicantCreation(latest, asked, meta.nowMs);
      const answer = answerOf(created);
      return { result: await commit(operations, answer), value: answer };
    };
    const { result, value: answer } = await onLatest(ground, attempt, newerGround);
    return result.written ? answer : refuseCreation(result.refusals);
  },
});
