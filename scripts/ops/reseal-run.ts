import type { Table } from '#shared/db/operations';
import type { VersionedSecret } from '#shared/platform/secret-versions';
import { type ReadVault, vaultKeyId } from '#shared/platform/vault';
import { type ResealOutcome, resealText } from './reseal.ts';
import { type ScanEffects, scanTable } from './scan.ts';
import { SEALED_PLACES } from './sealed-places.ts';
import type { StageSecret, StageSecrets } from './stage-secrets.ts';

/** A sealed text that cannot be opened. */
export interface Unreadable {
  readonly what: string;
  /** The id that it was sealed for. */
  readonly owner: string;
  /** The key that it names; undefined when it does not have the format of a sealed text. */
  readonly keyId: string | undefined;
}

/** The result of one pass over the table. */
export interface ResealPass {
  /** The current secret, whose newest key did not change during the pass. */
  readonly vault: StageSecret;
  readonly startedAtMs: number;
  /** Texts by the key that they were sealed with. After a dry run they still are. */
  readonly resealed: ReadonlyMap<string, number>;
  /** Texts that were already sealed with the newest key. */
  readonly current: number;
  readonly unreadable: readonly Unreadable[];
}

/** The effects of a run. */
export interface ResealRunEffects extends ScanEffects {
  readonly table: Pick<Table, 'write'>;
  /** The vault's secret, from memory if that is enough. */
  readonly vault: ReadVault;
  readonly secrets: Pick<StageSecrets, 'read'>;
}

/** The settings of a run. */
export interface ResealSettings {
  readonly dryRun: boolean;
  readonly unitsPerSecond: number;
}

/** Maximum number of rotations during one run: people do not rotate a secret more often. */
const MAX_PASSES = 5;

const pass = async (
  settings: ResealSettings,
  effects: ResealRunEffects,
): Promise<Omit<ResealPass, 'vault'> & { readonly sealedWith: VersionedSecret }> => {
  const startedAtMs = effects.clock();
  const sealedWith = await effects.vault({ maxAgeMs: 0 });
  const resealed = new Map<string, number>();
  const unreadable: Unreadable[] = [];
  let current = 0;

  const count = (what: string, outcome: ResealOutcome): void => {
    if (outcome.kind === 'current') current++;
    if (outcome.kind === 'resealed') resealed.set(outcome.keyId, (resealed.get(outcome.keyId) ?? 0) + 1);
    if (outcome.kind === 'unreadable') unreadable.push({ what, owner: outcome.owner, keyId: outcome.keyId });
  };
  const progress = (): string => {
    const changed = [...resealed.values()].reduce((sum, one) => sum + one, 0);
    return `${changed} ${settings.dryRun ? 'to re-seal' : 're-sealed'}, ${current} current, ${unreadable.length} unreadable`;
  };

  const filter = { attributes: SEALED_PLACES.map(({ attribute }) => attribute) };
  await scanTable({ filter, unitsPerSecond: settings.unitsPerSecond, progress }, effects, async (item) => {
    for (const place of SEALED_PLACES) {
      if (item[place.attribute] === undefined) continue;
      count(place.what, await resealText(place, item, effects, settings.dryRun));
    }
  });
  return { sealedWith, startedAtMs, resealed, current, unreadable };
};

const merged = (one: ReadonlyMap<string, number>, other: ReadonlyMap<string, number>): Map<string, number> => {
  const both = new Map(one);
  for (const [keyId, count] of other) both.set(keyId, (both.get(keyId) ?? 0) + count);
  return both;
};

/**
 * Seals everything in the table that an older key of the vault sealed with the newest one. Texts that were already
 * resealed are found to be current, so an interrupted run can simply be repeated. If the secret is rotated meanwhile,
 * the table is scanned once more, with the new key.
 *
 * @throws SecretUnavailable.
 */
export const resealSecrets = async (settings: ResealSettings, effects: ResealRunEffects): Promise<ResealPass> => {
  let earlier = new Map<string, number>();
  for (let number = 1; number <= MAX_PASSES; number++) {
    const { sealedWith, ...done } = await pass(settings, effects);
    // A dry run has changed nothing, so only its last pass counts.
    earlier = settings.dryRun ? new Map(done.resealed) : merged(earlier, done.resealed);
    const vault = await effects.secrets.read('vault');
    if (vaultKeyId(vault.secret.current) === vaultKeyId(sealedWith.current)) {
      return { ...done, vault, resealed: earlier };
    }
    effects.say('The secret was rotated during the scan. Scanning once more, with the key that is now the newest.');
  }
  throw new Error('The secret keeps being rotated');
};
