import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { resourceName, tagsOf } from '#infra/names';
import { readAssembly } from '#scripts/deploy/assembly';
import { deployCommand } from '#scripts/deploy/cdk';
import { confirm } from '#scripts/deploy/confirm';
import { deployStage } from '#scripts/deploy/deploy-stage';
import type { StageDeployment } from '#scripts/deploy/stage-deployment';
import type { Template } from '#scripts/deploy/template';
import { UserError } from '#scripts/local-cloud/user-error';
import { importSecrets, type Secrets } from '#scripts/ops/secrets-file';
import type { StageSecrets } from '#scripts/ops/stage-secrets';
import { isoTime } from '#shared/platform/clock';
import { type Reconciled, type ReconcileEffects, reconcileTable, type ScannedTable } from './reconcile-table.ts';
import { type RestoreSource, restoreTable } from './restore-table.ts';
import { applyTableSettings, type TableEffects, tableSettingsOf } from './table-settings.ts';

/** What is restored, as the person who does it decides. */
export interface RestoreChoices extends RestoreSource {
  readonly secrets: Secrets;
  /** Who restores, as applicants that are erased again record it. */
  readonly userName: string;
  /** Ends after showing what would be done. */
  readonly dryRun: boolean;
  /** Does not ask. */
  readonly yes: boolean;
  /** Does not wait for the files, because there are none. */
  readonly withoutFiles: boolean;
}

/** The effects of a restore, besides those of the deploy. */
export interface RestoreEffects extends TableEffects, Pick<ReconcileEffects, 'clock'> {
  /** The waits of a scan that keeps to its rate. */
  readonly pause: ReconcileEffects['wait'];
  /** A table of the stage's account and region. */
  readonly tableNamed: (tableName: string) => ScannedTable;
  /** The table that is replaced, if it can be read. */
  readonly newer?: ScannedTable;
  readonly stageSecrets: StageSecrets;
}

/** @throws UserError when the stage is deployed there, or its deploy would not adopt a table. */
const dataTemplate = async (assemblyFolder: string, { stage, stacks }: StageDeployment): Promise<Template> => {
  const name = resourceName(stage.stage, 'data');
  if (!stage.protectData) throw new UserError(`Stage ${stage.stage} does not protect its data, and adopts no table.`);
  if ((await stacks.list()).some((stack) => stack.name === name))
    throw new UserError(
      `Stage ${stage.stage} is deployed in ${stage.region}. Restore it where it is not: set another region or account ` +
        'in infra/stages.ts. After a restore that was interrupted, run import-secrets, then deploy.',
    );
  const found = readAssembly(assemblyFolder).stacks.find((stack) => stack.name === name);
  if (!found) throw new UserError(`The app has no stack ${name}.`);
  return found.template;
};

const reconciledText = ({ ended, published, takenOver, removed, erased, notErased }: Reconciled): string =>
  [
    `  ended: ${ended} sessions, codes and links; published again: ${published} events`,
    `  from the newer table: ${takenOver} taken over, ${removed} removed, ${erased} applicants erased again`,
    ...notErased.map((applicantId) => `  NOT erased again: ${applicantId}. Erase it when it is assessed.`),
  ].join('\n');

/**
 * Waits until the person at the terminal has restored the files. Sweeps erase again who was erased since then: files
 * that came back after that would stay.
 *
 * @throws UserError when they are not there.
 */
const filesRestored = async (deployment: StageDeployment): Promise<void> => {
  const { stage, stacks } = deployment;
  const data = (await stacks.list()).find(({ name }) => name === resourceName(stage.stage, 'data'));
  // The name by which the CDK exports what CloudFormation has called the bucket.
  const [, bucket] = Object.entries(data?.outputs ?? {}).find(([key]) => key.startsWith('ExportsOutputReffiles')) ?? [];
  try {
    await confirm(`Restore the files of the same moment into the bucket ${bucket}.`, 'restored', deployment);
  } catch {
    throw new UserError(
      `The stage is not complete. When the files are in the bucket ${bucket}: npm run deploy -- --stage ${stage.stage}`,
    );
  }
};

/**
 * Restores a stage where it is not deployed: the table under the name that the stage gives it, with its settings, and
 * reconciled before anything runs on it; then the data stack, which adopts it; the secrets; the files, by hand; and all
 * other stacks.
 *
 * @returns the public address of the API, without `/v1`; undefined after a dry run.
 * @throws UserError stating what is in the way, what failed and why, and what to do.
 */
export const restoreStage = async (
  deployment: StageDeployment,
  { from, atMs, secrets, userName, dryRun, yes, withoutFiles }: RestoreChoices,
  effects: RestoreEffects,
): Promise<string | undefined> => {
  const { stage, folder, say } = deployment;
  const assemblyFolder = join(folder, 'cdk.restore.out');
  mkdirSync(folder, { recursive: true });
  rmSync(assemblyFolder, { recursive: true, force: true });
  await deployment.synthesise(assemblyFolder);
  const settings = tableSettingsOf(await dataTemplate(assemblyFolder, deployment));
  const { TableName } = settings;
  say(`  ${TableName}: ${from === undefined ? 'as it is' : `restored from ${from}`}, in ${stage.region}`);
  say(
    `  ${effects.newer ? 'The newer table is consulted' : 'No newer table: what was erased or revoked since then is back'}`,
  );
  if (dryRun) return;
  if (!withoutFiles && !deployment.ask)
    throw new UserError('There is no terminal to wait for the files at. If there are none: --without-files.');
  if (!yes) await confirm(`Restore the stage ${stage.stage}?`, 'yes', deployment);

  const restoredToMs = await restoreTable({ from, atMs }, settings, effects.clock(), effects);
  say(`  ${TableName} has the data of ${isoTime(restoredToMs)}`);
  await applyTableSettings(settings, tagsOf(stage.stage), effects);
  const reconciled = await reconcileTable(
    { restoredToMs, erasedBy: `operator:${userName}` },
    {
      restored: effects.tableNamed(TableName),
      ...(effects.newer && { newer: effects.newer }),
      clock: effects.clock,
      wait: effects.pause,
      say,
    },
  );
  say(reconciledText(reconciled));

  const data = [resourceName(stage.stage, 'data'), '--exclusively', '--import-existing-resources'];
  await deployment.runCdk(deployCommand(assemblyFolder, data), () => undefined);
  say(`  ${await importSecrets(secrets, effects.stageSecrets)}`);
  if (!withoutFiles) await filesRestored(deployment);
  return deployStage(deployment, { dryRun: false, yes: true, dataLossAllowed: [] });
};
