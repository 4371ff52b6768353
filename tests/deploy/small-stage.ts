import { join } from 'node:path';
import { AttributeType } from 'aws-cdk-lib/aws-dynamodb';
import { EventBus } from 'aws-cdk-lib/aws-events';
import { Code } from 'aws-cdk-lib/aws-lambda';
import { Queue } from 'aws-cdk-lib/aws-sqs';
import { AssetStaging, Stack } from 'aws-cdk-lib/core';
import { CONTRACTS } from '#functions/api/contracts';
import { makeApp } from '#infra/cdk-app';
import { resourceName } from '#infra/names';
import { makeOutputs } from '#infra/outputs';
import { makeApiStack } from '#infra/stacks/api';
import { makeApiGroupStack } from '#infra/stacks/api-group';
import { makeDataStack } from '#infra/stacks/data';
import type { StageConfig } from '#infra/stage-config';
import type { Contract } from '#shared/http/contract';

/** An endpoint of a small stage: that of the service, perhaps under another name, in another group. */
export interface SmallEndpoint {
  /** The name of its contract and its bundle. */
  readonly of: string;
  readonly name?: string;
  readonly group?: string;
  readonly summary?: string;
}

/** A stage with a few endpoints of the service, which is deployed in seconds. */
export interface SmallStage {
  readonly endpoints: readonly SmallEndpoint[];
  /** An event bus in the stack of the group `wallet`, by its name without the stage. */
  readonly bus?: string;
  /** A queue beside it. */
  readonly queue?: string;
  /** One more index of the table. */
  readonly index?: string;
}

/** The functions that a small stage may have. */
export const SMALL_FUNCTIONS: readonly string[] = [
  'answer-unrouted',
  'read-openapi',
  'read-signing-keys',
  'read-status',
  'read-wallet',
];

const contractOf = ({ of, ...changed }: SmallEndpoint): Contract => {
  const contract = CONTRACTS.find(({ name }) => name === of);
  if (!contract) throw new TypeError(`There is no endpoint ${of}`);
  return { ...contract, ...changed };
};

/** Writes the assembly of a small stage, of the service's own constructs, as `infra/app.ts` writes that of a stage. */
export const synthesiseSmallStage = (
  { endpoints, bus, queue, index }: SmallStage,
  stage: StageConfig,
  assemblyFolder: string,
  bundlesFolder: string,
): void => {
  // The CDK copies a bundle once for a process, and earlier assemblies are gone.
  AssetStaging.clearAssetHashCache();
  const context = { '@aws-cdk/core:validateAgainstDefaultRules': false };
  const app = makeApp({ outdir: assemblyFolder, context });
  const bundleOf = new Map(endpoints.map(({ of, name = of }) => [name, of]));
  const codeOf = (name: string) => Code.fromAsset(join(bundlesFolder, bundleOf.get(name) ?? name));
  const deployment = { stage, codeOf };
  const foundation = makeDataStack(app, deployment);
  const { stack, api } = makeApiStack(app, deployment, foundation);
  makeOutputs(stack, stage, api, foundation);
  for (const [group, contracts] of Map.groupBy(endpoints.map(contractOf), ({ group }) => group)) {
    makeApiGroupStack(app, group, contracts, api, deployment, { table: foundation.table });
  }
  const wallet = app.node.tryFindChild(resourceName(stage.stage, 'api-wallet'));
  if (wallet instanceof Stack) {
    if (bus !== undefined) new EventBus(wallet, 'bus', { eventBusName: resourceName(stage.stage, bus) });
    if (queue !== undefined) new Queue(wallet, 'queue', { queueName: resourceName(stage.stage, queue) });
  }
  if (index !== undefined) {
    const partitionKey = { name: `${index}pk`, type: AttributeType.STRING };
    foundation.table.addGlobalSecondaryIndex({ indexName: index, partitionKey });
  }
  app.synth();
};
