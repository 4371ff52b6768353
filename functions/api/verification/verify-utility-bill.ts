import { BILL_UPLOAD } from '#shared/direct-checks/upload-check';
import { uploadEndpoint } from '#shared/direct-checks/upload-endpoint';
import { serve } from '#shared/http/serve';
import { verifyUtilityBill } from './verify-utility-bill.contract.ts';

/** POST /v1/verify-utility-bill */
export const handler = serve(verifyUtilityBill, uploadEndpoint(BILL_UPLOAD));
