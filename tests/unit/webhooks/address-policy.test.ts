import { isIPv4 } from 'node:net';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { judgeAddress } from '#shared/webhooks/endpoints/address-policy';
import { REFUSED_IPV4_RANGES } from '#shared/webhooks/endpoints/address-ranges';

const STRICT = { allowLoopback: false };
const LOCAL = { allowLoopback: true };

const numberOf = (ip: string) => ip.split('.').reduce((sum, octet) => sum * 256 + Number(octet), 0);
const ipv4Of = (value: number) => [24, 16, 8, 0].map((shift) => (value >>> shift) & 255).join('.');
const hexGroups = (ip: string) => {
  const value = numberOf(ip);
  return `${((value >>> 16) & 0xffff).toString(16)}:${(value & 0xffff).toString(16)}`;
};

describe('public addresses are allowed', () => {
  test.each([
    '1.1.1.1',
    '8.8.8.8',
    '9.255.255.255',
    '11.0.0.0',
    '100.63.255.255',
    '100.128.0.0',
    '126.255.255.255',
    '128.0.0.0',
    '169.253.255.255',
    '172.15.255.255',
    '172.32.0.0',
    '192.0.1.0',
    '192.167.255.255',
    '192.169.0.0',
    '198.17.255.255',
    '198.20.0.0',
    '223.255.255.255',
    '2606:4700:4700::1111',
    '2a00:1450:4009:81f::200e',
    '2001:4860:4860::8888',
    '::ffff:8.8.8.8',
    '64:ff9b::8.8.8.8',
  ])('%s', (address) => {
    expect(judgeAddress(address, STRICT)).toEqual({ allowed: true });
  });
});

describe('all other addresses are refused with their range', () => {
  test.each([
    ['0.0.0.0', 'unspecified'],
    ['0.1.2.3', 'unspecified'],
    ['10.0.0.1', 'private'],
    ['100.64.0.1', 'carrier_grade_nat'],
    ['100.100.100.200', 'carrier_grade_nat'],
    ['127.0.0.1', 'loopback'],
    ['127.255.255.254', 'loopback'],
    ['168.63.129.16', 'cloud_metadata'],
    ['169.254.169.254', 'link_local'],
    ['169.254.170.2', 'link_local'],
    ['172.16.0.1', 'private'],
    ['172.31.255.255', 'private'],
    ['192.0.0.170', 'protocol_assignments'],
    ['192.0.2.1', 'documentation'],
    ['192.88.99.1', '6to4_relay'],
    ['192.168.1.1', 'private'],
    ['198.18.0.1', 'benchmarking'],
    ['198.19.255.255', 'benchmarking'],
    ['198.51.100.1', 'documentation'],
    ['203.0.113.1', 'documentation'],
    ['224.0.0.1', 'multicast'],
    ['240.0.0.1', 'reserved'],
    ['255.255.255.255', 'reserved'],
    ['::', 'unspecified'],
    ['::1', 'loopback'],
    ['::8.8.8.8', 'ipv4_compatible'],
    ['::ffff:127.0.0.1', 'loopback'],
    ['::ffff:7f00:1', 'loopback'],
    ['::ffff:169.254.169.254', 'link_local'],
    ['::ffff:0:8.8.8.8', 'unassigned'],
    ['64:ff9b::127.0.0.1', 'loopback'],
    ['64:ff9b::a9fe:a9fe', 'link_local'],
    ['64:ff9b:1::8.8.8.8', 'local_nat64'],
    ['64:ff9b:1:ffff::1', 'local_nat64'],
    ['100::1', 'discard'],
    ['100:0:0:1::1', 'dummy'],
    ['2001:0:4136:e378:8000:63bf:3fff:fdd2', 'teredo'],
    ['2001:2::1', 'benchmarking'],
    ['2001:20::1', 'protocol_assignments'],
    ['2001:db8::1', 'documentation'],
    ['2002:7f00:1::', '6to4'],
    ['2002:808:808::1', '6to4'],
    ['3fff::1', 'documentation'],
    ['5f00::1', 'segment_routing'],
    ['fc00::1', 'unique_local'],
    ['fd00:ec2::254', 'unique_local'],
    ['fe80::1', 'link_local'],
    ['febf::1', 'link_local'],
    ['fec0::1', 'site_local'],
    ['ff02::1', 'multicast'],
    ['4000::1', 'unassigned'],
    ['e000::1', 'unassigned'],
    ['1::1', 'unassigned'],
  ])('%s is %s', (address, range) => {
    expect(judgeAddress(address, STRICT)).toEqual({ allowed: false, range });
  });

  test.each([
    '',
    'localhost',
    '127.1',
    '0x7f000001',
    '2130706433',
    '[::1]',
    'fe80::1%eth0',
    '2606:4700::1%eth0',
    '1.1.1.1.',
  ])('%j is not an address', (text) => {
    expect(judgeAddress(text, STRICT)).toEqual({ allowed: false, range: 'not_an_address' });
  });
});

describe('every refused IPv4 range', () => {
  const anyRange = fc.constantFrom(...REFUSED_IPV4_RANGES);
  const anyRefused = fc
    .tuple(anyRange, fc.nat({ max: 0xffff_ffff }))
    .map(([{ network, prefixBits }, offset]) => ipv4Of(numberOf(network) + (offset % 2 ** (32 - prefixBits))));

  test('is refused at both its ends and inside', () => {
    fc.assert(fc.property(anyRefused, (address) => !judgeAddress(address, STRICT).allowed));
    for (const { network, prefixBits } of REFUSED_IPV4_RANGES) {
      expect(judgeAddress(network, STRICT).allowed).toBe(false);
      expect(judgeAddress(ipv4Of(numberOf(network) + 2 ** (32 - prefixBits) - 1), STRICT).allowed).toBe(false);
    }
  });

  test('is refused inside every IPv6 form that contains an IPv4 address', () => {
    fc.assert(
      fc.property(anyRefused, (address) => {
        const groups = hexGroups(address);
        const carriers = [
          `::ffff:${address}`,
          `::ffff:${groups}`,
          `::${address}`,
          `64:ff9b::${groups}`,
          `64:ff9b:1::${groups}`,
          `2002:${groups}::1`,
          `2001:0:${groups}::1`,
        ];
        expect(carriers.filter((carrier) => judgeAddress(carrier, STRICT).allowed)).toEqual([]);
      }),
    );
  });

  test('covers exactly its range', () => {
    const inside = (address: string) =>
      REFUSED_IPV4_RANGES.some(({ network, prefixBits }) => {
        const size = 2 ** (32 - prefixBits);
        return Math.floor(numberOf(address) / size) === Math.floor(numberOf(network) / size);
      });
    fc.assert(
      fc.property(fc.ipV4(), (address) => {
        expect(isIPv4(address)).toBe(true);
        expect(judgeAddress(address, STRICT).allowed).toBe(!inside(address));
        expect(judgeAddress(`::ffff:${address}`, STRICT).allowed).toBe(!inside(address));
        expect(judgeAddress(`64:ff9b::${address}`, STRICT).allowed).toBe(!inside(address));
      }),
      { numRuns: 500 },
    );
  });
});

describe('where loopback is allowed', () => {
  test.each(['127.0.0.1', '127.8.9.10', '::1', '::ffff:127.0.0.1'])('%s passes', (address) => {
    expect(judgeAddress(address, LOCAL)).toEqual({ allowed: true });
  });

  test.each(['0.0.0.0', '::', '10.0.0.1', '192.168.0.1', '169.254.169.254', 'fe80::1', 'fd00:ec2::254'])(
    '%s is still refused',
    (address) => {
      expect(judgeAddress(address, LOCAL).allowed).toBe(false);
    },
  );
});
