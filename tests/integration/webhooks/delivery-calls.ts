import { handler as readHandler } from '#functions/api/webhooks/read-delivery';
import { readDelivery } from '#functions/api/webhooks/read-delivery.contract';
import { handler as resendHandler } from '#functions/api/webhooks/resend-delivery';
import { resendDelivery } from '#functions/api/webhooks/resend-delivery.contract';
import { serviceTable } from '#shared/db/client';
import type { ApiHandler } from '#shared/http/endpoint';
import type { SendDelivery } from '#shared/webhooks/deliveries/records/delivery-queue';
import { type PlannedWorld, plannedWorld } from '#tests/integration/delivery/fixtures';
import { type SignedInAccount, signedInAccount } from '#tests/support/accounts';
import { type ApiEventOptions, apiEvent } from '#tests/support/api-event';
import { lambdaContext } from '#tests/support/lambda-context';
import type { ReadResponse } from './calls.ts';

const CONTRACTS = { read: readDelivery, resend: resendDelivery };

/** The handlers of deliveries, with their messages sent to a test's queue. */
export const deliveryHandlers = (send: SendDelivery = async () => {}) =>
  ({
    read: readHandler,
    resend: resendHandler.with({ deliveries: send }),
  }) satisfies Record<string, ApiHandler>;

/** The request options that name a delivery. */
export const namingDelivery = (id: string): ApiEventOptions => ({
  path: `/v1/developers/deliveries/${id}`,
  pathParameters: { id },
});

/** The parts of a delivery that a test reads. */
export interface ShownDelivery {
  readonly id: string;
  readonly status: string;
  readonly attemptCount: number;
  readonly createdAt: string;
  readonly body: string;
  readonly attempts: readonly {
    readonly number: number;
    readonly trigger: string;
    readonly statusCode: number | null;
    readonly errorClass: string | null;
  }[];
}

/** A planned delivery of an account that can call the API. */
export interface ShownWorld extends PlannedWorld {
  readonly account: SignedInAccount;
  readonly call: <Data = ShownDelivery>(
    name: keyof typeof CONTRACTS,
    options?: ApiEventOptions,
    headers?: Readonly<Record<string, string>>,
  ) => Promise<ReadResponse<Data>>;
}

/** Makes a delivery path over the table of the service, with one planned delivery, and its owner. */
export const shownWorld = async (): Promise<ShownWorld> => {
  const account = await signedInAccount();
  const planned = await plannedWorld({ table: serviceTable(), accountId: account.accountId });
  const handlers = deliveryHandlers((message) => planned.world.effects.send(message));
  const call: ShownWorld['call'] = async (name, options, headers = account.headers) => {
    const { method, route } = CONTRACTS[name];
    const request = { path: route, ...namingDelivery(planned.deliveryId), ...options, method, route, headers };
    const response = await handlers[name](apiEvent(request), lambdaContext(CONTRACTS[name].name));
    // The endpoint's clock is the real one, so what it makes due is due in the world.
    if (name !== 'read') planned.world.pass(Math.max(0, Date.now() - planned.world.now()));
    return { status: response.statusCode, headers: response.headers ?? {}, body: JSON.parse(response.body ?? '{}') };
  };
  return { ...planned, account, call };
};
