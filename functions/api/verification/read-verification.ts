import { findVerification } from '#shared/direct-checks/find-verifications';
import { shownEvidence } from '#shared/direct-checks/shown-evidence';
import { verificationView } from '#shared/direct-checks/verification-view';
import { ApiError } from '#shared/errors/api-error';
import { serve } from '#shared/http/serve';
import { callerEnvironment } from '#shared/platform/scope';
import { vault } from '#shared/platform/vault';
import { evidenceRetention } from '#shared/verification/evidence-store';
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
    const period = { retentionDays: retentionDays(), nowMs };
    const evidence = await shownEvidence(table, [verification], readVault, period);
    return { success: true, data: verificationView(verification, evidence) } as const;
  },
});
