import { pepperIdOf } from '#shared/auth/passwords/passwords';
import { REFRESH_TOKEN_SECONDS } from '#shared/http/cookies';
import { LINK_DAYS } from '#shared/mails/unsubscribe-token';
import type { SecretName } from '#shared/platform/capabilities';
import { isoTime } from '#shared/platform/clock';
import { versionsOf } from '#shared/platform/secret-versions';
import { vaultKeyId } from '#shared/platform/vault';
import { countPeppers } from './pepper-uses.ts';
import { type ResealPass, type ResealRunEffects, resealSecrets } from './reseal-run.ts';
import { judgeKeys, madeAtMs, type PruneVerdict, type ReasonToKeep, unsettled } from './secret-keys.ts';
import { SETTLED_MS, type StageSecret, type StageSecrets } from './stage-secrets.ts';

/** The effects of looking for the uses of keys. */
export interface PruneEffects extends Omit<ResealRunEffects, 'secrets'> {
  readonly secrets: StageSecrets;
}

const DAY_MS = 24 * 60 * 60_000;

const counted = (count: number, one: string, more: string): string => `${count} ${count === 1 ? one : more}`;

/** Why a pass found that an older key of the vault is needed. */
export const reasonOfPass =
  ({ resealed, unreadable, vault, startedAtMs }: ResealPass, isDryRun: boolean): ReasonToKeep =>
  (key) => {
    const keyId = vaultKeyId(key);
    const waiting = isDryRun ? (resealed.get(keyId) ?? 0) : 0;
    if (waiting > 0) return `${counted(waiting, 'text is', 'texts are')} sealed with it; run reseal-secrets first`;
    const damaged = unreadable.filter((one) => one.keyId === keyId).length;
    if (damaged > 0)
      return `${counted(damaged, 'text names', 'texts name')} it but cannot be opened; examine them first`;
    return unsettled(vault.changedAtMs, startedAtMs);
  };

/** How to determine which keys of each secret are needed. Evaluated anew each time. */
const REASONS: Readonly<
  Record<SecretName, (known: StageSecret, unitsPerSecond: number, effects: PruneEffects) => Promise<ReasonToKeep>>
> = {
  vault: async (_, unitsPerSecond, effects) =>
    reasonOfPass(await resealSecrets({ dryRun: true, unitsPerSecond }, effects), true),

  pepper: async ({ changedAtMs }, unitsPerSecond, effects) => {
    const startedAtMs = effects.clock();
    const counts = await countPeppers(unitsPerSecond, effects);
    return (key, followedBy) => {
      const passwords = counts.get(pepperIdOf(key)) ?? 0;
      if (passwords > 0)
        return `${counted(passwords, 'password was', 'passwords were')} hashed with it; one is hashed again when its owner logs in`;
      const unsubscribedUntilMs = (madeAtMs(followedBy) ?? changedAtMs) + SETTLED_MS + LINK_DAYS * DAY_MS;
      return startedAtMs < unsubscribedUntilMs
        ? `unsubscribe links were made with it and work until ${isoTime(unsubscribedUntilMs)}`
        : unsettled(changedAtMs, startedAtMs);
    };
  },

  signing:
    async ({ changedAtMs }, _, { clock }) =>
    (_key, followedBy) => {
      // By then a newer key had replaced it.
      const replacedAtMs = madeAtMs(followedBy) ?? changedAtMs;
      const endsAtMs = replacedAtMs + SETTLED_MS + REFRESH_TOKEN_SECONDS * 1000;
      return clock() < endsAtMs
        ? `refresh tokens that were made with it may live until ${isoTime(endsAtMs)}`
        : undefined;
    },
};

/**
 * Removes every older key that is no longer needed from a secret.
 *
 * @param force removes all of them, even if they are needed: for a secret that has leaked.
 */
export const pruneSecret = async (
  name: SecretName,
  {
    dryRun,
    force,
    unitsPerSecond,
  }: { readonly dryRun: boolean; readonly force: boolean; readonly unitsPerSecond: number },
  effects: PruneEffects,
): Promise<PruneVerdict> => {
  const known = await effects.secrets.read(name);
  const keys = versionsOf(known.secret);
  const nothing: ReasonToKeep = () => undefined;
  const reason = force || keys.length === 1 ? nothing : await REASONS[name](known, unitsPerSecond, effects);
  const verdict = judgeKeys(keys, reason);
  if (dryRun || verdict.dropped.length === 0) return verdict;

  // Read again, because it may have been rotated during the scan.
  const { secret } = await effects.secrets.read(name);
  const isDropped = ({ value }: { readonly value: string }) => verdict.dropped.some((key) => key.value === value);
  const older = versionsOf(secret)
    .slice(1)
    .filter((key) => !isDropped(key));
  await effects.secrets.write(name, { current: secret.current, older });
  return verdict;
};
