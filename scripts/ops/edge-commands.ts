import { edgeSecretName } from '#infra/names';
import { EDGE_REGION } from '#infra/stage-config';
import { UserError } from '#scripts/local-cloud/user-error';
import { type AddressRange, addressRange, type BlockedAddresses, isWide } from './blocked-addresses.ts';
import type { OpsCommand, OpsEffects } from './command.ts';
import { makeEdgeSecret } from './edge-secrets.ts';

/** @throws UserError for a stage without an edge. */
const blockedOf = ({ edge }: Pick<OpsEffects, 'edge'>): BlockedAddresses => {
  const { stage, blocked } = edge();
  if (!stage.edge)
    throw new UserError(`Stage ${stage.stage} has no edge that could block an address. Only the rate limits apply.`);
  return blocked;
};

const without = (present: readonly string[], { cidr }: AddressRange): readonly string[] =>
  present.filter((one) => one !== cidr);

const listed = (addresses: readonly string[]): string =>
  addresses.length === 0 ? 'None is blocked.' : `Blocked: ${addresses.join(', ')}`;

/** An operator's commands on the edge of a stage. */
export const EDGE_COMMANDS: Readonly<Record<string, OpsCommand>> = {
  'block-address': {
    parameters: ['<address|range>'],
    options: ['dry-run', 'force'],
    summary: 'blocks an address, or a range such as 203.0.113.0/24, at the edge of a stage',
    run: async ([text = ''], effects, { dryRun, force }) => {
      const range = addressRange(text);
      const blocked = blockedOf(effects);
      if (isWide(range) && !force)
        throw new UserError(`${range.cidr} would block a whole network of others. Add --force to do it.`);
      if (dryRun) return `${range.cidr} would be blocked.`;
      const addresses = await blocked.update(range.version, (present) => [...without(present, range), range.cidr]);
      return `${range.cidr} is blocked within a minute. ${listed(addresses)}`;
    },
  },
  'unblock-address': {
    parameters: ['<address|range>'],
    options: ['dry-run'],
    summary: 'lets a blocked address or range call again',
    run: async ([text = ''], effects, { dryRun }) => {
      const range = addressRange(text);
      const blocked = blockedOf(effects);
      if (dryRun) return `${range.cidr} would be let through again.`;
      const addresses = await blocked.update(range.version, (present) => without(present, range));
      return `${range.cidr} is not blocked. ${listed(addresses)}`;
    },
  },
  'make-edge-secret': {
    parameters: [],
    summary: 'makes a secret for the edge of a stage and prints its hash, for `edgeSecretHashes`',
    run: async (_, { edge }) => {
      const { stage, secrets } = edge();
      const hash = await makeEdgeSecret(stage, secrets);
      return [
        `The secret ${edgeSecretName(stage.stage)} in ${EDGE_REGION} has a new one. Put its hash first in`,
        `edgeSecretHashes of stage ${stage.stage}, keep one earlier hash after it, and deploy:`,
        `  ${hash}`,
      ].join('\n');
    },
  },
};
