import type { Contract } from '#shared/http/contract';
import type { ApiHandler } from '#shared/http/endpoint';
import { newId } from '#shared/platform/ids';
import { sessionScope } from '#tests/support/accounts';
import { apiEvent } from '#tests/support/api-event';
import { type ReadResponse, requestTo, type TestRequest } from '#tests/support/call';
import { lambdaContext } from '#tests/support/lambda-context';
import { createWidgetFor, openWalletsFor, type WidgetOverrides } from '#tests/support/onboarding';

/**
 * An embed endpoint called in process, as the applicant's browser calls it, with no credential but the token in the
 * request.
 */
export const embedEndpoint =
  (contract: Contract, handler: ApiHandler) =>
  async (request: TestRequest): Promise<ReadResponse> => {
    const response = await handler(apiEvent(requestTo(contract, request)), lambdaContext(contract.name));
    const { statusCode, headers = {}, body = '' } = response;
    return { status: statusCode, body: JSON.parse(body), headers, response };
  };

/** A widget of a new account whose wallets are open. */
export const newWidgetWithOwner = async (overrides: WidgetOverrides = {}) => {
  const account = sessionScope(newId('usr', Date.now()));
  await openWalletsFor(account);
  return { account, widget: await createWidgetFor(account, overrides) };
};
