import { API_VERSION } from '#shared/http/api-version';
import { serve } from '#shared/http/serve';
import { env } from '#shared/platform/env';
import { readStatus } from './read-status.contract.ts';

/** GET /v1/status */
export const handler = serve(readStatus, {
  answer: () => ({
    success: true,
    data: { version: API_VERSION, stage: env('STAGE'), region: env('AWS_REGION') },
  }),
});
