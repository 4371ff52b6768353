import { ownedObligation } from '#shared/compliance/obligation-repository';
import { obligationView } from '#shared/compliance/obligation-view';
import { serve } from '#shared/http/serve';
import { readObligation } from './read-obligation.contract.ts';

/** GET /v1/compliance/obligations/{id} */
export const handler = serve(readObligation, {
  load: ({ path, caller }, { table }) => ownedObligation(table, caller, path.id),
  answer: ({ loaded: obligation, meta }) => ({ success: true, data: obligationView(obligation, meta.nowMs) }),
});
