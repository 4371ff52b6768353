import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { awsClientSettings } from './aws.ts';
import { type Clock, systemClock } from './clock.ts';
import { once } from './env.ts';
import { errorFields, type Logger, makeLogger } from './logger.ts';

/** One version of a secret. */
export interface SecretVersion {
  /** Secrets Manager's id of the version; no secret itself. */
  readonly versionId: string;
  /** At least 32 random characters. */
  readonly value: string;
}

/** A secret as it is used: new things are made with `current`, older ones are still recognised by `previous`. */
export interface VersionedSecret {
  readonly current: SecretVersion;
  /** Missing until the secret is first rotated. */
  readonly previous?: SecretVersion;
}

/** Reads a secret by its name; see {@link makeSecretReader}. */
export type ReadSecret = (name: string, options?: { readonly maxAgeMs?: number }) => Promise<VersionedSecret>;

/** A secret could not be read and no earlier value is known. The cause is kept for debugging, never for answers. */
export class SecretUnavailable extends Error {
  override readonly name = 'SecretUnavailable';

  constructor(secretName: string, problem: string, options?: ErrorOptions) {
    super(`Secret ${secretName}: ${problem}`, options);
  }
}

const CACHE_MS = 5 * 60_000;

/** After a failed read the known value serves for this long before the store is asked again. */
const RETRY_MS = 30_000;

/** Below this a value cannot carry the 256 bits that keys are derived from; an operator's slip, not a secret. */
const MIN_LENGTH = 32;

type Stage = 'AWSCURRENT' | 'AWSPREVIOUS';

const isNotFound = (error: unknown): boolean => error instanceof Error && error.name === 'ResourceNotFoundException';

interface Entry {
  known?: { readonly secret: VersionedSecret; readonly readAtMs: number };
  retryAtMs: number;
  inFlight?: Promise<VersionedSecret>;
}

/**
 * Makes a reader of secrets that asks Secrets Manager once in five minutes per secret: callers at the same moment
 * share one read, and when a read fails the known value goes on serving.
 *
 * @param client makes or returns the client; called by the first read.
 * @returns a function that takes the secret's name and throws SecretUnavailable. `maxAgeMs: 0` asks for a read that is
 * newer than the cache, for whoever meets a key that the cached versions do not know.
 */
export const makeSecretReader = (
  client: () => Pick<SecretsManagerClient, 'send'>,
  clock: Clock = systemClock,
  logger: Logger = makeLogger(),
): ReadSecret => {
  const entries = new Map<string, Entry>();

  const fetchVersion = async (name: string, stage: Stage): Promise<SecretVersion> => {
    const answer = await client().send(new GetSecretValueCommand({ SecretId: name, VersionStage: stage }));
    const { VersionId: versionId, SecretString: value } = answer;
    if (versionId === undefined || value === undefined || value.length < MIN_LENGTH) {
      throw new SecretUnavailable(name, `its ${stage} version is not a text of ${MIN_LENGTH} characters or more`);
    }
    return { versionId, value };
  };

  const fetchPrevious = async (name: string): Promise<SecretVersion | undefined> => {
    try {
      return await fetchVersion(name, 'AWSPREVIOUS');
    } catch (error) {
      if (isNotFound(error)) return undefined;
      throw error;
    }
  };

  const fetchSecret = async (name: string): Promise<VersionedSecret> => {
    const [current, previous] = await Promise.all([fetchVersion(name, 'AWSCURRENT'), fetchPrevious(name)]);
    return previous === undefined || previous.versionId === current.versionId ? { current } : { current, previous };
  };

  const refresh = async (name: string, entry: Entry): Promise<VersionedSecret> => {
    try {
      const secret = await fetchSecret(name);
      entry.known = { secret, readAtMs: clock() };
      entry.retryAtMs = 0;
      return secret;
    } catch (error) {
      if (entry.known) {
        logger.warn('SECRET_STALE', errorFields(error));
        entry.retryAtMs = clock() + RETRY_MS;
        return entry.known.secret;
      }
      if (error instanceof SecretUnavailable) throw error;
      throw new SecretUnavailable(name, 'it could not be read', { cause: error });
    } finally {
      delete entry.inFlight;
    }
  };

  return async (name, { maxAgeMs = CACHE_MS } = {}) => {
    const entry = entries.get(name) ?? { retryAtMs: 0 };
    entries.set(name, entry);
    const nowMs = clock();
    const { known } = entry;
    if (known && (nowMs - known.readAtMs < maxAgeMs || nowMs < entry.retryAtMs)) return known.secret;
    entry.inFlight ??= refresh(name, entry);
    return entry.inFlight;
  };
};

/**
 * Reads a secret of the stage, from memory when it was read in the last five minutes.
 *
 * @throws SecretUnavailable when Secrets Manager cannot be reached and this container never read the secret.
 */
export const readSecret: ReadSecret = makeSecretReader(once(() => new SecretsManagerClient(awsClientSettings)));
