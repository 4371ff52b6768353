import { serve } from '#shared/http/serve';
import { noticeCaps } from '#shared/mails/settings';
import { answerDecision, loadForDecision } from '#shared/onboarding/review/serve-decision';
import { decideSandboxApplicant } from './decide-sandbox-applicant.contract.ts';

/** POST /v1/sandbox/applicants/{id}/decision */
export const handler = serve(decideSandboxApplicant, {
  effects: [noticeCaps],
  load: async ({ path, caller, meta }, { table, noticeCaps: caps }) => {
    const { applicant, capped } = await loadForDecision(table, caller, path.id, caps(), meta.nowMs);
    // An applicant in `live` is treated as missing.
    return { applicant: applicant?.environment === 'sandbox' ? applicant : undefined, capped };
  },
  answer: ({ body, caller, loaded, meta }, { table }) => answerDecision(table, caller, loaded, body, meta.nowMs),
});
