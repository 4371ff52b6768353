import type { Contract } from '#shared/http/contract';
import type { ApiHandler } from '#shared/http/endpoint';
import type { ApiResponse } from '#shared/http/response';
import type { SignedInAccount } from './accounts.ts';
import { type ApiEventOptions, apiEvent } from './api-event.ts';
import { lambdaContext } from './lambda-context.ts';

/** A response as tests read it. */
export interface ReadResponse {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads what the answer should have; its assertions prove it.
  readonly body: any;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly response: ApiResponse;
}

/** A test's request: everything but route and credential. */
export type TestRequest = Pick<ApiEventOptions, 'pathParameters' | 'query' | 'headers' | 'body' | 'sourceIp'>;

/** The event options of a request to a contract's route. */
export const requestTo = ({ method, route }: Contract, request: TestRequest): ApiEventOptions => ({
  ...request,
  method,
  route,
  path: route.replace(/\{(\w+)\}/g, (_, name: string) => request.pathParameters?.[name] ?? ''),
});

/** The timeout of an API function on AWS. Calls that contend for one wallet wait for each other. */
const FUNCTION_TIME_MS = 20_000;

/**
 * An endpoint called in process, as a signed-in account calls it.
 * @param functionTimeMs the timeout of its function.
 */
export const endpoint =
  (contract: Contract, handler: ApiHandler, functionTimeMs: number = FUNCTION_TIME_MS) =>
  async (account: Pick<SignedInAccount, 'headers'>, request: TestRequest = {}): Promise<ReadResponse> => {
    const options = requestTo(contract, { ...request, headers: { ...account.headers, ...request.headers } });
    const response = await handler(apiEvent(options), lambdaContext(contract.name, functionTimeMs));
    const { statusCode, headers = {}, body = '', isBase64Encoded } = response;
    return { status: statusCode, body: isBase64Encoded ? body : JSON.parse(body), headers, response };
  };
