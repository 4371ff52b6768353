/** A block of IP addresses that no webhook may be sent to. */
export interface AddressRange {
  /** What the block is for, as a refusal names it. */
  readonly name: string;
  /** The first address of the block. */
  readonly network: string;
  readonly prefixBits: number;
  /** The document that reserves the block. */
  readonly source: string;
}

/**
 * IPv4 blocks that are not public receivers: the entries of the IANA IPv4 Special-Purpose Address Registry that are not
 * globally reachable, multicast, and one cloud's metadata address in public address space.
 */
export const REFUSED_IPV4_RANGES: readonly AddressRange[] = [
  { name: 'unspecified', network: '0.0.0.0', prefixBits: 8, source: 'RFC 791 section 3.2' },
  { name: 'private', network: '10.0.0.0', prefixBits: 8, source: 'RFC 1918' },
  { name: 'carrier_grade_nat', network: '100.64.0.0', prefixBits: 10, source: 'RFC 6598' },
  { name: 'loopback', network: '127.0.0.0', prefixBits: 8, source: 'RFC 1122 section 3.2.1.3' },
  {
    name: 'cloud_metadata',
    network: '168.63.129.16',
    prefixBits: 32,
    source: 'Azure: What is IP address 168.63.129.16',
  },
  {
    name: 'link_local',
    network: '169.254.0.0',
    prefixBits: 16,
    source: 'RFC 3927; holds AWS 169.254.169.254 and .170.2',
  },
  { name: 'private', network: '172.16.0.0', prefixBits: 12, source: 'RFC 1918' },
  { name: 'protocol_assignments', network: '192.0.0.0', prefixBits: 24, source: 'RFC 6890 section 2.1' },
  { name: 'documentation', network: '192.0.2.0', prefixBits: 24, source: 'RFC 5737 TEST-NET-1' },
  { name: '6to4_relay', network: '192.88.99.0', prefixBits: 24, source: 'RFC 7526' },
  { name: 'private', network: '192.168.0.0', prefixBits: 16, source: 'RFC 1918' },
  { name: 'benchmarking', network: '198.18.0.0', prefixBits: 15, source: 'RFC 2544' },
  { name: 'documentation', network: '198.51.100.0', prefixBits: 24, source: 'RFC 5737 TEST-NET-2' },
  { name: 'documentation', network: '203.0.113.0', prefixBits: 24, source: 'RFC 5737 TEST-NET-3' },
  { name: 'multicast', network: '224.0.0.0', prefixBits: 4, source: 'RFC 5771' },
  { name: 'reserved', network: '240.0.0.0', prefixBits: 4, source: 'RFC 1112 section 4; holds broadcast, RFC 919' },
];

/**
 * IPv6 blocks that are not public receivers: those of the IANA IPv6 Special-Purpose Address Registry. Deprecated or
 * local ways to embed an IPv4 address (v4-compatible, 6to4, Teredo, local NAT64) are refused whole, whatever they
 * embed.
 */
export const REFUSED_IPV6_RANGES: readonly AddressRange[] = [
  { name: 'unspecified', network: '::', prefixBits: 128, source: 'RFC 4291 section 2.5.2' },
  { name: 'loopback', network: '::1', prefixBits: 128, source: 'RFC 4291 section 2.5.3' },
  { name: 'ipv4_compatible', network: '::', prefixBits: 96, source: 'RFC 4291 section 2.5.5.1' },
  { name: 'local_nat64', network: '64:ff9b:1::', prefixBits: 48, source: 'RFC 8215' },
  { name: 'discard', network: '100::', prefixBits: 64, source: 'RFC 6666' },
  { name: 'dummy', network: '100:0:0:1::', prefixBits: 64, source: 'RFC 9780' },
  { name: 'teredo', network: '2001::', prefixBits: 32, source: 'RFC 4380' },
  { name: 'benchmarking', network: '2001:2::', prefixBits: 48, source: 'RFC 5180' },
  { name: 'protocol_assignments', network: '2001::', prefixBits: 23, source: 'RFC 2928; holds ORCHID, RFC 7343' },
  { name: 'documentation', network: '2001:db8::', prefixBits: 32, source: 'RFC 3849' },
  { name: '6to4', network: '2002::', prefixBits: 16, source: 'RFC 3056, deprecated by RFC 7526' },
  { name: 'documentation', network: '3fff::', prefixBits: 20, source: 'RFC 9637' },
  { name: 'segment_routing', network: '5f00::', prefixBits: 16, source: 'RFC 9602' },
  { name: 'unique_local', network: 'fc00::', prefixBits: 7, source: 'RFC 4193; holds AWS metadata fd00:ec2::254' },
  { name: 'link_local', network: 'fe80::', prefixBits: 10, source: 'RFC 4291 section 2.5.6' },
  { name: 'site_local', network: 'fec0::', prefixBits: 10, source: 'RFC 3879' },
  { name: 'multicast', network: 'ff00::', prefixBits: 8, source: 'RFC 4291 section 2.7' },
];

/** The one IPv6 block that the internet routes to hosts. Everything outside it is refused, listed above or not. */
export const GLOBAL_UNICAST_IPV6: AddressRange = {
  name: 'global_unicast',
  network: '2000::',
  prefixBits: 3,
  source: 'IANA Internet Protocol Version 6 Address Space',
};

/**
 * IPv6 blocks in current use whose last 32 bits are an IPv4 address, which decides. A network with DNS64 shows every
 * IPv4-only receiver behind the NAT64 prefix, so refusing that block whole would refuse public receivers.
 */
export const IPV4_CARRYING_RANGES: readonly AddressRange[] = [
  { name: 'ipv4_mapped', network: '::ffff:', prefixBits: 96, source: 'RFC 4291 section 2.5.5.2' },
  { name: 'nat64', network: '64:ff9b::', prefixBits: 96, source: 'RFC 6052 section 2.1' },
];
