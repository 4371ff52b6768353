import {
  type App,
  CliCredentialsStackSynthesizer,
  DefaultStackSynthesizer,
  type IStackSynthesizer,
  Stack,
} from 'aws-cdk-lib/core';
import { resourceName, tagsOf } from '#infra/names';
import type { StageConfig } from '#infra/stage-config';

// The CDK's own types do not satisfy `exactOptionalPropertyTypes`, although its classes implement the interface.
const synthesizerOf = ({ deployWith }: StageConfig): IStackSynthesizer =>
  (deployWith === 'callerCredentials'
    ? new CliCredentialsStackSynthesizer()
    : new DefaultStackSynthesizer()) as IStackSynthesizer;

/**
 * One stack of a stage, called `kyb-service-<stage>-<name>`.
 *
 * @param description what it holds, for the list of stacks.
 * @param region where it is, if not in the stage's region.
 */
export const makeStack = (
  app: App,
  name: string,
  description: string,
  stage: StageConfig,
  region = stage.region,
): Stack =>
  new Stack(app, resourceName(stage.stage, name), {
    description,
    env: { ...(stage.account !== undefined && { account: stage.account }), region },
    tags: tagsOf(stage.stage),
    terminationProtection: stage.protectData,
    synthesizer: synthesizerOf(stage),
  });

/**
 * Exports values whether or not another stack currently imports them, so that adding the first import, or removing the
 * last one, does not change this stack.
 */
export const exportAlways = (stack: Stack, values: readonly (string | undefined)[]): void => {
  for (const value of values) if (value !== undefined) stack.exportValue(value);
};
