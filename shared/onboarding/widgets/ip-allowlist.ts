import { BlockList, isIP } from 'node:net';

/** Whether a text is an IP address (v4 or v6) or a CIDR block (RFC 4632, RFC 4291 section 2.3). */
export const isAddressOrBlock = (entry: string): boolean => {
  const [address = '', prefixLength, ...rest] = entry.split('/');
  const family = isIP(address);
  if (family === 0 || address.includes('%') || rest.length > 0) return false;
  if (prefixLength === undefined) return true;
  return /^(?:0|[1-9]\d{0,2})$/.test(prefixLength) && Number(prefixLength) <= (family === 4 ? 32 : 128);
};

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 4 ? 'ipv4' : 'ipv6');

/**
 * Whether an allowlist of addresses and CIDR blocks contains an address. Invalid entries contain none. An IPv4 caller
 * on an IPv6 socket counts as its IPv4 address.
 */
export const holdsAddress = (entries: readonly string[], sourceIp: string): boolean => {
  if (isIP(sourceIp) === 0) return false;
  const list = new BlockList();
  for (const entry of entries.filter(isAddressOrBlock)) {
    const [address = '', prefixLength] = entry.split('/');
    if (prefixLength === undefined) list.addAddress(address, familyOf(address));
    else list.addSubnet(address, Number(prefixLength), familyOf(address));
  }
  return list.check(sourceIp, familyOf(sourceIp));
};
