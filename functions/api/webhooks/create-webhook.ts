import { ApiError } from '#shared/errors/api-error';
import { serve } from '#shared/http/serve';
import { findOwnedApp, requireApp } from '#shared/onboarding/widgets/apps';
import { vault } from '#shared/platform/vault';
import { endpoints, requireAllowed } from '#shared/webhooks/endpoints/endpoint-rules';
import { newRegistration } from '#shared/webhooks/registrations/registration';
import { registrationWrites } from '#shared/webhooks/registrations/registration-repository';
import { createdRegistration } from '#shared/webhooks/registrations/registration-view';
import { createWebhook } from './create-webhook.contract.ts';

/** POST /v1/developers/webhooks: registers if the app is the caller's and the guard allows the address. */
export const handler = serve(createWebhook, {
  effects: [vault, endpoints],
  load: async ({ body, caller }, { table, vault }) => {
    const [app, sealingSecret] = await Promise.all([findOwnedApp(table, caller, body.appId), vault()]);
    return { app, sealingSecret };
  },
  answer: async ({ body, caller, loaded: { app, sealingSecret }, meta }, { commit, endpoints: check }) => {
    if (!app) throw new ApiError('APP_NOT_FOUND');
    if (app.environment !== body.environment) {
      const message = `Must be ${app.environment}, which is the environment of the widget`;
      throw new ApiError('ENVIRONMENT_MISMATCH', { details: [{ path: 'environment', message }] });
    }
    // Host names are resolved only for signed-in accounts and their own apps.
    requireAllowed(await check(body.endpoint));
    const { accountId } = caller;
    const { registration, signingSecret } = newRegistration({ accountId, ...body }, sealingSecret, meta.nowMs);
    const response = { success: true, data: createdRegistration(registration, signingSecret) } as const;
    const operations = { ...registrationWrites(registration), app: requireApp(caller, body.appId) };
    const result = await commit(operations, response);
    if (result.written) return response;
    if (result.refusals.app) throw new ApiError('APP_NOT_FOUND');
    // The id is new, so either the slot or the number of registrations refused.
    throw new ApiError(result.refusals.slot ? 'WEBHOOK_EXISTS' : 'TOO_MANY_WEBHOOKS');
  },
});
