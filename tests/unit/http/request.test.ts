import { describe, expect, test } from 'vitest';
import { requestMeta } from '#shared/http/request';
import { apiEvent } from '#tests/support/api-event';

describe('the facts of a request', () => {
  test('are its id, its connection, its time and its headers in lower case', () => {
    const event = apiEvent({ sourceIp: '203.0.113.9', headers: { 'x-forwarded-for': '10.0.0.1' } });
    const meta = requestMeta({ ...event, headers: { ...event.headers, 'X-Mixed': 'Case' } }, 42);
    expect(meta).toMatchObject({
      requestId: event.requestContext.requestId,
      sourceIp: '203.0.113.9',
      nowMs: 42,
      headers: { 'x-mixed': 'Case', host: 'api.test' },
    });
  });

  test('have the exact bytes of the body, from text and from base64', () => {
    const text = '{ "name":  "Zoë" }\n';
    expect(requestMeta(apiEvent({ body: text }), 0).rawBody).toStrictEqual(Buffer.from(text));
    expect(requestMeta(apiEvent({ body: text, isBase64Encoded: true }), 0).rawBody).toStrictEqual(Buffer.from(text));
    expect(requestMeta(apiEvent(), 0).rawBody).toHaveLength(0);
  });

  test.each([
    ['/v1/things/t_1', '/v1/things/t_1'],
    ['/base/v1/things/t_1', '/v1/things/t_1'],
    ['/v1/things/v1/x', '/v1/things/v1/x'],
    ['/.well-known/jwks.json', '/.well-known/jwks.json'],
  ])('have the path %s from /v1 on', (rawPath, path) => {
    expect(requestMeta(apiEvent({ method: 'PATCH', path: rawPath }), 0)).toMatchObject({ method: 'PATCH', path });
  });

  test('have the same text for a query, in whatever order and spelling it was sent', () => {
    const queryOf = (rawQueryString: string) => requestMeta({ ...apiEvent(), rawQueryString }, 0).query;
    expect(queryOf('b=2&a=1+x')).toBe(queryOf('a=1%20x&b=2'));
    expect(queryOf('a=1&a=2')).not.toBe(queryOf('a=2&a=1'));
    expect(queryOf('a=1')).not.toBe(queryOf('a=2'));
    expect(queryOf('')).toBe('');
  });

  test('find no header that was not sent, not even names that every object has', () => {
    const { headers, cookies } = requestMeta(apiEvent(), 0);
    expect([headers['constructor'], headers['valueOf'], cookies['toString']]).toStrictEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });
});
