import { AccessLogFormat } from 'aws-cdk-lib/aws-apigateway';
import { HttpApi, HttpStage, LogGroupLogDestination } from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import { type App, type Stack, Tags } from 'aws-cdk-lib/core';
import { makeFleetFunction } from '#infra/constructs/fleet-function';
import { makeLogGroup } from '#infra/constructs/log-group';
import { makeTrafficShift, type TrafficShift } from '#infra/constructs/traffic-shift';
import type { Deployment, Foundation } from '#infra/deployment';
import { accessLogName, FALLBACK_FUNCTION, resourceName } from '#infra/names';
import { isEdgeOnly } from '#infra/stage-config';
import { exportAlways, makeStack } from './stack.ts';

/**
 * One line per request: the request id, which every log line of the request has, and the address of the connection,
 * which no other log has: behind an edge that of the edge, whose own log has the caller's. It contains nothing else
 * about the caller.
 *
 * A 429 or 503 of the gateway itself has no `answer`, which is the status that a function responded with. A 503 whose
 * `integrationStatus` is 429 is a function beyond its concurrency. Source: Amazon API Gateway Developer Guide,
 * "Customize HTTP API access logs".
 */
const ACCESS_LOG_FORMAT = JSON.stringify({
  requestId: '$context.requestId',
  sourceIp: '$context.identity.sourceIp',
  time: '$context.requestTimeEpoch',
  route: '$context.routeKey',
  status: '$context.status',
  responseBytes: '$context.responseLength',
  responseMs: '$context.responseLatency',
  integrationMs: '$context.integrationLatency',
  integrationStatus: '$context.integrationStatus',
  answer: '$context.integration.status',
  error: '$context.error.responseType',
});

/** The HTTP API without its routes. */
export interface ApiStack {
  readonly stack: Stack;
  readonly api: HttpApi;
  /** How endpoints pass to a new version; at once when undefined. */
  readonly trafficShift?: TrafficShift;
}

/**
 * The HTTP API: its stage without a prefix (routes carry `/v1`), its access log, and the function for unrouted
 * requests.
 */
export const makeApiStack = (app: App, deployment: Deployment, { table, alarmTopic }: Foundation): ApiStack => {
  const { stage } = deployment;
  const stack = makeStack(app, 'api', 'HTTP API of the KYB service', stage);
  const fallback = makeFleetFunction(
    stack,
    {
      name: FALLBACK_FUNCTION,
      description: 'Answers preflight requests, unknown routes and wrong methods',
      needs: { touches: {} },
      timeoutSeconds: stage.apiTimeoutSeconds,
    },
    deployment,
    { table },
  );
  const api = new HttpApi(stack, 'api', {
    apiName: resourceName(stage.stage, 'api'),
    createDefaultStage: false,
    ...(isEdgeOnly(stage) && { disableExecuteApiEndpoint: true }),
    defaultIntegration: new HttpLambdaIntegration(`${FALLBACK_FUNCTION}-integration`, fallback),
  });
  if (stage.fixedApiId !== undefined) Tags.of(api).add('ms-custom-id', stage.fixedApiId);

  const accessLog = makeLogGroup(stack, 'access-log', accessLogName(stage.stage), stage.accessLogRetentionDays, stage);
  new HttpStage(stack, 'stage', {
    httpApi: api,
    stageName: '$default',
    autoDeploy: true,
    throttle: { rateLimit: stage.throttle.requestsPerSecond, burstLimit: stage.throttle.burst },
    accessLogSettings: {
      destination: new LogGroupLogDestination(accessLog),
      format: AccessLogFormat.custom(ACCESS_LOG_FORMAT),
    },
  });
  exportAlways(stack, [api.apiId]);
  return {
    stack,
    api,
    ...(stage.trafficShift && {
      trafficShift: makeTrafficShift(stack, stage.trafficShift, api, { stage, alarmTopic }),
    }),
  };
};
