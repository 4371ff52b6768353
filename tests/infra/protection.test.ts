import { describe, expect, test } from 'vitest';
import { alarmsOf, functionsOf, resourcesOf, synthesize } from './synthesis.ts';

describe.each(['staging', 'prod'] as const)('%s, with data to lose,', (name) => {
  const stage = synthesize(name);

  test('refuses to delete its table, and keeps table and secrets when their stack goes', () => {
    const [table] = resourcesOf(stage, 'AWS::DynamoDB::Table');
    expect(table?.Properties.DeletionProtectionEnabled).toBe(true);
    // With its protection against deletion it stays even after a failed first deploy, and the next one imports it.
    expect(table?.DeletionPolicy).toBe('Retain');
    const kept = ['AWS::SecretsManager::Secret', 'AWS::S3::Bucket', 'AWS::SES::EmailIdentity'];
    for (const { DeletionPolicy, UpdateReplacePolicy, id } of kept.flatMap((type) => resourcesOf(stage, type))) {
      // What is left by a failed first deploy blocks the next one, which cannot import a secret.
      expect([DeletionPolicy, UpdateReplacePolicy], id).toEqual(['RetainExceptOnCreate', 'Retain']);
    }
  });

  test('keeps the logs of functions that are removed, and of those that are deleted with their stack', () => {
    const groups = resourcesOf(stage, 'AWS::Logs::LogGroup');
    expect(groups.length).toBeGreaterThan(functionsOf(stage).length);
    for (const { id, DeletionPolicy, UpdateReplacePolicy } of groups) {
      // A group left by a failed first deploy would block the next one.
      expect([DeletionPolicy, UpdateReplacePolicy], id).toEqual(['RetainExceptOnCreate', 'Retain']);
    }
  });

  test('refuses to delete its stacks', () => {
    expect(stage.terminationProtected).toHaveLength(Object.keys(stage.stacks).length);
  });

  test('simulates nothing and allows no webhook to internal addresses', () => {
    for (const { name, properties } of functionsOf(stage)) {
      expect(properties.Environment.Variables, name).not.toHaveProperty('SIMULATE_LIVE_SOURCES');
      expect(properties.Environment.Variables, name).not.toHaveProperty('ALLOW_LOOPBACK_ENDPOINTS');
    }
  });

  test('simulates no payment in live', () => {
    for (const { name, properties } of functionsOf(stage)) {
      expect(properties.Environment.Variables, name).not.toHaveProperty('SIMULATED_CHECKOUT');
    }
  });

  test('keeps events for a replay', () => {
    expect(resourcesOf(stage, 'AWS::Events::Archive')).toHaveLength(1);
  });

  test('monitors the service: failing calls, ineffective limits, failing mails, failing webhooks', () => {
    const names = [...alarmsOf(stage).keys()];
    for (const name of [
      'api-failing',
      'rate-limits-off',
      'mail-failing',
      'deliveries-failing',
      'publish-events-late',
    ]) {
      expect(names).toContain(name);
    }
    expect(resourcesOf(stage, 'AWS::CloudWatch::Dashboard')).toHaveLength(2);
  });
});

describe.each(['dev', 'staging', 'prod'] as const)('%s, on AWS,', (name) => {
  const stage = synthesize(name);

  test('answers preflight requests with its own function, and logs every call with its request id and address for 90 days', () => {
    const [api] = resourcesOf(stage, 'AWS::ApiGatewayV2::Api');
    expect(api?.Properties).not.toHaveProperty('CorsConfiguration');
    const [http] = resourcesOf(stage, 'AWS::ApiGatewayV2::Stage');
    expect(http?.Properties.StageName).toBe('$default');
    const format: string = http?.Properties.AccessLogSettings.Format;
    // Nothing else of the caller, because paths contain embed tokens, and queries contain whatever callers put there.
    expect(JSON.parse(format)).toStrictEqual({
      requestId: '$context.requestId',
      sourceIp: '$context.identity.sourceIp',
      time: '$context.requestTimeEpoch',
      route: '$context.routeKey',
      status: '$context.status',
      responseBytes: '$context.responseLength',
      responseMs: '$context.responseLatency',
      integrationMs: '$context.integrationLatency',
      integrationStatus: '$context.integrationStatus',
      // Missing for a 429 or 503 of the gateway itself.
      answer: '$context.integration.status',
      error: '$context.error.responseType',
    });
    const accessLogs = resourcesOf(stage, 'AWS::Logs::LogGroup').filter(({ Properties }) =>
      String(Properties.LogGroupName).startsWith('/aws/vendedlogs/'),
    );
    expect(accessLogs.map(({ Properties }) => Properties.RetentionInDays)).toEqual([90]);
  });

  test('refuses plain http to its queues and its topic', () => {
    const queues = resourcesOf(stage, 'AWS::SQS::Queue');
    const policies = resourcesOf(stage, 'AWS::SQS::QueuePolicy').filter(({ Properties }) =>
      JSON.stringify(Properties).includes('aws:SecureTransport'),
    );
    expect(policies).toHaveLength(queues.length);
    expect(JSON.stringify(resourcesOf(stage, 'AWS::SNS::TopicPolicy'))).toContain('aws:SecureTransport');
  });
});
