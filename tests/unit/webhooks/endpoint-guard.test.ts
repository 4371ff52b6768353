import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { checkEndpoint, type ResolveHost } from '#shared/webhooks/endpoints/endpoint-guard';

const resolvesTo =
  (...addresses: readonly string[]): ResolveHost =>
  () =>
    Promise.resolve(addresses);
const resolvesPublic = resolvesTo('93.184.216.34', '2606:2800:220:1::1');

const check = (endpoint: string, resolve: ResolveHost = resolvesPublic) =>
  checkEndpoint(endpoint, { allowLoopbackHttp: false, resolve });
const checkLocal = (endpoint: string, resolve: ResolveHost = resolvesPublic) =>
  checkEndpoint(endpoint, { allowLoopbackHttp: true, resolve });

const ALLOWED = { allowed: true };
const refused = (reason: string) => ({ allowed: false, reason });

describe('an endpoint is allowed', () => {
  test.each([
    'https://hooks.example.com/kyb',
    'https://hooks.example.com:8443/kyb?tenant=1#x',
    'https://HOOKS.example.com./kyb',
    'https://bücher.example/hook',
    'https://93.184.216.34/hook',
    'https://[2606:2800:220:1::1]:8443/hook',
  ])('%s', async (endpoint) => {
    expect(await check(endpoint)).toEqual(ALLOWED);
  });

  test.each(['https://not-localhost/', 'https://localhost.example.com/', 'https://mylocalhost.example/'])(
    '%s, a name that only looks like the loopback, by the addresses that it has',
    async (endpoint) => {
      expect(await check(endpoint)).toEqual(ALLOWED);
      expect(await check(endpoint, resolvesTo('127.0.0.1'))).toEqual(refused('address'));
    },
  );

  test('up to 2048 characters', async () => {
    const endpoint = `https://hooks.example.com/${'a'.repeat(2048)}`;
    expect(await check(endpoint.slice(0, 2048))).toEqual(ALLOWED);
    expect(await check(endpoint.slice(0, 2049))).toEqual(refused('too_long'));
  });
});

describe('an endpoint is refused', () => {
  test.each([
    ['', 'not_a_url'],
    ['hooks.example.com', 'not_a_url'],
    ['/hook', 'not_a_url'],
    ['https://', 'not_a_url'],
    ['https://256.1.1.1/', 'not_a_url'],
    ['https://exa mple.com/', 'not_a_url'],
    ['https://example.com/a b', 'not_a_url'],
    ['https://example.com/\r\nX-Header: 1', 'not_a_url'],
    ['https://exam\tple.com/', 'not_a_url'],
    [' https://example.com/', 'not_a_url'],
    ['https://example.com:99999/', 'not_a_url'],
    ['http://hooks.example.com/', 'scheme'],
    ['ftp://hooks.example.com/', 'scheme'],
    ['file:///etc/passwd', 'scheme'],
    ['gopher://hooks.example.com/', 'scheme'],
    ['data:text/plain,x', 'scheme'],
    ['javascript:alert(1)', 'scheme'],
    ['wss://hooks.example.com/', 'scheme'],
    ['https://user@hooks.example.com/', 'userinfo'],
    ['https://:secret@hooks.example.com/', 'userinfo'],
    ['https://hooks.example.com:443@10.0.0.1/', 'userinfo'],
  ])('%j: %s', async (endpoint, reason) => {
    expect(await check(endpoint)).toEqual(refused(reason));
  });

  test.each([
    'https://127.0.0.1/',
    'https://127.1/',
    'https://127.0.1/',
    'https://2130706433/',
    'https://0x7f000001/',
    'https://0x7f.0.0.1/',
    'https://0177.0.0.1/',
    'https://017700000001/',
    'https://0/',
    'https://127.0.0.1./',
    'https://%31%32%37.0.0.1/',
    'https://１２７.０.０.１/',
    'https://127。0。0。1/',
    'https://10.0.0.1:8443/',
    'https://169.254.169.254/latest/meta-data/',
    'https://0xa9fea9fe/',
    'https://[::1]/',
    'https://[::]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[::ffff:a9fe:a9fe]/',
    'https://[::127.0.0.1]/',
    'https://[64:ff9b::a9fe:a9fe]/',
    'https://[64:ff9b:1::808:808]/',
    'https://[2002:7f00:1::]/',
    'https://[fe80::1]/',
    'https://[fd00:ec2::254]/',
    'https://localhost/',
    'https://LOCALHOST./',
    'https://api.localhost/',
  ])('%s: a host that is not public, without calling the resolver', async (endpoint) => {
    const resolve = vi.fn(resolvesPublic);
    expect(await check(endpoint, resolve)).toEqual(refused('address'));
    expect(resolve).not.toHaveBeenCalled();
  });

  test.each([
    ['a private address', ['10.0.0.1']],
    ['loopback', ['127.0.0.1']],
    ['the metadata address', ['169.254.169.254']],
    ['one private address among public ones', ['93.184.216.34', '2606:2800:220:1::1', '192.168.0.1']],
    ['a private address inside NAT64', ['64:ff9b::a00:1']],
    ['something that is not an address', ['93.184.216.34', 'fe80::1%eth0']],
  ])('if its name resolves to %s', async (_, addresses) => {
    expect(await check('https://hooks.example.com/', resolvesTo(...addresses))).toEqual(refused('address'));
  });

  test('if its name has no address', async () => {
    expect(await check('https://hooks.example.com/', resolvesTo())).toEqual(refused('unresolvable'));
  });

  test('if the resolver fails', async () => {
    const failing: ResolveHost = () => Promise.reject(new Error('getaddrinfo EAI_AGAIN'));
    expect(await check('https://hooks.example.com/', failing)).toEqual(refused('unresolvable'));
  });

  test('if the resolver hangs longer than its time', async () => {
    vi.useFakeTimers();
    try {
      const resolve: ResolveHost = () => new Promise(() => {});
      const verdict = checkEndpoint('https://hooks.example.com/', {
        allowLoopbackHttp: false,
        resolve,
        timeoutMs: 3000,
      });
      await vi.advanceTimersByTimeAsync(2999);
      const early = await Promise.race([verdict, Promise.resolve('waiting')]);
      expect(early).toBe('waiting');
      await vi.advanceTimersByTimeAsync(1);
      expect(await verdict).toEqual(refused('resolver_timeout'));
      expect(vi.getTimerCount()).toBe(0);
    } finally {
      vi.useRealTimers();
    }
  });

  test('and leaves no timer behind once the resolver has responded', async () => {
    vi.useFakeTimers();
    try {
      expect(await check('https://hooks.example.com/', resolvesTo('10.0.0.1'))).toEqual(refused('address'));
      expect(vi.getTimerCount()).toBe(0);
    } finally {
      vi.useRealTimers();
    }
  });

  test('without an exception, whatever the text', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary' }), async (text) => {
        expect(await check(`https://x${text}`, resolvesTo('10.0.0.1'))).toMatchObject({ allowed: false });
      }),
    );
  });
});

describe('on the local stage', () => {
  test.each(['http://localhost:3000/hook', 'http://localhost.:3000/hook', 'https://receiver.test/'])(
    '%s that resolves to loopback is allowed',
    async (endpoint) => {
      expect(await checkLocal(endpoint, resolvesTo('::1', '127.0.0.1'))).toEqual(ALLOWED);
    },
  );

  test.each(['http://127.0.0.1:3000/', 'http://[::1]:3000/'])('%s is allowed', async (endpoint) => {
    expect(await checkLocal(endpoint)).toEqual(ALLOWED);
  });

  test.each([
    ['http://10.0.0.1/', 'address'],
    ['http://0.0.0.0:3000/', 'address'],
    ['http://169.254.169.254/', 'address'],
    ['http://user@127.0.0.1/', 'userinfo'],
    ['ftp://127.0.0.1/', 'scheme'],
  ])('%s is still refused', async (endpoint, reason) => {
    expect(await checkLocal(endpoint)).toEqual(refused(reason));
  });

  test.each(['http://not-localhost/', 'http://localhost.example.com/', 'http://hooks.example.com:8080/'])(
    '%s is judged by every address that its name has, as on any stage',
    async (endpoint) => {
      expect(await checkLocal(endpoint)).toEqual(ALLOWED);
      expect(await checkLocal(endpoint, resolvesTo('127.0.0.1'))).toEqual(ALLOWED);
      for (const address of ['10.0.0.1', '169.254.169.254', '0.0.0.0', 'fe80::1']) {
        expect(await checkLocal(endpoint, resolvesTo('93.184.216.34', address))).toEqual(refused('address'));
      }
      expect(await check(endpoint)).toEqual(refused('scheme'));
      expect(await check(endpoint, resolvesTo('127.0.0.1'))).toEqual(refused('scheme'));
    },
  );

  test('a name that resolves to a private address is still refused', async () => {
    expect(await checkLocal('http://receiver.test/', resolvesTo('127.0.0.1', '10.0.0.1'))).toEqual(refused('address'));
  });
});

test('the machine’s own resolver is used by default', async () => {
  expect(await checkEndpoint('http://localhost:3000/', { allowLoopbackHttp: true })).toEqual(ALLOWED);
});
