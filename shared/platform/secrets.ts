import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { awsClientSettings, regionalEndpoint } from './aws.ts';
import { type Clock, systemClock } from './clock.ts';
import { MIN_SECRET_LENGTH, parseKeyring } from './keyring.ts';
import { errorFields, type Logger, makeLogger } from './logger.ts';
import type { SecretVersion, VersionedSecret } from './secret-versions.ts';
import { onceWhileWaiting } from './while-waiting.ts';

/** How recent the result of a read must be, when the cached copy is not enough. */
export interface Freshness {
  /** A cached copy is used up to this age; 0 for none. */
  readonly maxAgeMs?: number;
  /**
   * Set for an unknown key: the secret is read again, unless that was done for another unknown key within ten seconds.
   * Invalid keys therefore do not cost a call each.
   */
  readonly renew?: true;
}

/** What to read of a secret. */
export interface SecretRequest extends Freshness {
  /** Leaves out the previous version of a text, unless it is known: one call instead of two. */
  readonly currentOnly?: boolean;
}

/** Reads a secret by its name; see {@link makeSecretReader}. */
export type ReadSecret = (name: string, request?: SecretRequest) => Promise<VersionedSecret>;

/** A secret could not be read and no earlier value is known. The cause is kept for debugging, never for responses. */
export class SecretUnavailable extends Error {
  override readonly name = 'SecretUnavailable';

  constructor(secretName: string, problem: string, options?: ErrorOptions) {
    super(`Secret ${secretName}: ${problem}`, options);
  }
}

const CACHE_MS = 5 * 60_000;

/** How long the known value is used after a failed read before the store is called again. */
const RETRY_MS = 30_000;

/** After a read for an unknown key, further unknown keys are decided from memory for this long. */
const RENEW_MS = 10_000;

type Stage = 'AWSCURRENT' | 'AWSPREVIOUS';

const isNotFound = (error: unknown): boolean => error instanceof Error && error.name === 'ResourceNotFoundException';

interface Entry {
  known?: { readonly secret: VersionedSecret; readonly readAtMs: number };
  retryAtMs: number;
  renewedAtMs: number;
  inFlight?: Promise<VersionedSecret>;
}

/**
 * Makes a reader of secrets that calls Secrets Manager once in five minutes per secret. Concurrent callers share one
 * read. When a read fails, the known value is still used. A secret is either a text, whose previous version at Secrets
 * Manager is also recognised, or a keyring, which holds every recognised key (see `parseKeyring`).
 *
 * @param client makes or returns the client; called by the first read.
 * @returns a function that takes the secret's name and throws SecretUnavailable.
 */
export const makeSecretReader = (
  client: () => Pick<SecretsManagerClient, 'send'>,
  clock: Clock = systemClock,
  logger: Logger = makeLogger(),
): ReadSecret => {
  const entries = { all: new Map<string, Entry>(), current: new Map<string, Entry>() };

  const fetchVersion = async (name: string, stage: Stage): Promise<SecretVersion> => {
    const response = await client().send(new GetSecretValueCommand({ SecretId: name, VersionStage: stage }));
    const { VersionId: versionId, SecretString: value } = response;
    if (versionId === undefined || value === undefined || value.length < MIN_SECRET_LENGTH) {
      throw new SecretUnavailable(
        name,
        `its ${stage} version is not a text of ${MIN_SECRET_LENGTH} characters or more`,
      );
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

  const fetchSecret = async (name: string, versions: keyof typeof entries): Promise<VersionedSecret> => {
    // Both in parallel, although a keyring does not need the second.
    const [current, previous] = await Promise.allSettled([
      fetchVersion(name, 'AWSCURRENT'),
      versions === 'all' ? fetchPrevious(name) : undefined,
    ]);
    if (current.status === 'rejected') throw current.reason;
    const [newest, ...older] = parseKeyring(current.value.value) ?? [];
    if (newest) return { current: newest, older };
    if (previous.status === 'rejected') throw previous.reason;
    const before = previous.value;
    if (before === undefined || before.versionId === current.value.versionId) return { current: current.value };
    return { current: current.value, older: parseKeyring(before.value) ?? [before] };
  };

  const refresh = async (name: string, versions: keyof typeof entries, entry: Entry): Promise<VersionedSecret> => {
    try {
      const secret = await fetchSecret(name, versions);
      entry.known = { secret, readAtMs: clock() };
      // All versions also serve who needs the current one.
      const ofCurrent = entries.current.get(name);
      if (ofCurrent) ofCurrent.known = entry.known;
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

  return async (name, { maxAgeMs = CACHE_MS, renew, currentOnly } = {}) => {
    const versions = currentOnly ? 'current' : 'all';
    const entry = entries[versions].get(name) ?? { retryAtMs: 0, renewedAtMs: Number.NEGATIVE_INFINITY };
    entries[versions].set(name, entry);
    // Callers with an unknown key share one read: the cached copy is not enough for any of them.
    if (renew && entry.inFlight) return entry.inFlight;
    const nowMs = clock();
    const { known } = entry;
    const mayRenew = renew !== undefined && nowMs - entry.renewedAtMs >= RENEW_MS;
    const isFresh = known !== undefined && nowMs - known.readAtMs < maxAgeMs && !mayRenew;
    if (known && (isFresh || nowMs < entry.retryAtMs)) return known.secret;
    if (mayRenew) entry.renewedAtMs = nowMs;
    entry.inFlight ??= refresh(name, versions, entry);
    return entry.inFlight;
  };
};

/**
 * Reads a secret of the stage, from memory when it was read in the last five minutes.
 *
 * @throws SecretUnavailable when Secrets Manager cannot be reached and this container never read the secret.
 */
export const readSecret: ReadSecret = makeSecretReader(
  onceWhileWaiting(() => new SecretsManagerClient({ ...awsClientSettings, ...regionalEndpoint('secretsmanager') })),
);
