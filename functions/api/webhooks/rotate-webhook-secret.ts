import type { AccountCaller } from '#shared/http/caller/account-caller';
import type { Endpoint } from '#shared/http/endpoint';
import { ApiError } from '#shared/http/errors';
import { serve } from '#shared/http/serve';
import { isoTime } from '#shared/platform/clock';
import { isId } from '#shared/platform/ids';
import type { VersionedSecret } from '#shared/platform/secret-versions';
import { type ReadVault, readVault } from '#shared/platform/vault';
import { newSigningSecret } from '#shared/webhooks/registrations/registration';
import { rotationWrite } from '#shared/webhooks/registrations/registration-repository';
import { rotateWebhookSecret } from './rotate-webhook-secret.contract.ts';

/** Rotates by one write: deliveries read the secret anew at each attempt. */
export const rotateWebhookSecretEndpoint = (
  vault: ReadVault,
): Endpoint<typeof rotateWebhookSecret, VersionedSecret, AccountCaller> => ({
  load: () => vault(),
  answer: async ({ path: { id }, caller, loaded: vaultSecret, meta }, { commit }) => {
    if (!isId('whk', id)) throw new ApiError('WEBHOOK_NOT_FOUND');
    const { signingSecret, stored } = newSigningSecret(id, vaultSecret);
    const rotatedAt = isoTime(meta.nowMs);
    const answer = { status: 200, body: { success: true, data: { id, signingSecret, rotatedAt } } } as const;
    const { written } = await commit([rotationWrite(caller, id, { ...stored, rotatedAt })], answer);
    if (!written) throw new ApiError('WEBHOOK_NOT_FOUND');
    return answer;
  },
});

/** POST /v1/developers/webhooks/{id}/rotate-secret */
export const handler = serve(rotateWebhookSecret, rotateWebhookSecretEndpoint(readVault));
