import { describe, expect, test } from 'vitest';
import { handler } from '#functions/api/fallback/answer-unrouted';
import { apiEvent } from '#tests/support/api-event';

const responseOf = async (method: string, path: string) => {
  const { statusCode, headers = {}, body = '' } = await handler(apiEvent({ method, path }));
  return { status: statusCode, headers, body };
};

describe('requests that no contract routes', () => {
  test('an unknown route is the general 404', async () => {
    const { status, body, headers } = await responseOf('GET', '/v1/nothing-here');
    expect(status).toBe(404);
    expect(JSON.parse(body)).toStrictEqual({
      success: false,
      status: 'error',
      message: 'This route does not exist. Check the path.',
      code: 'ROUTE_NOT_FOUND',
    });
    expect(headers).toMatchObject({ 'Cache-Control': 'no-store', 'X-Request-Id': expect.any(String) });
  });

  test('a known route with another method is the general 405 with the allowed methods', async () => {
    const { status, body, headers } = await responseOf('POST', '/v1/openapi.json');
    expect(status).toBe(405);
    expect(JSON.parse(body)).toStrictEqual({
      success: false,
      status: 'error',
      message: 'This route does not support this method. See the Allow header.',
      code: 'METHOD_NOT_ALLOWED',
    });
    expect(headers['Allow']).toBe('GET, HEAD');
  });
});
