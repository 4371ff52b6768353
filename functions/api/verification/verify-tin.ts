import { TIN_UPLOAD } from '#shared/direct-checks/upload-check';
import { uploadEndpoint } from '#shared/direct-checks/upload-endpoint';
import { serve } from '#shared/http/serve';
import { verifyTin } from './verify-tin.contract.ts';

/** POST /v1/verify-tin */
export const handler = serve(verifyTin, uploadEndpoint(TIN_UPLOAD));
