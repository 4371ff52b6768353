import { readVerificationPage } from '#shared/direct-checks/find-verifications';
import { shownEvidence } from '#shared/direct-checks/shown-evidence';
import { verificationView } from '#shared/direct-checks/verification-view';
import { pageBody } from '#shared/http/schemas/pagination';
import { serve } from '#shared/http/serve';
import { callerEnvironment } from '#shared/platform/scope';
import { vault } from '#shared/platform/vault';
import { evidenceRetention } from '#shared/verification/evidence-store';
import { listVerifications } from './list-verifications.contract.ts';

/** GET /v1/verifications */
export const handler = serve(listVerifications, {
  effects: [evidenceRetention, vault],
  load: ({ query, caller }, { table }) => readVerificationPage(table, callerEnvironment(caller), query, query),
  answer: async (
    { query, loaded: page, meta: { nowMs } },
    { table, evidenceRetention: retentionDays, vault: readVault },
  ) => {
    const period = { retentionDays: retentionDays(), nowMs };
    const evidence = await shownEvidence(table, page.entries, readVault, period);
    return { success: true, ...(await pageBody(page, query, (one) => verificationView(one, evidence))) };
  },
});
