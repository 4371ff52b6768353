import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import type { App, Stack } from 'aws-cdk-lib/core';
import { CONTRACTS } from '#functions/api/contracts';
import { CONSUMERS } from '#functions/events/consumers';
import type { Consumer } from '#shared/consumers/consumer';
import { apiUrlOf } from './constructs/api-function.ts';
import type { Deployment, Queues } from './deployment.ts';
import { makeOutputs } from './outputs.ts';
import { makeApiStack } from './stacks/api.ts';
import { makeApiGroupStack } from './stacks/api-group.ts';
import { makeConsumerGroupStack } from './stacks/consumer-group.ts';
import { makeDataStack } from './stacks/data.ts';
import { makeEdgeStack } from './stacks/edge.ts';
import { makeEventsStack } from './stacks/events.ts';
import { makeObservabilityStack } from './stacks/observability.ts';
import { makeOriginStack } from './stacks/origin.ts';
import { makeProbeStack } from './stacks/probe.ts';
import type { EdgeConfig, StageConfig } from './stage-config.ts';

const consumersOf = (group: Consumer['group']): readonly Consumer[] =>
  CONSUMERS.filter((consumer) => consumer.group === group);

/**
 * The edge, after the endpoints: they accept a new secret of the edge before it is sent, so that it is rotated under
 * traffic.
 */
const makeEdge = (app: App, stage: StageConfig, edge: EdgeConfig, api: HttpApi, endpoints: readonly Stack[]): void => {
  const origin = makeOriginStack(app, api, stage, edge);
  const stack = makeEdgeStack(app, stage, edge, CONTRACTS);
  for (const first of [origin, ...endpoints]) stack.addStackDependency(first);
};

/**
 * Creates every stack of a stage, in the order of their dependencies: data; the API without its endpoints, so that
 * mails can link to it; what works behind it; its endpoints; and what monitors all of them. Consumers exist before any
 * endpoint that needs them.
 */
export const makeService = (app: App, deployment: Deployment): void => {
  const foundation = makeDataStack(app, deployment);
  const { stack, api, trafficShift } = makeApiStack(app, deployment, foundation);
  makeOutputs(stack, deployment.stage, api, foundation);
  const apiUrl = apiUrlOf(deployment.stage, api, stack);
  const events = makeEventsStack(app, consumersOf('events'), deployment, foundation);
  const group = (name: Consumer['group'], description: string, sentTo: Queues = {}, linked?: string): Queues =>
    makeConsumerGroupStack(app, name, description, consumersOf(name), deployment, foundation, sentTo, linked);
  const mails = group('mails', 'Mails of the KYB service', {}, apiUrl);
  const alerts = group('alerts', 'Alerts of the KYB service about vendors that are watched');
  const queues = {
    ...events,
    ...mails,
    ...group('wallet', 'Wallets of the KYB service: automatic top-ups, and mails', mails),
    ...group('visits', 'Visits to addresses of the KYB service'),
    ...group('assessment', 'Assessment of applicants of the KYB service, and mails about them', mails, apiUrl),
    ...group('watches', 'Billing of watched vendors of the KYB service, and mails about it', mails),
    ...group('files', 'Files and texts of the KYB service that are removed'),
    ...alerts,
    ...group('checks', 'Daily checks of the KYB service of vendors that are watched', alerts),
    ...group('compliance', 'Compliance obligations of the KYB service: mails when they fall due', mails),
    ...group('delivery', 'Webhook delivery of the KYB service', mails),
  };

  const { table, bucket } = foundation;
  const resources = { table, bucket, queues, ...(trafficShift && { trafficShift }) };
  const endpoints = [...Map.groupBy(CONTRACTS, ({ group }) => group)].map(([group, contracts]) =>
    makeApiGroupStack(app, group, contracts, api, deployment, resources),
  );
  if (deployment.stage.edge) makeEdge(app, deployment.stage, deployment.stage.edge, api, endpoints);
  if (deployment.stage.outsideProbe) makeProbeStack(app, deployment.stage.outsideProbe, deployment.stage);
  if (deployment.stage.observed) makeObservabilityStack(app, api, deployment, foundation);
};
