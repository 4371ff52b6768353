import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import type { App, Stack } from 'aws-cdk-lib/core';
import { makeApiFunction } from '#infra/constructs/api-function';
import type { Deployment, SharedResources } from '#infra/deployment';
import type { Contract } from '#shared/http/contract';
import { makeStack } from './stack.ts';

/**
 * The functions and routes of one group of endpoints. A stack may have 500 resources, which is about seventy endpoints.
 */
export const makeApiGroupStack = (
  app: App,
  group: string,
  contracts: readonly Contract[],
  api: HttpApi,
  deployment: Deployment,
  resources: SharedResources,
): Stack => {
  const stack = makeStack(app, `api-${group}`, `Endpoints of the KYB service: ${group}`, deployment.stage);
  for (const contract of contracts) makeApiFunction(stack, contract, api, deployment, resources);
  return stack;
};
