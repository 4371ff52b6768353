import { findEvidenceOf, readVerificationPage } from '#shared/direct-checks/find-verifications';
import { verificationView } from '#shared/direct-checks/verification-view';
import { pagination } from '#shared/http/schemas/pagination';
import { serve } from '#shared/http/serve';
import { callerEnvironment } from '#shared/platform/scope';
import { vault } from '#shared/platform/vault';
import { evidenceRetention, openEvidence } from '#shared/verification/evidence-store';
import { listVerifications } from './list-verifications.contract.ts';

/** GET /v1/verifications */
export const handler = serve(listVerifications, {
  effects: [evidenceRetention, vault],
  load: ({ query, caller }, { table }) => readVerificationPage(table, callerEnvironment(caller), query, query),
  answer: async (
    { query, loaded: { verifications, total }, meta: { nowMs } },
    { table, evidenceRetention: retentionDays, vault: readVault },
  ) => {
    const kept = await openEvidence(await findEvidenceOf(table, verifications), readVault, nowMs);
    const period = { retentionDays: retentionDays(), nowMs };
    return {
      success: true,
      data: verifications.map((one) => verificationView(one, kept, period)),
      pagination: pagination(query, total),
    };
  },
});
