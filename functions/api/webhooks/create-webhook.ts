import type { AccountCaller } from '#shared/http/caller/account-caller';
import type { Endpoint } from '#shared/http/endpoint';
import { ApiError } from '#shared/http/errors';
import { serve } from '#shared/http/serve';
import { type App, findOwnedApp } from '#shared/onboarding/widgets/apps';
import type { VersionedSecret } from '#shared/platform/secret-versions';
import { type ReadVault, readVault } from '#shared/platform/vault';
import { checkEndpoint, ENDPOINT_REFUSALS, type EndpointVerdict } from '#shared/webhooks/endpoints/endpoint-guard';
import { endpointRules } from '#shared/webhooks/endpoints/endpoint-rules';
import { newRegistration } from '#shared/webhooks/registrations/registration';
import { registrationWrites } from '#shared/webhooks/registrations/registration-repository';
import { createdRegistration } from '#shared/webhooks/registrations/registration-view';
import { createWebhook } from './create-webhook.contract.ts';

/** What the endpoint needs beside the table. */
export interface CreateWebhookEffects {
  readonly vault: ReadVault;
  readonly check: (endpoint: string) => Promise<EndpointVerdict>;
}

interface Loaded {
  readonly app: App | undefined;
  readonly vault: VersionedSecret;
}

/** Registers an endpoint once the app is the caller's and the guard lets the address pass. */
export const createWebhookEndpoint = ({
  vault: readSealingSecret,
  check,
}: CreateWebhookEffects): Endpoint<typeof createWebhook, Loaded, AccountCaller> => ({
  load: async ({ body, caller }, { table }) => {
    const [app, vault] = await Promise.all([findOwnedApp(table, caller, body.appId), readSealingSecret()]);
    return { app, vault };
  },
  answer: async ({ body, caller: { accountId }, loaded: { app, vault }, meta }, { commit }) => {
    if (!app) throw new ApiError('APP_NOT_FOUND');
    if (app.environment !== body.environment) throw new ApiError('ENVIRONMENT_MISMATCH');
    // Names are resolved for signed-in accounts only, and for their own apps.
    const verdict = await check(body.endpoint);
    if (!verdict.allowed) {
      const details = [{ path: 'endpoint', message: ENDPOINT_REFUSALS[verdict.reason] }];
      throw new ApiError('ENDPOINT_NOT_ALLOWED', { details });
    }
    const { registration, signingSecret } = newRegistration({ accountId, ...body }, vault, meta.nowMs);
    const answer = {
      status: 201,
      body: { success: true, data: createdRegistration(registration, signingSecret) },
    } as const;
    const { written } = await commit(registrationWrites(registration), answer);
    // Its id is new, so what refused is the slot.
    if (!written) throw new ApiError('WEBHOOK_EXISTS');
    return answer;
  },
});

/** POST /v1/developers/webhooks */
export const handler = serve(
  createWebhook,
  createWebhookEndpoint({ vault: readVault, check: (endpoint) => checkEndpoint(endpoint, endpointRules()) }),
);
