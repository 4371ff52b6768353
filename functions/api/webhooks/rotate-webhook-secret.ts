import { newerOf, onLatest } from '#shared/db/latest';
import { ApiError } from '#shared/errors/api-error';
import { serve } from '#shared/http/serve';
import { isoTime } from '#shared/platform/clock';
import { vault } from '#shared/platform/vault';
import { newSigningSecret, type Registration, replacedSecrets } from '#shared/webhooks/registrations/registration';
import {
  findOwnedRegistration,
  registrationRecord,
  rotationWrite,
} from '#shared/webhooks/registrations/registration-repository';
import { rotateWebhookSecret } from './rotate-webhook-secret.contract.ts';

/** POST /v1/developers/webhooks/{id}/rotate-secret. Deliveries read the secrets at each attempt. */
export const handler = serve(rotateWebhookSecret, {
  effects: [vault],
  load: async ({ path, caller }, { table, vault }) => {
    const [registration, vaultSecret] = await Promise.all([findOwnedRegistration(table, caller, path.id), vault()]);
    return { registration, vaultSecret };
  },
  answer: async ({ path: { id }, body: { overlapSeconds }, caller, loaded, meta }, { commit }) => {
    if (!loaded.registration) throw new ApiError('WEBHOOK_NOT_FOUND');
    const { signingSecret, stored } = newSigningSecret(id, loaded.vaultSecret);
    const rotatedAt = isoTime(meta.nowMs);
    const response = { success: true, data: { id, signingSecret, rotatedAt } } as const;
    const attempt = async (registration: Registration) => {
      const replaced = replacedSecrets(registration, overlapSeconds, meta.nowMs);
      const rotation = rotationWrite(caller, registration, { ...stored, rotatedAt, replaced });
      return { result: await commit([rotation], response), value: response };
    };
    // When another call has rotated it since it was read, the rotation starts from that call's secret.
    const { result } = await onLatest(
      loaded.registration,
      attempt,
      newerOf(registrationRecord(caller.accountId, id), 'anything'),
    );
    if (!result.written) throw new ApiError('WEBHOOK_NOT_FOUND');
    return response;
  },
});
