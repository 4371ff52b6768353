import { describe, expect, test } from 'vitest';
import { requestMeta } from '#shared/http/request';
import { apiEvent } from '#tests/support/api-event';

describe('the facts of a request', () => {
  test('are its id, its connection, its moment and its headers in lower case', () => {
    const event = apiEvent({ sourceIp: '203.0.113.9', headers: { 'x-forwarded-for': '10.0.0.1' } });
    const meta = requestMeta({ ...event, headers: { ...event.headers, 'X-Mixed': 'Case' } }, 42);
    expect(meta).toMatchObject({
      requestId: event.requestContext.requestId,
      sourceIp: '203.0.113.9',
      nowMs: 42,
      headers: { 'x-mixed': 'Case', host: 'api.test' },
    });
  });

  test('have the exact text of the body, from text and from base64', () => {
    const text = '{ "name":  "Zoë" }\n';
    expect(requestMeta(apiEvent({ body: text }), 0).rawBody).toBe(text);
    expect(requestMeta(apiEvent({ body: text, isBase64Encoded: true }), 0).rawBody).toBe(text);
    expect(requestMeta(apiEvent(), 0).rawBody).toBe('');
  });

  test.each([
    [{}, 'https://api.test'],
    [{ host: 'localhost:4566' }, 'http://localhost:4566'],
    [{ host: '127.0.0.1:4566' }, 'http://127.0.0.1:4566'],
    [{ host: 'localhost.evil.example' }, 'https://localhost.evil.example'],
    [{ host: 'api.example', 'x-forwarded-proto': 'http' }, 'http://api.example'],
  ])('name the origin of the API itself: %j', (headers, origin) => {
    expect(requestMeta(apiEvent({ headers }), 0).ownOrigin).toBe(origin);
  });

  test('find no header that was not sent, not even those of every object', () => {
    const { headers, cookies } = requestMeta(apiEvent(), 0);
    expect([headers['constructor'], headers['valueOf'], cookies['toString']]).toStrictEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });
});
