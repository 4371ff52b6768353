import { findVerification } from '#shared/direct-checks/find-verifications';
import { verificationView } from '#shared/direct-checks/verification-view';
import { ApiError } from '#shared/errors/api-error';
import { serve } from '#shared/http/serve';
import { callerEnvironment } from '#shared/platform/scope';
import { vault } from '#shared/platform/vault';
import { readVerification } from './read-verification.contract.ts';

/** GET /v1/verifications/{reference} */
export const handler = serve(readVerification, {
  effects: [vault],
  load: ({ path: { reference }, caller }, { table }) => findVerification(table, callerEnvironment(caller), reference),
  answer: async ({ loaded: verification }, { vault: readVault }) => {
    if (!verification) throw new ApiError('VERIFICATION_NOT_FOUND');
    return { success: true, data: await verificationView(verification, readVault) } as const;
  },
});
