import { readVerificationPage } from '#shared/direct-checks/find-verifications';
import { verificationView } from '#shared/direct-checks/verification-view';
import { pageBody } from '#shared/http/schemas/pagination';
import { serve } from '#shared/http/serve';
import { callerEnvironment } from '#shared/platform/scope';
import { vault } from '#shared/platform/vault';
import { listVerifications } from './list-verifications.contract.ts';

/** GET /v1/verifications */
export const handler = serve(listVerifications, {
  effects: [vault],
  load: ({ query, caller }, { table }) => readVerificationPage(table, callerEnvironment(caller), query, query),
  answer: async ({ query, loaded: page }, { vault: readVault }) => ({
    success: true,
    ...(await pageBody(page, query, (one) => verificationView(one, readVault))),
  }),
});
