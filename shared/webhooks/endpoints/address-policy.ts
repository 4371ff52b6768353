import { BlockList, isIP } from 'node:net';
import {
  type AddressRange,
  GLOBAL_UNICAST_IPV6,
  IPV4_CARRYING_RANGES,
  REFUSED_IPV4_RANGES,
  REFUSED_IPV6_RANGES,
} from './address-ranges.ts';

/** Whether a webhook may be sent to an address. A refusal contains the name of the deciding range. */
export type AddressVerdict = { readonly allowed: true } | { readonly allowed: false; readonly range: string };

/** How strictly addresses are checked. */
export interface AddressRules {
  /** True only on the local stage, where receivers run beside the service. */
  readonly allowLoopback: boolean;
}

interface Rule {
  readonly range: string;
  readonly holds: BlockList;
}

const ALLOWED: AddressVerdict = { allowed: true };

const blockOf = (network: string, prefixBits: number, family: 'ipv4' | 'ipv6'): BlockList => {
  const block = new BlockList();
  block.addSubnet(network, prefixBits, family);
  return block;
};

const carriedRule = (carrier: AddressRange, carried: AddressRange): Rule => ({
  range: carried.name,
  holds: blockOf(`${carrier.network}${carried.network}`, carrier.prefixBits + carried.prefixBits, 'ipv6'),
});

// The families are separate because a BlockList compares an IPv4 address with IPv6 rules as if it were v4-mapped.
const IPV4_RULES: readonly Rule[] = REFUSED_IPV4_RANGES.map(({ name, network, prefixBits }) => ({
  range: name,
  holds: blockOf(network, prefixBits, 'ipv4'),
}));

const IPV6_RULES: readonly Rule[] = [
  ...REFUSED_IPV6_RANGES.map(({ name, network, prefixBits }) => ({
    range: name,
    holds: blockOf(network, prefixBits, 'ipv6'),
  })),
  ...IPV4_CARRYING_RANGES.flatMap((carrier) => REFUSED_IPV4_RANGES.map((carried) => carriedRule(carrier, carried))),
];

const ROUTED_IPV6: readonly BlockList[] = [
  blockOf(GLOBAL_UNICAST_IPV6.network, GLOBAL_UNICAST_IPV6.prefixBits, 'ipv6'),
  ...IPV4_CARRYING_RANGES.map(({ network, prefixBits }) => blockOf(`${network}0.0.0.0`, prefixBits, 'ipv6')),
];

/**
 * Checks one IP address, in any notation that `node:net` accepts (no brackets). A text that is not an address, or has a
 * zone, is refused: the guard fails closed.
 */
export const judgeAddress = (address: string, rules: AddressRules): AddressVerdict => {
  const version = isIP(address);
  if (version === 0 || address.includes('%')) return { allowed: false, range: 'not_an_address' };
  const family = version === 4 ? 'ipv4' : 'ipv6';
  const match = (version === 4 ? IPV4_RULES : IPV6_RULES).find(({ holds }) => holds.check(address, family));
  if (match) {
    return match.range === 'loopback' && rules.allowLoopback ? ALLOWED : { allowed: false, range: match.range };
  }
  const routed = version === 4 || ROUTED_IPV6.some((block) => block.check(address, family));
  return routed ? ALLOWED : { allowed: false, range: 'unassigned' };
};
