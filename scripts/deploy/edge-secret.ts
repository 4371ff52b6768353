import { createHash } from 'node:crypto';
import { edgeSecretName } from '#infra/names';
import { EDGE_REGION, type StageConfig } from '#infra/stage-config';
import { UserError } from '#scripts/local-cloud/user-error';

/** The secrets of an edge by their hashes; empty when there are none. */
export type EdgeSecrets = Readonly<Record<string, string>>;

/** The SHA-256 hash of a secret of the edge, in hex, by which the stage and its functions know it. */
export const edgeSecretHash = (secret: string): string => createHash('sha256').update(secret).digest('hex');

/**
 * Refuses to deploy an edge whose secret does not exist, before anything changes.
 *
 * @param read reads the secrets of the stage's edge; undefined when the deployer may not, as a pipeline that has no more
 *   than the bootstrap's roles. CloudFormation then finds out.
 * @throws UserError saying how to make it.
 */
export const checkEdgeSecret = async (
  { stage, edge, edgeSecretHashes: [first = ''] }: StageConfig,
  read: () => Promise<EdgeSecrets | undefined>,
): Promise<void> => {
  if (!edge) return;
  const secrets = await read();
  if (secrets === undefined || edgeSecretHash(secrets[first] ?? '') === first) return;
  throw new UserError(
    `The secret ${edgeSecretName(stage)} in ${EDGE_REGION} has none for the first of edgeSecretHashes. Run: npm run ` +
      `ops -- make-edge-secret --stage ${stage}, and put the hash that it prints first.`,
  );
};
