import {
  GetSecretValueCommand,
  PutSecretValueCommand,
  type SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager';
import type { SecretName } from '#shared/platform/capabilities';
import { renderKeyring } from '#shared/platform/keyring';
import type { VersionedSecret } from '#shared/platform/secret-versions';
import { versionsOf } from '#shared/platform/secret-versions';
import { makeSecretReader } from '#shared/platform/secrets';

/**
 * How long after a change of a secret every running function has read it. A function keeps its copy for five minutes,
 * and for five more while the store of secrets cannot be reached.
 */
export const SETTLED_MS = 10 * 60_000;

/** The current state of a secret. */
export interface StageSecret {
  readonly secret: VersionedSecret;
  /** When it was last changed, in Unix milliseconds. */
  readonly changedAtMs: number;
}

/** The secrets of a stage, as an operator reads and changes them. */
export interface StageSecrets {
  /** Reads it without a cache. */
  read(name: SecretName): Promise<StageSecret>;
  /** Replaces it by a keyring with these keys. */
  write(name: SecretName, secret: VersionedSecret): Promise<void>;
}

/**
 * {@link StageSecrets} over Secrets Manager.
 *
 * @param nameOf the name of a secret of the stage.
 */
export const makeStageSecrets = (
  client: Pick<SecretsManagerClient, 'send'>,
  nameOf: (name: SecretName) => string,
): StageSecrets => ({
  read: async (name) => {
    const SecretId = nameOf(name);
    // A reader without a cache: it returns the current value, or fails.
    const secret = await makeSecretReader(() => client)(SecretId);
    const { CreatedDate } = await client.send(new GetSecretValueCommand({ SecretId }));
    if (CreatedDate === undefined) throw new Error(`Secret ${SecretId} has no date`);
    return { secret, changedAtMs: CreatedDate.getTime() };
  },

  write: async (name, secret) => {
    const SecretString = renderKeyring(versionsOf(secret));
    await client.send(new PutSecretValueCommand({ SecretId: nameOf(name), SecretString }));
  },
});
