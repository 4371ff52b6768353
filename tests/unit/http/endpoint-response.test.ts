import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { ApiError } from '#shared/errors/api-error';
import { contract } from '#shared/http/contract';
import { checkResponse, toApiError } from '#shared/http/endpoint-response';
import { makeLogger } from '#shared/platform/logger';

const named = (name: string, extra: object = {}): Error =>
  Object.assign(new Error('with a secret'), { name, ...extra });

describe('the response to an error', () => {
  test('is the refusal itself', () => {
    const refusal = new ApiError('INSUFFICIENT_BALANCE', { details: { balanceKobo: 1, requiredKobo: 2 } });
    expect(toApiError(refusal)).toBe(refusal);
  });

  test.each([
    named('TimeoutError'),
    named('InternalServerError'),
    named('ServiceUnavailable'),
    named('ThrottlingException'),
    named('ProvisionedThroughputExceededException'),
    named('TransactionConflictException'),
    named('TransactionCanceledException', { CancellationReasons: [{ Code: 'TransactionConflict' }] }),
    named('SecretUnavailable'),
    named('TableUnavailable'),
    // How AWS clients report errors that they have no name for: a page of a proxy, or a fault of the service.
    named('UnknownError', { $metadata: { httpStatusCode: 503 } }),
    named('InternalFailure', { $fault: 'server', $metadata: {} }),
    named('Error', { code: 'ECONNREFUSED' }),
    named('AggregateError', { code: 'ECONNREFUSED' }),
    named('Error', { code: 'ECONNRESET' }),
    named('Error', { code: 'ENOTFOUND' }),
    named('Error', { code: 'EPIPE' }),
    named('Error', { code: 'ETIMEDOUT' }),
    named('Error', { code: 'EAI_AGAIN' }),
    named('Error', { code: 'EHOSTUNREACH' }),
  ])('is 503 for an outage: %s', (error) => {
    expect(toApiError(error)).toStrictEqual(new ApiError('SERVICE_UNAVAILABLE'));
  });

  test.each([
    named('ValidationException'),
    named('AccessDeniedException'),
    named('UnrecognizedClientException', { $fault: 'client', $metadata: { httpStatusCode: 400 } }),
    named('ResourceNotFoundException'),
    named('ConditionalCheckFailedException'),
    named('TransactionCanceledException', { CancellationReasons: [{ Code: 'ValidationError' }] }),
    new TypeError('x is not a function'),
    // No library decides what is wrong with a request.
    named('Error', { statusCode: 422, cause: { package: '@middy/core' } }),
    'ECONNREFUSED',
    { name: 'TimeoutError' },
    null,
    undefined,
  ])('is 500 for everything else: %s', (error) => {
    expect(toApiError(error)).toStrictEqual(new ApiError('INTERNAL_ERROR'));
  });
});

describe('a response and its contract', () => {
  const read = contract({
    name: 'read',
    group: 'test',
    method: 'GET',
    route: '/v1/read',
    summary: '',
    caller: 'public',
    success: { 200: v.object({ id: v.string(), items: v.array(v.object({ size: v.number() })) }) },
    touches: {},
  });

  const check = (response: object) => {
    const lines: Record<string, unknown>[] = [];
    const log = makeLogger({}, (line) => lines.push(JSON.parse(line)));
    return { lines, checked: () => checkResponse(read, response as never, log) };
  };

  test('drops what the contract does not declare, at every depth', () => {
    const body = { id: 'a', hash: 'x', items: [{ size: 1, owner: 'x' }] };
    expect(check({ status: 200, body }).checked()).toStrictEqual({
      status: 200,
      body: { id: 'a', items: [{ size: 1 }] },
      cookies: [],
      headers: {},
    });
  });

  test('that do not match are a fault of the service, logged with paths but without values', () => {
    const { lines, checked } = check({ status: 200, body: { id: 7, items: [{ size: 1 }, { size: 'private' }] } });
    expect(checked).toThrow(new ApiError('INTERNAL_ERROR'));
    expect(lines).toMatchObject([{ code: 'RESPONSE_CONTRACT_BROKEN', level: 'error', paths: ['id', 'items.1.size'] }]);
    expect(JSON.stringify(lines)).not.toContain('private');
  });

  test('that differ in their status do not match', () => {
    const { lines, checked } = check({ status: 201, body: { id: 'a', items: [] } });
    expect(checked).toThrow(new ApiError('INTERNAL_ERROR'));
    expect(lines).toMatchObject([{ code: 'RESPONSE_CONTRACT_BROKEN', paths: ['status'] }]);
  });
});
