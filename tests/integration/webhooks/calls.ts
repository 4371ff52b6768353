import { randomUUID } from 'node:crypto';
import { handler as createHandler } from '#functions/api/webhooks/create-webhook';
import { createWebhook } from '#functions/api/webhooks/create-webhook.contract';
import { handler as deleteHandler } from '#functions/api/webhooks/delete-webhook';
import { deleteWebhook } from '#functions/api/webhooks/delete-webhook.contract';
import { handler as listHandler } from '#functions/api/webhooks/list-webhooks';
import { listWebhooks } from '#functions/api/webhooks/list-webhooks.contract';
import { handler as rotateHandler } from '#functions/api/webhooks/rotate-webhook-secret';
import { rotateWebhookSecret } from '#functions/api/webhooks/rotate-webhook-secret.contract';
import { handler as updateHandler } from '#functions/api/webhooks/update-webhook';
import { updateWebhook } from '#functions/api/webhooks/update-webhook.contract';
import type { ApiHandler } from '#shared/http/endpoint';
import { checkEndpoint, type ResolveHost } from '#shared/webhooks/endpoints/endpoint-guard';
import type { SignedInAccount } from '#tests/support/accounts';
import { type ApiEventOptions, apiEvent } from '#tests/support/api-event';
import { lambdaContext } from '#tests/support/lambda-context';
import { readTestVault } from '#tests/support/vault';

const ADDRESSES: Readonly<Record<string, readonly string[]>> = {
  'hooks.example.com': ['93.184.215.14'],
  'inside.example.com': ['10.1.2.3'],
  'mixed.example.com': ['93.184.215.14', '169.254.169.254'],
};

/** The host names that were looked up, by all tests in the file. */
export const lookedUp: string[] = [];

const resolve: ResolveHost = async (hostname) => {
  lookedUp.push(hostname);
  return ADDRESSES[hostname] ?? [];
};

/** An endpoint that every stage accepts. */
export const PUBLIC_ENDPOINT = 'https://hooks.example.com/kyb?source=service';

/** The guard of the handlers below. */
export const publicEndpoints = (endpoint: string) => checkEndpoint(endpoint, { allowLoopbackHttp: false, resolve });

/** The handlers as a stage with public receivers deploys them, over the tests' resolver and vault. */
export const handlers = {
  create: createHandler.with({
    vault: readTestVault,
    endpoints: publicEndpoints,
  }),
  update: updateHandler.with({ endpoints: publicEndpoints }),
  list: listHandler,
  rotate: rotateHandler.with({ vault: readTestVault }),
  delete: deleteHandler,
} as const satisfies Record<string, ApiHandler>;

const CONTRACTS = {
  create: createWebhook,
  update: updateWebhook,
  list: listWebhooks,
  rotate: rotateWebhookSecret,
  delete: deleteWebhook,
};

/** A registration as responses show it. The assertions prove which of the two secrets it has. */
export interface ShownRegistration {
  readonly id: string;
  readonly appId: string;
  readonly environment: string;
  readonly signingSecret: string;
  readonly signingSecretMasked: string;
}

/** A response with its body parsed. */
export interface ReadResponse<Data> {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: {
    readonly data: Data;
    readonly code?: string;
    readonly details?: readonly { readonly path: string; readonly message: string }[];
    readonly pagination?: unknown;
  };
}

/** Calls an endpoint as an account. */
export const call = async <Data = ShownRegistration>(
  name: keyof typeof handlers,
  account: SignedInAccount,
  { headers, ...options }: ApiEventOptions = {},
): Promise<ReadResponse<Data>> => {
  const { method, route } = CONTRACTS[name];
  const request = { path: route, ...options, method, route, headers: { ...account.headers, ...headers } };
  const response = await handlers[name](apiEvent(request), lambdaContext(CONTRACTS[name].name));
  return { status: response.statusCode, headers: response.headers ?? {}, body: JSON.parse(response.body ?? '{}') };
};

/** Lists an account's registrations. */
export const list = (account: SignedInAccount, query?: Record<string, string>) =>
  call<readonly ShownRegistration[]>('list', account, query && { query });

/** The body of a registration that is accepted for an app. */
export const draftFor = (appId: string, changes: Record<string, unknown> = {}) => ({
  appId,
  environment: 'sandbox',
  serviceType: 'kyc_widget',
  endpoint: PUBLIC_ENDPOINT,
  ...changes,
});

/** The request options that name a registration. */
export const naming = (id: string): ApiEventOptions => ({
  path: `/v1/developers/webhooks/${id}`,
  pathParameters: { id },
});

/** A fresh idempotency key. */
export const idempotencyKey = (): Record<string, string> => ({ 'idempotency-key': randomUUID() });
