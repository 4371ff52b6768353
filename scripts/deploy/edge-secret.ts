import { createHash } from 'node:crypto';
import { edgeSecretName, resourceName } from '#infra/names';
import { EDGE_REGION, type StageConfig } from '#infra/stage-config';
import { UserError } from '#scripts/local-cloud/user-error';
import type { PresentStack } from './plan.ts';

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

/** The hash of the secret that a deployed edge sends, which its template names. */
const SENT_HASH = /:SecretString:([0-9a-f]{64}):/;

/**
 * Refuses a deploy after which functions would not know the secret that the edge sends until its own stack, the last, is
 * deployed: every call would be refused meanwhile.
 *
 * @throws UserError naming the hash that has to stay for one more deploy.
 */
export const checkSentSecret = (
  { stage, edge, edgeSecretHashes }: StageConfig,
  present: readonly Pick<PresentStack, 'name' | 'template'>[],
): void => {
  const deployed = present.find(({ name }) => name === resourceName(stage, 'edge'));
  const sent = deployed && SENT_HASH.exec(JSON.stringify(deployed.template))?.[1];
  if (!edge || sent === undefined || edgeSecretHashes.includes(sent)) return;
  throw new UserError(
    `The edge of stage ${stage} sends the secret with the hash ${sent}. Keep it in edgeSecretHashes, after the new one, ` +
      'and remove it in the deploy after this one.',
  );
};
