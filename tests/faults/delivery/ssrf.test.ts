import type { LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { describe, expect, test, vi } from 'vitest';
import { postSigned } from '#shared/webhooks/deliveries/attempts/post';
import { checkEndpoint, type ResolveHost } from '#shared/webhooks/endpoints/endpoint-guard';
import { planOne } from '#tests/integration/delivery/fixtures';
import { makeWorld } from '#tests/integration/delivery/world';

/** Hosts that are not on the public internet, in every spelling that a URL understands. */
const HOSTS: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.1', '127.1', '127.0.1', '127.255.255.254', '127.0.0.1.'],
  'loopback as a number': ['2130706433', '0x7f000001', '0x7f.1', '0177.0.0.1', '017700000001', '0x7F.0x0.0x0.0x1'],
  'full width': ['１２７.０.０.１', '127。0。0。1', '①②⑦.⓪.⓪.①'],
  escaped: ['%31%32%37.0.0.1', '127%2e0%2e0%2e1'],
  unspecified: ['0', '0.0.0.0', '0x0', '[::]', '0.255.0.1'],
  private: ['10.0.0.1', '10.1', '012.0.0.1', '0x0a000001', '172.16.0.1', '172.31.255.255', '192.168.1', '3232235521'],
  'link local': ['169.254.0.1', '[fe80::1]', '[fe80::ffff:ffff]'],
  metadata: ['169.254.169.254', '2852039166', '0xa9fea9fe', '169.254.43518', '0251.0376.0251.0376', '169.254.170.2'],
  'metadata of other clouds': ['100.100.100.200', '168.63.129.16', '192.0.0.192', '[fd00:ec2::254]', '[fd20:ce::254]'],
  reserved: ['192.0.2.1', '198.51.100.7', '203.0.113.9', '198.18.0.1', '224.0.0.1', '240.0.0.1', '255.255.255.255'],
  'IPv6 loopback': ['[::1]', '[0:0:0:0:0:0:0:1]', '[::0001]'],
  'IPv6 of a site': ['[fc00::1]', '[fd12:3456::1]', '[fec0::1]', '[ff02::1]', '[2001:db8::1]', '[100::1]'],
  'v4-mapped': ['[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[::ffff:a9fe:a9fe]', '[::ffff:10.0.0.1]'],
  'v4-compatible': ['[::127.0.0.1]', '[::a9fe:a9fe]'],
  NAT64: ['[64:ff9b::127.0.0.1]', '[64:ff9b::a9fe:a9fe]', '[64:ff9b::a00:1]', '[64:ff9b:1::808:808]'],
  '6to4': ['[2002:7f00:1::]', '[2002:a9fe:a9fe::1]', '[2002:a00:1::1]'],
  Teredo: ['[2001:0:7f00:1::1]', '[2001::a9fe:a9fe]'],
  'loopback by name': ['localhost', 'localhost.', 'LOCALHOST', 'LocalHost.', 'api.localhost', 'api.localhost.'],
};

/** Endpoints whose text alone is enough to refuse them, whatever their host. */
const TEXTS: Readonly<Record<string, readonly string[]>> = {
  scheme: ['http', 'ftp', 'file', 'gopher', 'ws', 'wss', 'dict', 'ldap'].map(
    (scheme) => `${scheme}://hooks.example.com/`,
  ),
  'no address': ['data:text/plain,x', 'javascript:alert(1)', 'https:', 'https://', '//hooks.example.com/'],
  userinfo: [
    'https://user@hooks.example.com/',
    'https://user:secret@hooks.example.com/',
    'https://hooks.example.com@127.0.0.1/',
    'https://hooks.example.com:443@10.0.0.1/',
    'https://127.0.0.1\\@hooks.example.com/',
  ],
  smuggling: [
    'https://hooks.example.com/\r\nHost: 127.0.0.1',
    'https://hooks.example.com\t.evil/',
    ' https://127.0.0.1/',
  ],
  'unusual ports': [22, 25, 80, 443, 2375, 6379, 65535].map((port) => `https://127.0.0.1:${port}/`),
};

const REFUSED = Object.entries({
  ...Object.fromEntries(
    Object.entries(HOSTS).map(([what, hosts]) => [what, hosts.map((host) => `https://${host}/hook`)]),
  ),
  ...TEXTS,
}).map(([what, endpoints]) => ({ what, endpoints }));

const EVERYWHERE = { allowLoopbackHttp: false };

const signed = (endpoint: string) => ({ endpoint, headers: { 'Content-Type': 'application/json' }, body: '{}' });

describe.each(REFUSED)('endpoints of the kind "$what"', ({ endpoints }) => {
  test.each(endpoints)('%j is refused at registration and again at connect, before any name lookup', async (url) => {
    const resolve = vi.fn<ResolveHost>(async () => ['93.184.216.34']);
    expect(await checkEndpoint(url, { ...EVERYWHERE, resolve })).toMatchObject({ allowed: false });
    const lookup = vi.fn<LookupFunction>((_hostname, _options, callback) => callback(new Error('Asked'), []));
    const outcome = await postSigned(signed(url), { ...EVERYWHERE, lookup });
    expect(outcome).toMatchObject({ kind: 'error', errorClass: 'endpoint_not_allowed' });
    expect(resolve).not.toHaveBeenCalled();
    expect(lookup).not.toHaveBeenCalled();
  });
});

/** What a resolver can do, and the error class with which an affected attempt is recorded. */
const RESOLVERS = {
  'a private address': ['endpoint_not_allowed', ['10.0.0.1']],
  'the metadata address': ['endpoint_not_allowed', ['169.254.169.254']],
  'a private address inside NAT64': ['endpoint_not_allowed', ['64:ff9b::a00:1']],
  'a mixed answer': ['endpoint_not_allowed', ['127.0.0.1', '192.168.0.1']],
  'no address': ['endpoint_not_allowed', []],
  'a failure': ['dns', 'fails'],
  'no answer': ['timeout', 'hangs'],
} as const satisfies Record<string, readonly [string, readonly string[] | 'fails' | 'hangs']>;

const resolverOf =
  (response: readonly string[] | 'fails' | 'hangs'): LookupFunction =>
  (_hostname, _options, callback) => {
    if (response === 'hangs') return;
    if (response === 'fails') return callback(Object.assign(new Error('EAI_AGAIN'), { code: 'EAI_AGAIN' }), []);
    callback(
      null,
      response.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );
  };

/** The time limit of an attempt, and of a registration, if the resolver does not respond. */
const SCALED_MS = 250;

/**
 * A delivery to a name that was valid when it was registered. The stage allows loopback here, so that one address is
 * valid. `lookup` resolves the name for each attempt.
 */
const delivery = async (lookup: LookupFunction, deadline: { readonly deadlineMs?: number } = {}) => {
  const world = await makeWorld();
  const endpoint = world.receiver.url.replace('127.0.0.1', 'hooks.example.com');
  const resolve: ResolveHost = async () => ['93.184.216.34'];
  const registrable = endpoint.replace('http:', 'https:');
  expect(await checkEndpoint(registrable, { ...EVERYWHERE, resolve })).toStrictEqual({ allowed: true });
  const registered = await world.register(await world.addApp(), { endpoint });
  world.effects.post = (post) => postSigned(post, { allowLoopbackHttp: true, lookup, ...deadline });
  const deliveryId = await planOne(world, registered);
  await world.drain();
  return { world, registered, attempts: await world.attempts(deliveryId), ended: await world.delivery(deliveryId) };
};

test.each(Object.entries(RESOLVERS))(
  'a name for which the resolver has %s cannot be registered',
  async (_, [, response]) => {
    const resolve: ResolveHost = (hostname) =>
      new Promise((found, failed) => {
        const lookup = resolverOf(response);
        lookup(hostname, { all: true }, (error, addresses) => {
          if (error) failed(error);
          else found((addresses as LookupAddress[]).map(({ address }) => address));
        });
      });
    const verdict = await checkEndpoint('https://hooks.example.com/', { ...EVERYWHERE, resolve, timeoutMs: SCALED_MS });
    expect(verdict).toMatchObject({ allowed: false });
  },
);

describe('a name that was public when it was registered', () => {
  test.each(Object.entries(RESOLVERS))(
    'and resolves to %s at connect is never connected to',
    async (_, [errorClass, response]) => {
      const { world, registered, attempts, ended } = await delivery(resolverOf(response), { deadlineMs: SCALED_MS });
      expect(attempts.map((attempt) => attempt['errorClass'])).toStrictEqual(
        Array.from({ length: 5 }, () => errorClass),
      );
      expect(ended).toMatchObject({ status: 'failed', endReason: 'attempts_exhausted' });
      expect(world.receiver.received).toHaveLength(0);
      expect(await world.registration(registered)).toMatchObject({ isActive: true });
    },
  );

  test('is checked again at each attempt: its current address counts, and it gets its delivery once that is valid', async () => {
    const responses = [['10.0.0.1'], 'fails', ['127.0.0.1', '10.0.0.1'], ['169.254.169.254'], ['127.0.0.1']] as const;
    let requested = 0;
    const { world, attempts, ended } = await delivery((hostname, options, callback) =>
      resolverOf(responses[requested++] ?? 'hangs')(hostname, options, callback),
    );
    const refused = { errorClass: 'endpoint_not_allowed' };
    expect(attempts).toMatchObject([refused, { errorClass: 'dns' }, refused, refused, { statusCode: 200 }]);
    expect(ended).toMatchObject({ status: 'delivered', attemptCount: 5 });
    expect(world.receiver.received).toHaveLength(1);
    expect(requested).toBe(5);
  });
});
