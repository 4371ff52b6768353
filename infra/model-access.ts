import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Stack } from 'aws-cdk-lib/core';
import type { StageConfig } from './stage-config.ts';

/** The prefix of an inference profile's id. A profile passes requests on to its model in several regions. */
const PROFILE_PREFIX = /^(?:us|us-gov|eu|apac|jp|au|ca|global)\./;

/**
 * The permissions to call the stage's model, and no other, and to apply its guardrail. An inference profile needs the
 * permission on itself and on its model in each region that it may choose (Amazon Bedrock User Guide, "Prerequisites
 * for inference profiles").
 */
export const modelStatements = ({ model, region: home }: StageConfig, stack: Stack): PolicyStatement[] => {
  if (model === undefined) return [];
  const { modelId, region = home, guardrail } = model;
  const service = 'bedrock';
  const foundation = (id: string, where: string) =>
    stack.formatArn({ service, region: where, account: '', resource: 'foundation-model', resourceName: id });
  const isProfile = PROFILE_PREFIX.test(modelId);
  const models = isProfile
    ? [
        stack.formatArn({ service, region, resource: 'inference-profile', resourceName: modelId }),
        foundation(modelId.replace(PROFILE_PREFIX, ''), '*'),
      ]
    : [foundation(modelId, region)];
  return [
    new PolicyStatement({ actions: ['bedrock:InvokeModel'], resources: models }),
    ...(guardrail
      ? [
          new PolicyStatement({
            actions: ['bedrock:ApplyGuardrail'],
            resources: [stack.formatArn({ service, region, resource: 'guardrail', resourceName: guardrail.id })],
          }),
        ]
      : []),
  ];
};
