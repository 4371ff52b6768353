import { isIP } from 'node:net';
import { GetIPSetCommand, ListIPSetsCommand, UpdateIPSetCommand, type WAFV2Client } from '@aws-sdk/client-wafv2';
import { blockedAddresses } from '#infra/names';
import type { StageName } from '#infra/stage-config';
import { UserError } from '#scripts/local-cloud/user-error';

/** A range of addresses, as the firewall takes it. */
export interface AddressRange {
  /** With the length of its prefix: `203.0.113.7/32`. */
  readonly cidr: string;
  readonly version: 'IPV4' | 'IPV6';
  readonly prefixBits: number;
}

/** The addresses that a stage's firewall blocks. */
export interface BlockedAddresses {
  /**
   * Replaces those of a version by what `change` makes of them.
   *
   * @throws UserError when somebody else changes them at the same time.
   */
  readonly update: (
    version: AddressRange['version'],
    change: (present: readonly string[]) => readonly string[],
  ) => Promise<readonly string[]>;
}

const MOST_BITS = { IPV4: 32, IPV6: 128 } as const;

/** The widest range that is blocked without objection: 65,536 addresses, or what a provider has of IPv6. */
const WIDEST_BITS = { IPV4: 16, IPV6: 32 } as const;

/**
 * Reads an address, or a range with the length of its prefix.
 *
 * @throws UserError for anything else.
 */
export const addressRange = (text: string): AddressRange => {
  const [address = '', bits, ...rest] = text.trim().split('/');
  const family = isIP(address);
  const version = family === 6 ? 'IPV6' : 'IPV4';
  const prefixBits = bits === undefined ? MOST_BITS[version] : Number(bits);
  const isValid = family !== 0 && rest.length === 0 && /^\d{1,3}$/.test(bits ?? '1');
  if (!isValid || prefixBits < 1 || prefixBits > MOST_BITS[version])
    throw new UserError(`${text} is neither an address, such as 203.0.113.7, nor a range, such as 2001:db8:1:2::/64.`);
  return { cidr: `${address}/${prefixBits}`, version, prefixBits };
};

/** Whether a range is wider than anyone blocks on purpose. */
export const isWide = ({ version, prefixBits }: AddressRange): boolean => prefixBits < WIDEST_BITS[version];

/** {@link BlockedAddresses} over AWS WAF. A list is replaced as a whole, and only while nobody else has changed it. */
export const makeBlockedAddresses = (client: Pick<WAFV2Client, 'send'>, stage: StageName): BlockedAddresses => ({
  update: async (version, change) => {
    const Scope = 'CLOUDFRONT';
    const Name = blockedAddresses(stage)[version];
    // At most a hundred sets, which is the default quota of an account.
    const { IPSets = [] } = await client.send(new ListIPSetsCommand({ Scope, Limit: 100 }));
    const Id = IPSets.find((set) => set.Name === Name)?.Id;
    if (Id === undefined) throw new UserError(`The edge of stage ${stage} is not deployed yet: there is no ${Name}.`);
    const { IPSet, LockToken } = await client.send(new GetIPSetCommand({ Scope, Name, Id }));
    const present = IPSet?.Addresses ?? [];
    const Addresses = [...change(present)];
    if (Addresses.length === present.length) return Addresses;
    try {
      await client.send(new UpdateIPSetCommand({ Scope, Name, Id, LockToken, Addresses }));
    } catch (error) {
      if (!(error instanceof Error) || error.name !== 'WAFOptimisticLockException') throw error;
      throw new UserError('Somebody else changed the blocked addresses at the same time. Run the command again.');
    }
    return Addresses;
  },
});
