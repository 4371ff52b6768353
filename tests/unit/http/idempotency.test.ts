import { marshall } from '@aws-sdk/util-dynamodb';
import { describe, expect, test } from 'vitest';
import { ApiError } from '#shared/errors/api-error';
import type { CheckedResponse } from '#shared/http/endpoint-response';
import {
  type IdempotentRequest,
  idempotentRequest,
  keepResponse,
  replayOf,
  visitorScope,
} from '#shared/http/idempotency/idempotency';
import { requestMeta } from '#shared/http/request';
import { itemBytes, type StoredItem } from '#tests/bench/cloud/units';
import { apiEvent } from '#tests/support/api-event';

const nowMs = 1_795_269_804_500;

const requestWith = (
  key: string | undefined,
  body = '{"a":1}',
  method = 'POST',
  path = '/v1/things',
  query: Record<string, string> = {},
) => {
  const headers: Record<string, string> = key === undefined ? {} : { 'idempotency-key': key };
  const event = apiEvent({ body, method, path, query, headers });
  return idempotentRequest({ idempotent: 'commit' }, requestMeta(event, nowMs), 'usr_1');
};

const made = (...parameters: Parameters<typeof requestWith>): IdempotentRequest => {
  const request = requestWith(...parameters);
  if (!request) throw new Error('There is a key');
  return request;
};

const response = {
  status: 201,
  body: { success: true, data: { id: 'whk_1', signingSecret: 'whsec_abcdefgh', list: ['whsec_listed'] } },
  cookies: ['token=secret'],
  headers: { Location: '/x' },
};

const keptItem = (secretFields: readonly string[] = [], given: CheckedResponse = response, scope = 'usr_1') => {
  const operation = keepResponse({ ...made('key'), scope }, given, secretFields, Date.now());
  if (operation.kind !== 'put') throw new Error('An answer is put');
  return operation;
};

describe('the key of a request', () => {
  test('is read only by contracts that honour one, and only when it is present', () => {
    expect(requestWith(undefined)).toBeUndefined();
    const meta = requestMeta(apiEvent({ headers: { 'idempotency-key': 'k'.repeat(999) } }), nowMs);
    expect(idempotentRequest({}, meta, 'usr_1')).toBeUndefined();
  });

  test.each([0, 256, 10_000])('of %i characters is refused', (length) => {
    expect(() => requestWith('k'.repeat(length))).toThrow(new ApiError('IDEMPOTENCY_KEY_INVALID'));
  });

  test('distinguishes requests that differ in method, path, query or body, and no others', () => {
    const { fingerprint } = made('key');
    expect(made('another key').fingerprint).toBe(fingerprint);
    const requested = (query: Record<string, string>) =>
      made('key', '{"a":1}', 'POST', '/v1/things', query).fingerprint;
    expect(requested({ a: '1', b: '2' })).toBe(requested({ b: '2', a: '1' }));
    expect(requested({ a: '1' })).not.toBe(requested({ a: '2' }));
    expect(requested({ a: '1' })).not.toBe(fingerprint);
    for (const other of [
      made('key', '{"a":2}'),
      made('key', '{"a":1}', 'PUT'),
      made('key', '{"a":1}', 'POST', '/v1/x'),
    ]) {
      expect(other.fingerprint).not.toBe(fingerprint);
    }
  });
});

describe("the keys of a widget's visitors", () => {
  const scopeOf = (sourceIp: string, widgetId = 'wgt_1') => visitorScope(widgetId, { sourceIp });

  test('belong to the widget and to the network that they came from', () => {
    expect(scopeOf('198.51.100.1')).toBe(scopeOf('::ffff:198.51.100.1'));
    expect(scopeOf('2001:db8:1:ff01::1')).toBe(scopeOf('2001:db8:1:ff99::2'));
    expect(scopeOf('2001:db8:1:ff01::1')).not.toBe(scopeOf('2001:db8:1:fe01::1'));
    expect(scopeOf('198.51.100.1')).not.toBe(scopeOf('198.51.100.2'));
    expect(scopeOf('198.51.100.1')).not.toBe(scopeOf('198.51.100.1', 'wgt_2'));
  });
});

describe('a stored response', () => {
  test('contains no cookie and no header, and neither the key nor the body of the request', () => {
    const { item } = keptItem();
    expect(Object.keys(item).sort()).toStrictEqual(['body', 'expiresAtSeconds', 'fingerprint', 'pk', 'sk', 'status']);
    expect(item.pk).toMatch(/^IDEMPOTENCY#usr_1#[0-9a-f]{64}$/);
  });

  test('contains masked secrets and leaves the response itself unchanged', () => {
    const { item } = keptItem(['data.signingSecret', 'data.missing', 'nothing.at.all']);
    expect(JSON.parse(String(item['body'])).data).toStrictEqual({
      ...response.body.data,
      signingSecret: 'whsec_****efgh',
    });
    expect(response.body.data.signingSecret).toBe('whsec_abcdefgh');
  });

  test('is written for 24 hours if there is none, or only an expired one', () => {
    const { item, when } = keptItem();
    expect(when).toStrictEqual({ expiresAtSeconds: { missingOr: { atMost: 1_795_269_804 } } });
    expect(item['expiresAtSeconds']).toBe(1_795_269_804 + 86_400);
  });

  test('is returned with its status and body, marked as replayed', () => {
    expect(replayOf(keptItem().item, made('key'))).toStrictEqual({
      status: 201,
      body: response.body,
      cookies: [],
      headers: { 'Idempotency-Replayed': 'true' },
    });
  });

  test('fits into a kilobyte as it is, or compressed, and is returned unchanged', () => {
    const headers = { 'X-Charge-Kobo': '9'.repeat(12), 'X-Verification-Reference': `ver_${'9'.repeat(26)}` };
    const owner = `usr_${'9'.repeat(26)}@sandbox`;
    for (const bytes of [600, 601, 5_000]) {
      const body = 'y'.repeat(bytes - '""'.length);
      const kept = keptItem([], { ...response, body, headers }, owner).item;
      expect(typeof kept['body'] === 'string').toBe(bytes <= 600);
      expect(replayOf(kept, made('key'))).toMatchObject({ body, headers });
      expect(itemBytes(marshall(kept) as unknown as StoredItem)).toBeLessThanOrEqual(1024);
    }
  });

  test('expires at the exact second', () => {
    const { item } = keptItem();
    const at = (ms: number) => replayOf(item, { ...made('key'), nowMs: ms });
    expect(at((1_795_269_804 + 86_400) * 1000 - 1)).toBeDefined();
    expect(at((1_795_269_804 + 86_400) * 1000)).toBeUndefined();
  });

  test('is refused to another request, but only while it is kept', () => {
    const { item } = keptItem();
    const other = made('key', '{"a":2}');
    expect(() => replayOf(item, other)).toThrow(new ApiError('IDEMPOTENCY_KEY_REUSED'));
    expect(replayOf(item, { ...other, nowMs: nowMs + 86_400_000 })).toBeUndefined();
  });

  test('is undefined if there is none', () => {
    expect(replayOf(undefined, made('key'))).toBeUndefined();
  });
});
