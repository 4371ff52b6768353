import { CfnHealthCheck } from 'aws-cdk-lib/aws-route53';
import type { App } from 'aws-cdk-lib/core';
import { ALARMS } from '#infra/alarms/list';
import { alarmProps, makeAlarm } from '#infra/constructs/alarm';
import { makeAlarmTopic } from '#infra/constructs/alarm-topic';
import { PROBE_REGION } from '#infra/names';
import type { StageConfig } from '#infra/stage-config';
import { makeStack } from './stack.ts';

/** The regions that call the API: the nearest to Lagos, and one far away. Route 53 needs three. */
const CALLING_REGIONS = ['eu-west-1', 'sa-east-1', 'us-east-1'];

/**
 * The outside probe of a stage: Route 53 calls `GET /v1/status` by its public address, and an alarm goes off when most
 * of its regions get no 2xx. The metric of a health check is only in us-east-1, and an alarm notifies only topics of its
 * own region (Amazon Route 53 Developer Guide, "Monitoring health checks using CloudWatch").
 */
export const makeProbeStack = (app: App, { host }: { readonly host: string }, stage: StageConfig): void => {
  const there = { ...stage, region: PROBE_REGION };
  const stack = makeStack(app, 'probe', 'Outside probe of the KYB service', there);
  const check = new CfnHealthCheck(stack, 'status', {
    healthCheckConfig: {
      type: 'HTTPS',
      fullyQualifiedDomainName: host,
      resourcePath: '/v1/status',
      port: 443,
      enableSni: true,
      requestInterval: 30,
      failureThreshold: 3,
      regions: CALLING_REGIONS,
    },
  });
  const place = { stage: stage.stage, apiId: '', healthCheckId: check.attrHealthCheckId };
  const alarmTopic = makeAlarmTopic(stack, there);
  for (const entry of ALARMS.filter(({ madeBy }) => madeBy === 'probe')) {
    makeAlarm(stack, alarmProps(entry, stage, place), { stage: there, alarmTopic });
  }
};
