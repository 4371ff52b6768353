import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ApiError } from '#shared/errors/api-error';
import { guardAddress } from '#shared/onboarding/embed/embed-guards';
import { isAddressOrBlock } from '#shared/onboarding/widgets/ip-allowlist';
import { config } from './fixtures.ts';

interface Family {
  readonly bits: 32 | 128;
  /** An address of the family as text. */
  readonly write: (address: bigint) => string;
}

const IPV4: Family = {
  bits: 32,
  write: (address) => [24n, 16n, 8n, 0n].map((shift) => (address >> shift) & 255n).join('.'),
};

const IPV6: Family = {
  bits: 128,
  write: (address) =>
    Array.from({ length: 8 }, (_, n) => ((address >> BigInt(112 - 16 * n)) & 0xffffn).toString(16)).join(':'),
};

/** Two addresses that share at least `shared` leading bits, and a prefix length. */
const blockAndCaller = ({ bits }: Family) =>
  fc
    .record({
      base: fc.bigInt(0n, 2n ** BigInt(bits) - 1n),
      other: fc.bigInt(0n, 2n ** BigInt(bits) - 1n),
      shared: fc.integer({ min: 0, max: bits }),
      prefix: fc.integer({ min: 0, max: bits }),
    })
    .map(({ base, other, shared, prefix }) => {
      const own = BigInt(bits - shared);
      return { base, caller: ((base >> own) << own) | (other & (2n ** own - 1n)), prefix };
    });

const letsIn = (ipAllowlist: string[], sourceIp: string): boolean => {
  const meta = {
    requestId: 'r',
    sourceIp,
    headers: {},
    cookies: {},
    rawBody: Buffer.alloc(0),
    method: 'GET',
    path: '/',
    query: '',
    nowMs: 0,
  };
  try {
    guardAddress({ ...config().security, enableIpAllowlist: true, ipAllowlist }, meta);
    return true;
  } catch (error) {
    expect(error).toStrictEqual(new ApiError('IP_NOT_ALLOWED'));
    return false;
  }
};

describe.each([
  ['IPv4', IPV4],
  ['IPv6', IPV6],
] as const)('a block of %s addresses', (_, family) => {
  test('admits exactly the addresses whose first bits are its own', () => {
    fc.assert(
      fc.property(blockAndCaller(family), ({ base, caller, prefix }) => {
        const rest = BigInt(family.bits - prefix);
        const entry = `${family.write(base)}/${prefix}`;
        expect(isAddressOrBlock(entry)).toBe(true);
        expect(letsIn([entry], family.write(caller))).toBe(base >> rest === caller >> rest);
      }),
      { numRuns: 500 },
    );
  });

  test('is a single address if it has no length', () => {
    fc.assert(
      fc.property(blockAndCaller(family), ({ base, caller }) => {
        expect(letsIn([family.write(base)], family.write(caller))).toBe(base === caller);
      }),
    );
  });
});

test('an IPv4 caller on an IPv6 socket is admitted if the IPv4 address is', () => {
  fc.assert(
    fc.property(blockAndCaller(IPV4), ({ base, caller, prefix }) => {
      const list = [`${IPV4.write(base)}/${prefix}`];
      expect(letsIn(list, `::ffff:${IPV4.write(caller)}`)).toBe(letsIn(list, IPV4.write(caller)));
    }),
  );
});

test('no text in the list makes a request fail, or admits a caller without an address', () => {
  const likely = fc.stringMatching(/^[0-9a-f:.]{1,40}(?:\/\d{1,3})?$/);
  fc.assert(
    fc.property(fc.oneof(likely, fc.string(), fc.ipV4(), fc.ipV6(), fc.ipV4Extended()), (entry) => {
      expect(letsIn([entry], '')).toBe(false);
      expect(letsIn([entry], '203.0.113.9')).toBeTypeOf('boolean');
      if (!isAddressOrBlock(entry)) expect(letsIn([entry], '203.0.113.9')).toBe(false);
      expect(letsIn([entry, '203.0.113.9'], '203.0.113.9')).toBe(true);
    }),
    { numRuns: 500 },
  );
});
