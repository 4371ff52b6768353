import { CAC_UPLOAD } from '#shared/direct-checks/upload-check';
import { uploadEndpoint } from '#shared/direct-checks/upload-endpoint';
import { serve } from '#shared/http/serve';
import { verifyCac } from './verify-cac.contract.ts';

/** POST /v1/verify-cac */
export const handler = serve(verifyCac, uploadEndpoint(CAC_UPLOAD));
