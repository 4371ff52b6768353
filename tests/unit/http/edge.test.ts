import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { requestIds, requestMeta } from '#shared/http/request';
import { apiEvent } from '#tests/support/api-event';

const SECRET = 'a-secret-of-the-edge-0123456789abcdef';
const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex');

const CONNECTION = '192.0.2.1';
const ADDRESS = 'CloudFront-Viewer-Address';
const COUNTRY = 'CloudFront-Viewer-Country';

const metaOf = (headers: Record<string, string>) => requestMeta(apiEvent({ headers, sourceIp: CONNECTION }), 0);
const throughEdge = (headers: Record<string, string>, secret = SECRET) =>
  metaOf({ 'X-Edge-Secret': secret, ...headers });

beforeEach(() => void vi.stubEnv('EDGE_SECRET_HASHES', hashOf(SECRET)));
afterEach(() => void vi.unstubAllEnvs());

describe('behind the edge', () => {
  test.each([
    ['198.51.100.10:46532', '198.51.100.10'],
    ['2001:db8::1:46532', '2001:db8::1'],
    ['2001:db8:1:2:3:4:5:6:443', '2001:db8:1:2:3:4:5:6'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2:3:4:5:6'],
    ['[2001:db8::1]:46532', '2001:db8::1'],
    ['198.51.100.10', '198.51.100.10'],
  ])('the caller of %s has the address %s', (header, address) => {
    expect(throughEdge({ [ADDRESS]: header }).sourceIp).toBe(address);
  });

  test.each(['', 'unknown', '198.51.100.300:1', '198.51.100.1, 203.0.113.1:5', ':443', '[]:1', `${'1:'.repeat(500)}1`])(
    'an invalid address, %j, is replaced by that of the connection',
    (header) => {
      expect(throughEdge({ [ADDRESS]: header }).sourceIp).toBe(CONNECTION);
    },
  );

  test('the country of the caller is known if the edge reports it', () => {
    expect(throughEdge({ [COUNTRY]: 'NG' }).country).toBe('NG');
    expect(throughEdge({ [COUNTRY]: 'gh' }).country).toBe('GH');
    for (const header of ['', 'NGA', 'N1', 'NG,GH'])
      expect(throughEdge({ [COUNTRY]: header })).not.toHaveProperty('country');
    expect(throughEdge({})).not.toHaveProperty('country');
  });

  test('the secret is accepted in the header that CloudFront can add, beside a guess of the caller in the other', () => {
    const guessed = { 'X-Edge-Secret': 'guessed', [COUNTRY]: 'NG' };
    expect(metaOf({ ...guessed, 'X-Origin-Verify': SECRET })).toMatchObject({ country: 'NG', throughEdge: true });
    expect(metaOf({ ...guessed, 'X-Origin-Verify': 'guessed' })).not.toHaveProperty('throughEdge');
  });

  test('the id of the request in the edge’s log is known, and so are its log lines', () => {
    const id = 'uou6Ljhoc34wyRb55wNDXeO836E8CqkfsxLhvhNGrR_447xMT10PNA==';
    expect(requestIds(throughEdge({ 'X-Amz-Cf-Id': id }))).toMatchObject({ edgeRequestId: id });
    for (const header of ['', 'a b', `${'a'.repeat(129)}`, '"}'])
      expect(throughEdge({ 'X-Amz-Cf-Id': header })).not.toHaveProperty('edgeRequestId');
  });

  test('either secret is accepted during its rotation, in any spelling of the header’s name', () => {
    vi.stubEnv('EDGE_SECRET_HASHES', `${hashOf('the-next-one')},${hashOf(SECRET)}`);
    for (const secret of [SECRET, 'the-next-one']) {
      expect(throughEdge({ [COUNTRY]: 'NG' }, secret).country).toBe('NG');
    }
    expect(metaOf({ 'x-edge-SECRET': SECRET, [COUNTRY]: 'NG' }).country).toBe('NG');
  });
});

describe('without the edge’s secret', () => {
  const claims = { [ADDRESS]: '198.51.100.10:1', [COUNTRY]: 'NG', 'X-Amz-Cf-Id': 'forged' };

  test.each([
    ['without a secret', claims],
    ['with another secret', { ...claims, 'x-edge-secret': 'another' }],
    ['with an empty secret', { ...claims, 'x-edge-secret': '' }],
    ['with the hash of the secret', { ...claims, 'x-edge-secret': hashOf(SECRET) }],
  ])('(%s) the address is that of the connection, and no country is known', (_, headers) => {
    const meta = metaOf(headers);
    expect(meta.sourceIp).toBe(CONNECTION);
    for (const name of ['country', 'throughEdge', 'edgeRequestId']) expect(meta).not.toHaveProperty(name);
  });

  test.each(['', ',', 'zz', hashOf(SECRET).slice(2)])('a stage whose hashes are %j trusts nobody', (hashes) => {
    vi.stubEnv('EDGE_SECRET_HASHES', hashes);
    for (const secret of ['', SECRET]) expect(throughEdge(claims, secret).sourceIp).toBe(CONNECTION);
  });
});

test('no header that the edge sends reaches the rest of the service', () => {
  const reported = { [ADDRESS]: '198.51.100.10:1', [COUNTRY]: 'NG', 'X-Amz-Cf-Id': 'id' };
  const { headers } = throughEdge({ ...reported, 'X-Origin-Verify': SECRET });
  expect(JSON.stringify(headers)).not.toMatch(/edge|cloudfront|verify|cf-id|198/i);
});
