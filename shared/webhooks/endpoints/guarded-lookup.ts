import type { LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { type AddressRules, judgeAddress } from './address-policy.ts';

/** A connection was refused because its host name has an address that no webhook may be sent to. */
export class RefusedAddressError extends Error {
  readonly code = 'ERR_REFUSED_ADDRESS';

  constructor() {
    super('The host name resolves to an address that is not allowed');
    this.name = 'RefusedAddressError';
  }
}

const systemLookup: LookupFunction = (hostname, options, callback) =>
  process.getBuiltinModule('node:dns').lookup(hostname, options, callback);

/**
 * A `lookup` for `node:http`, `node:https` and `node:net` that connects only to addresses it has checked, which closes
 * the gap between a check and a later connection (DNS rebinding). It fails with RefusedAddressError when any address of
 * the name is refused, so that a mixed result cannot hide a private one. Errors of the resolver are passed on.
 *
 * Node does not call it for IP literals: check those first with `inspectEndpoint`.
 */
export const guardedLookup =
  (rules: AddressRules, lookup: LookupFunction = systemLookup): LookupFunction =>
  (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, found) => {
      if (error) return callback(error, []);
      const addresses = found as LookupAddress[];
      const [first] = addresses;
      if (!first || addresses.some(({ address }) => !judgeAddress(address, rules).allowed)) {
        return callback(new RefusedAddressError(), []);
      }
      return options.all ? callback(null, addresses) : callback(null, first.address, first.family);
    });
  };
