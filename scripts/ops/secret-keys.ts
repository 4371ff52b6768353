import { randomBytes } from 'node:crypto';
import { UserError } from '#scripts/local-cloud/user-error';
import type { SecretName } from '#shared/platform/capabilities';
import { isoTime } from '#shared/platform/clock';
import { MAX_KEYS } from '#shared/platform/keyring';
import type { SecretVersion } from '#shared/platform/secret-versions';
import { versionsOf } from '#shared/platform/secret-versions';
import { SETTLED_MS, type StageSecrets } from './stage-secrets.ts';

const SECRET_BYTES = 48;

/** The effects of changing a secret. */
export interface SecretKeyEffects {
  readonly secrets: StageSecrets;
  readonly nowMs: number;
}

/**
 * Puts a new random key before all keys of a secret. New values are made with it, and existing ones are still
 * recognised. A secret that was a plain text becomes a keyring.
 *
 * @returns the id of the new key: the time at which it was made.
 * @throws UserError when the secret holds the maximum number of keys, or somebody else changed it at the same moment.
 */
export const rotateSecret = async (name: SecretName, { secrets, nowMs }: SecretKeyEffects): Promise<string> => {
  const older = versionsOf((await secrets.read(name)).secret);
  if (older.length >= MAX_KEYS) {
    throw new UserError(
      `The secret ${name} already has ${older.length} older keys. Remove those that are no longer needed.`,
    );
  }
  const current = { versionId: isoTime(nowMs), value: randomBytes(SECRET_BYTES).toString('base64') };
  await secrets.write(name, { current, older });
  const { secret } = await secrets.read(name);
  if (secret.current.value !== current.value) {
    throw new UserError(`Somebody else changed the secret ${name} at the same time. Check which keys it has now.`);
  }
  return current.versionId;
};

/** Why a key must stay; undefined when it is no longer needed. */
export type ReasonToKeep = (key: SecretVersion, followedBy: SecretVersion) => string | undefined;

/** What to do with the older keys of a secret. */
export interface PruneVerdict {
  readonly kept: readonly { readonly key: SecretVersion; readonly reason: string }[];
  readonly dropped: readonly SecretVersion[];
}

/** Decides which of the older keys of a secret may be removed. The newest always stays. */
export const judgeKeys = (keys: readonly SecretVersion[], reasonToKeep: ReasonToKeep): PruneVerdict => {
  const kept: { key: SecretVersion; reason: string }[] = [];
  const dropped: SecretVersion[] = [];
  keys.forEach((key, index) => {
    const followedBy = keys[index - 1];
    if (!followedBy) return;
    const reason = reasonToKeep(key, followedBy);
    if (reason === undefined) dropped.push(key);
    else kept.push({ key, reason });
  });
  return { kept, dropped };
};

/**
 * Why no older key of a secret may be removed yet: running functions may still make something with the one before the
 * newest.
 *
 * @param sinceMs when the search for uses of the keys began.
 */
export const unsettled = (changedAtMs: number, sinceMs: number): string | undefined => {
  const settledAtMs = changedAtMs + SETTLED_MS;
  return sinceMs >= settledAtMs
    ? undefined
    : `the secret was changed at ${isoTime(changedAtMs)}, and functions may use the previous key for ten ` +
        `minutes; try again after ${isoTime(settledAtMs)}`;
};

/** When a key was made, in Unix milliseconds, from its id; undefined for a key with another kind of id. */
export const madeAtMs = ({ versionId }: SecretVersion): number | undefined =>
  /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/.test(versionId) ? Date.parse(versionId) : undefined;
