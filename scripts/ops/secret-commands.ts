import { readFileSync, writeFileSync } from 'node:fs';
import { UserError } from '#scripts/local-cloud/user-error';
import type { SecretName } from '#shared/platform/capabilities';
import { versionsOf } from '#shared/platform/secret-versions';
import { vaultKeyId } from '#shared/platform/vault';
import type { OpsCommand } from './command.ts';
import { pruneSecret, reasonOfPass } from './prune.ts';
import { type ResealPass, resealSecrets, type Unreadable } from './reseal-run.ts';
import { judgeKeys, type PruneVerdict, rotateSecret } from './secret-keys.ts';
import { importSecrets, openSecrets, readSecrets, sealSecrets } from './secrets-file.ts';

const SECRET_NAMES: readonly string[] = ['signing', 'pepper', 'vault'] satisfies readonly SecretName[];

const isSecretName = (name: string): name is SecretName => SECRET_NAMES.includes(name);

/** @throws UserError when a stage has no such secret. */
const secretNamed = (name: string): SecretName => {
  if (!isSecretName(name))
    throw new UserError(`There is no secret '${name}'. The secrets are ${SECRET_NAMES.join(', ')}.`);
  return name;
};

/** Maximum number of listed texts that cannot be opened. Their owners have to act. */
const MAX_NAMED = 20;

const sum = (counts: Iterable<number>): number => [...counts].reduce((total, one) => total + one, 0);

const verdictLines = ({ kept, dropped }: PruneVerdict, droppedSay: string): string[] => [
  ...dropped.map(({ versionId }) => `  ${versionId}: ${droppedSay}`),
  ...kept.map(({ key, reason }) => `  ${key.versionId}: must stay, ${reason}`),
];

const unreadableLines = (unreadable: readonly Unreadable[], keyName: (keyId: string) => string): string[] => {
  const byKey = Map.groupBy(unreadable, ({ keyId }) => keyId);
  const counted = [...byKey].map(([keyId, texts]) =>
    keyId === undefined
      ? `  ${texts.length} that are not in the form of a sealed text`
      : `  ${texts.length} sealed with ${keyName(keyId)}`,
  );
  const named = unreadable.slice(0, MAX_NAMED).map(({ what, owner }) => `  ${what}: ${owner}`);
  const more = unreadable.length > MAX_NAMED ? [`  and ${unreadable.length - MAX_NAMED} more`] : [];
  return [...counted, ...named, ...more];
};

const resealReport = (pass: ResealPass, dryRun: boolean): string => {
  const { resealed, current, unreadable, vault } = pass;
  const keys = versionsOf(vault.secret);
  const keyName = (keyId: string): string => {
    const key = keys.find((one) => vaultKeyId(one) === keyId);
    return `key ${keyId} (${key ? key.versionId : 'not in the secret'})`;
  };
  const verdict = judgeKeys(keys, reasonOfPass(pass, dryRun));
  const [newest] = keys;
  return [
    `${sum(resealed.values())} texts ${dryRun ? 'would be' : 'were'} sealed again with the newest key, ${newest?.versionId}.`,
    ...[...resealed].map(([keyId, count]) => `  ${count} were sealed with ${keyName(keyId)}`),
    `${current} were already sealed with it.`,
    `${unreadable.length} could not be opened${unreadable.length > 0 ? ', and were left as they are:' : '.'}`,
    ...unreadableLines(unreadable, keyName),
    keys.length === 1 ? 'The secret has no older keys.' : 'Older keys of the secret, newest first:',
    ...verdictLines(verdict, 'no longer needed; `npm run ops -- prune-secret vault` removes it'),
  ].join('\n');
};

const pruneReport = (name: SecretName, verdict: PruneVerdict, dryRun: boolean): string => {
  const { kept, dropped } = verdict;
  if (kept.length + dropped.length === 0) return `The secret ${name} has no older keys.`;
  const lines = verdictLines(verdict, dryRun ? 'would be removed' : 'was removed');
  const after = dropped.length > 0 && !dryRun ? ['Running functions forget it within five minutes.'] : [];
  return [`Older keys of the secret ${name}:`, ...lines, ...after].join('\n');
};

/** @throws UserError when there is no such file. */
export const textOf = (file: string): string => {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    throw new UserError(`The file ${file} cannot be read.`);
  }
};

/** An operator's commands on the secrets of a stage. */
export const SECRET_COMMANDS: Readonly<Record<string, OpsCommand>> = {
  'rotate-secret': {
    parameters: ['<signing|pepper|vault>'],
    summary: 'adds a new random key to a secret; its older keys are still accepted',
    run: async ([name = ''], { secrets, clock }) => {
      const secret = secretNamed(name);
      const keyId = await rotateSecret(secret, { secrets, nowMs: clock() });
      return `The newest key of the secret ${secret} is now ${keyId}. Running functions use it within five minutes.`;
    },
  },
  'reseal-secrets': {
    parameters: [],
    options: ['dry-run', 'read-units'],
    summary:
      'seals everything that was sealed with older keys of the vault with the newest one; can be run again at ' +
      'any time',
    run: async (_, effects, { dryRun, unitsPerSecond }) => {
      const pass = await resealSecrets({ dryRun, unitsPerSecond }, effects);
      const report = resealReport(pass, dryRun);
      if (pass.unreadable.length > 0) throw new UserError(report);
      return report;
    },
  },
  'prune-secret': {
    parameters: ['<signing|pepper|vault>'],
    options: ['dry-run', 'force', 'read-units'],
    summary: 'removes the older keys of a secret that are no longer needed; with --force, all of them',
    run: async ([name = ''], effects, settings) => {
      const secret = secretNamed(name);
      return pruneReport(secret, await pruneSecret(secret, settings, effects), settings.dryRun);
    },
  },
  'export-secrets': {
    parameters: ['<public key file>', '<file>'],
    readsOnly: true,
    summary: 'writes the three secrets to a file that only the holder of the private key (RSA) can open',
    run: async ([publicKeyFile = '', file = ''], { secrets }) => {
      const sealed = await sealSecrets(await readSecrets(secrets), textOf(publicKeyFile));
      writeFileSync(file, sealed, { mode: 0o600 });
      return `The secrets are in ${file}. Export them again after each rotation.`;
    },
  },
  'import-secrets': {
    parameters: ['<file>', '<private key file>'],
    options: ['dry-run'],
    summary: 'puts the keys of exported secrets before those of a stage; both are accepted from then on',
    run: async ([file = '', privateKeyFile = ''], { secrets }, { dryRun }) => {
      const imported = await openSecrets(textOf(file), textOf(privateKeyFile));
      const counts = await importSecrets(imported, secrets, dryRun);
      return dryRun ? `Not done (dry run): ${counts}.` : `${counts}. Running functions use them within five minutes.`;
    },
  },
};
