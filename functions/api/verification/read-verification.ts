import { findEvidenceOf, findVerification } from '#shared/direct-checks/find-verifications';
import { verificationView } from '#shared/direct-checks/verification-view';
import { ApiError } from '#shared/errors/api-error';
import { serve } from '#shared/http/serve';
import { callerEnvironment } from '#shared/platform/scope';
import { vault } from '#shared/platform/vault';
import { evidenceRetention, openEvidence } from '#shared/verification/evidence-store';
import { readVerification } from './read-verification.contract.ts';

/** GET /v1/verifications/{reference} */
export const handler = serve(readVerification, {
  effects: [evidenceRetention, vault],
  load: ({ path: { reference }, caller }, { table }) => findVerification(table, callerEnvironment(caller), reference),
  answer: async (
    { loaded: verification, meta: { nowMs } },
    { table, evidenceRetention: retentionDays, vault: readVault },
  ) => {
    if (!verification) throw new ApiError('VERIFICATION_NOT_FOUND');
    const kept = await openEvidence(await findEvidenceOf(table, [verification]), readVault, nowMs);
    const period = { retentionDays: retentionDays(), nowMs };
    return { success: true, data: verificationView(verification, kept, period) } as const;
  },
});
