import { serve } from '#shared/http/serve';
import { noticeCaps } from '#shared/mails/settings';
import { answerDecision, loadForDecision } from '#shared/onboarding/review/serve-decision';
import { decideApplicant } from './decide-applicant.contract.ts';

/** POST /v1/kyb/applicants/{id}/decision */
export const handler = serve(decideApplicant, {
  effects: [noticeCaps],
  load: ({ path, caller, meta }, { table, noticeCaps: caps }) =>
    loadForDecision(table, caller, path.id, caps(), meta.nowMs),
  answer: ({ body, caller, loaded, meta }, { table }) => answerDecision(table, caller, loaded, body, meta.nowMs),
});
