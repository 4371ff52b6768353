import { type HttpApi, type HttpMethod, HttpRoute, HttpRouteKey } from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import { Stack } from 'aws-cdk-lib/core';
import type { Construct } from 'constructs';
import { reservedConcurrencyOf } from '#infra/concurrency';
import { makeFleetFunction } from '#infra/constructs/fleet-function';
import type { Deployment, SharedResources } from '#infra/deployment';
import type { StageConfig } from '#infra/stage-config';
import { type Contract, methodsOf } from '#shared/http/contract';

/** The API's public address, without `/v1`: that of its edge, the stage's own, or API Gateway's by default. */
export const apiUrlOf = ({ edge, apiUrl }: StageConfig, { apiId }: HttpApi, { region, urlSuffix }: Stack): string =>
  edge ? `https://${edge.domainName}` : (apiUrl ?? `https://${apiId}.execute-api.${region}.${urlSuffix}`);

/**
 * The id of a route: its method and path without the names of parameters. A renamed endpoint or parameter thus changes
 * the route in place. Under another id CloudFormation would create the new route first, which API Gateway refuses while
 * the old one has the same key.
 */
const routeId = (method: string, path: string): string => `${method} ${path.replaceAll(/\{[^}]*\}/g, '{}')}`;

/** The function of one endpoint and its route, from the endpoint's contract. */
export const makeApiFunction = (
  scope: Construct,
  contract: Contract,
  api: HttpApi,
  deployment: Deployment,
  resources: SharedResources,
): void => {
  const handler = makeFleetFunction(
    scope,
    {
      name: contract.name,
      description: contract.summary,
      needs: contract,
      timeoutSeconds: Math.max(contract.timeoutSeconds ?? 0, deployment.stage.apiTimeoutSeconds),
      reservedConcurrency: reservedConcurrencyOf(contract, deployment.stage),
    },
    deployment,
    { ...resources, apiUrl: apiUrlOf(deployment.stage, api, Stack.of(scope)) },
  );
  const integration = new HttpLambdaIntegration(`${contract.name}-integration`, handler);
  for (const method of methodsOf(contract)) {
    // The methods of contracts have the same names as those of API Gateway.
    new HttpRoute(scope, routeId(method, contract.route), {
      httpApi: api,
      routeKey: HttpRouteKey.with(contract.route, method as HttpMethod),
      integration,
    });
  }
};
