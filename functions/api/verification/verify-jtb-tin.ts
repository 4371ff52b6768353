import { JTB_TIN_UPLOAD } from '#shared/direct-checks/upload-check';
import { uploadEndpoint } from '#shared/direct-checks/upload-endpoint';
import { serve } from '#shared/http/serve';
import { verifyJtbTin } from './verify-jtb-tin.contract.ts';

/** POST /v1/verify-jtb-tin */
export const handler = serve(verifyJtbTin, uploadEndpoint(JTB_TIN_UPLOAD));
