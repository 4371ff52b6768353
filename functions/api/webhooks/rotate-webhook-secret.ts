import { ApiError } from '#shared/http/errors';
import { serve } from '#shared/http/serve';
import { isoTime } from '#shared/platform/clock';
import { isId } from '#shared/platform/ids';
import { vault } from '#shared/platform/vault';
import { newSigningSecret } from '#shared/webhooks/registrations/registration';
import { rotationWrite } from '#shared/webhooks/registrations/registration-repository';
import { rotateWebhookSecret } from './rotate-webhook-secret.contract.ts';

/** POST /v1/developers/webhooks/{id}/rotate-secret: one write, because deliveries read the secret at each attempt. */
export const handler = serve(rotateWebhookSecret, {
  effects: [vault],
  load: (_, { vault }) => vault(),
  answer: async ({ path: { id }, caller, loaded: vaultSecret, meta }, { commit }) => {
    if (!isId('whk', id)) throw new ApiError('WEBHOOK_NOT_FOUND');
    const { signingSecret, stored } = newSigningSecret(id, vaultSecret);
    const rotatedAt = isoTime(meta.nowMs);
    const response = { success: true, data: { id, signingSecret, rotatedAt } } as const;
    const { written } = await commit([rotationWrite(caller, id, { ...stored, rotatedAt })], response);
    if (!written) throw new ApiError('WEBHOOK_NOT_FOUND');
    return response;
  },
});
