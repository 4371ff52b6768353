import type { LookupAddress, LookupOptions } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { describe, expect, test } from 'vitest';
import { guardedLookup, RefusedAddressError } from '#shared/webhooks/endpoints/guarded-lookup';

const PUBLIC_IPV6 = { address: '2606:2800:220:1::1', family: 6 };
const PUBLIC_IPV4 = { address: '93.184.216.34', family: 4 };
const PRIVATE_IPV4 = { address: '10.0.0.1', family: 4 };

/** A resolver that always returns the same addresses, and records the options that it was called with. */
const responding =
  (found: LookupAddress[], requested: LookupOptions[] = []): LookupFunction =>
  (_hostname, options, callback) => {
    requested.push(options);
    callback(null, found);
  };

const ask = (lookup: LookupFunction, options: LookupOptions = { all: true }) =>
  new Promise<{ error: unknown; address: unknown; family: unknown }>((resolve) => {
    lookup('hooks.example.com', options, (error, address, family) => resolve({ error, address, family }));
  });

const guarded = (found: LookupAddress[]) => guardedLookup({ allowLoopback: false }, responding(found));

describe('the lookup of a connection', () => {
  test('returns every address when all are requested', async () => {
    const response = await ask(guarded([PUBLIC_IPV6, PUBLIC_IPV4]));
    expect(response).toMatchObject({ error: null, address: [PUBLIC_IPV6, PUBLIC_IPV4] });
  });

  test('returns the first address when one is requested', async () => {
    const response = await ask(guarded([PUBLIC_IPV6, PUBLIC_IPV4]), {});
    expect(response).toEqual({ error: null, address: PUBLIC_IPV6.address, family: 6 });
  });

  test.each([
    ['only a private address', [PRIVATE_IPV4]],
    ['a private address after public ones', [PUBLIC_IPV6, PUBLIC_IPV4, PRIVATE_IPV4]],
    ['nothing', []],
  ])('fails when the resolver finds %s, whether one or all are requested', async (_, found) => {
    expect((await ask(guarded(found), { all: true })).error).toBeInstanceOf(RefusedAddressError);
    expect((await ask(guarded(found), { all: false })).error).toBeInstanceOf(RefusedAddressError);
  });

  test('checks all addresses even if one is requested, and keeps the other options', async () => {
    const requested: LookupOptions[] = [];
    await ask(guardedLookup({ allowLoopback: false }, responding([PUBLIC_IPV4], requested)), { family: 4, hints: 32 });
    expect(requested).toEqual([{ family: 4, hints: 32, all: true }]);
  });

  test('passes on the error of a failing resolver', async () => {
    const failure = Object.assign(new Error('getaddrinfo EAI_AGAIN'), { code: 'EAI_AGAIN' });
    const lookup = guardedLookup({ allowLoopback: false }, (_hostname, _options, callback) => callback(failure, []));
    expect((await ask(lookup)).error).toBe(failure);
  });

  test('allows loopback if the stage does, and no other private address', async () => {
    const loopback = { address: '127.0.0.1', family: 4 };
    const rules = { allowLoopback: true };
    expect((await ask(guardedLookup(rules, responding([loopback])))).error).toBeNull();
    expect((await ask(guardedLookup(rules, responding([loopback, PRIVATE_IPV4])))).error).toBeInstanceOf(
      RefusedAddressError,
    );
  });
});
