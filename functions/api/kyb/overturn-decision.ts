import { serve } from '#shared/http/serve';
import { noticeCaps } from '#shared/mails/settings';
import { answerOverturn, loadForDecision } from '#shared/onboarding/review/serve-decision';
import { overturnDecision } from './overturn-decision.contract.ts';

/** POST /v1/kyb/applicants/{id}/overturn */
export const handler = serve(overturnDecision, {
  effects: [noticeCaps],
  load: ({ path, caller, meta }, { table, noticeCaps: caps }) =>
    loadForDecision(table, caller, path.id, caps(), meta.nowMs),
  answer: ({ body, caller, loaded, meta }, { table }) => answerOverturn(table, caller, loaded, body, meta.nowMs),
});
