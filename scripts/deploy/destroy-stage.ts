import { UserError } from '#scripts/local-cloud/user-error';
import { confirm } from './confirm.ts';
import { removalOrder } from './order.ts';
import type { PresentStack } from './plan.ts';
import type { StageDeployment } from './stage-deployment.ts';
import { isStateful, statefulResources } from './template.ts';

/** The names of a stack's buckets, as far as its outputs tell them. */
const bucketsOf = ({ template: { Resources = {}, Outputs = {} }, outputs }: PresentStack): string[] =>
  Object.entries(Outputs).flatMap(([key, { Value }]) => {
    const logicalId = (Value as { Ref?: string } | undefined)?.Ref ?? '';
    const name = outputs[key];
    return Resources[logicalId]?.Type === 'AWS::S3::Bucket' && name !== undefined ? [name] : [];
  });

/** What the person who destroys has decided beforehand. */
export interface DestroyChoices {
  /** Ends after showing what would be deleted. */
  readonly dryRun: boolean;
  /** Does not ask. */
  readonly yes: boolean;
}

/**
 * Deletes every stack of a stage, with its data.
 *
 * @throws UserError for a stage that protects its data, when nobody agrees, and when something cannot be deleted.
 */
export const destroyStage = async (deployment: StageDeployment, { dryRun, yes }: DestroyChoices): Promise<void> => {
  const { stage, stacks, releases, emptyBucket, say } = deployment;
  if (stage.protectData)
    throw new UserError(
      `Stage ${stage.stage} protects its data: protectData in infra/stages.ts. This command does not destroy it.`,
    );
  const present = await stacks.list();
  if (present.length === 0) {
    say(`The stage ${stage.stage} has no stacks.`);
    return;
  }
  for (const { name, template } of present) {
    say(`  ${name}: deleted, ${Object.keys(template.Resources ?? {}).length} resources`);
    const stateful = Object.values(template.Resources ?? {}).some(isStateful) ? statefulResources(template) : [];
    for (const label of stateful) say(`    - ${label}: deleted, WITH ITS DATA`);
  }
  if (dryRun) return;
  if (!yes) await confirm(`Destroy the stage ${stage.stage}? Nothing of it can be restored.`, stage.stage, deployment);
  await Promise.all(present.flatMap(bucketsOf).map(emptyBucket));
  for (const name of removalOrder(new Map(present.map((stack) => [stack.name, stack.template])))) {
    const startedAtMs = performance.now();
    await stacks.remove(name);
    say(`  ${name} removed (${((performance.now() - startedAtMs) / 1000).toFixed(0)} s)`);
  }
  await releases.remove(await releases.list());
};
