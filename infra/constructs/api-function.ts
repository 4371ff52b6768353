import { type HttpApi, type HttpMethod, HttpRoute, HttpRouteKey } from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import { Stack } from 'aws-cdk-lib/core';
import type { Construct } from 'constructs';
import { reservedConcurrencyOf } from '#infra/concurrency';
import { makeFleetFunction } from '#infra/constructs/fleet-function';
import { makeShiftedAlias } from '#infra/constructs/traffic-shift';
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

/**
 * The function of one endpoint and its routes, from the endpoint's contract. On a stage that shifts traffic, they call
 * its alias.
 */
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
  const { trafficShift } = resources;
  const integrationId = `${contract.name}-integration`;
  const integration = new HttpLambdaIntegration(
    integrationId,
    trafficShift ? makeShiftedAlias(scope, contract.name, handler, trafficShift) : handler,
  );
  const routes = methodsOf(contract).map(
    (method) =>
      new HttpRoute(scope, routeId(method, contract.route), {
        httpApi: api,
        // The methods of contracts have the same names as those of API Gateway.
        routeKey: HttpRouteKey.with(contract.route, method as HttpMethod),
        integration,
      }),
  );
  // Calls are permitted before they are made, also when a stage begins to shift traffic, or ends it. The first route has
  // the integration of all.
  const made = routes[0]?.node.findChild(integrationId);
  for (const { node } of routes) made?.node.addDependency(node.findChild(`${integrationId}-Permission`));
};
