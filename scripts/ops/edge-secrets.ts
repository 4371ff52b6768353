import { randomBytes } from 'node:crypto';
import {
  CreateSecretCommand,
  GetSecretValueCommand,
  PutSecretValueCommand,
  type SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager';
import * as v from 'valibot';
import { edgeSecretName } from '#infra/names';
import type { StageConfig, StageName } from '#infra/stage-config';
import { type EdgeSecrets, edgeSecretHash } from '#scripts/deploy/edge-secret';

/** The secrets of a stage's edge, as an operator keeps them. */
export interface EdgeSecretStore {
  /** Undefined when none was ever made. */
  readonly read: () => Promise<EdgeSecrets | undefined>;
  /** Replaces all of them. */
  readonly write: (secrets: EdgeSecrets, isFirst: boolean) => Promise<void>;
}

const Secrets = v.record(v.string(), v.string());

const isNamed = (error: unknown, name: string): boolean => error instanceof Error && error.name === name;

/** {@link EdgeSecretStore} over Secrets Manager, in the region of edges. */
export const makeEdgeSecrets = (client: Pick<SecretsManagerClient, 'send'>, stage: StageName): EdgeSecretStore => {
  const name = edgeSecretName(stage);
  return {
    read: async () => {
      try {
        const { SecretString = '{}' } = await client.send(new GetSecretValueCommand({ SecretId: name }));
        return v.parse(Secrets, JSON.parse(SecretString));
      } catch (error) {
        if (isNamed(error, 'ResourceNotFoundException')) return undefined;
        throw error;
      }
    },
    write: async (secrets, isFirst) => {
      const SecretString = JSON.stringify(secrets);
      await (isFirst
        ? client.send(new CreateSecretCommand({ Name: name, SecretString }))
        : client.send(new PutSecretValueCommand({ SecretId: name, SecretString })));
    },
  };
};

/** The secrets of an edge, none if none was made; undefined when these credentials may not read them. */
export const readableEdgeSecrets = async ({
  read,
}: Pick<EdgeSecretStore, 'read'>): Promise<EdgeSecrets | undefined> => {
  try {
    return (await read()) ?? {};
  } catch (error) {
    if (isNamed(error, 'AccessDeniedException')) return undefined;
    throw error;
  }
};

/** As many as the edge's secret needs, so that no slower hash is (`shared/http/edge.ts`). */
const SECRET_BYTES = 32;

/**
 * Makes a secret for the edge of a stage, which nobody sees, and forgets those that the stage no longer lists.
 *
 * @returns its hash.
 */
export const makeEdgeSecret = async (
  { edgeSecretHashes }: Pick<StageConfig, 'edgeSecretHashes'>,
  store: EdgeSecretStore,
): Promise<string> => {
  const present = await store.read();
  const kept = Object.entries(present ?? {}).filter(([hash]) => edgeSecretHashes.includes(hash));
  const secret = randomBytes(SECRET_BYTES).toString('hex');
  const hash = edgeSecretHash(secret);
  await store.write(Object.fromEntries([...kept, [hash, secret]]), present === undefined);
  return hash;
};
