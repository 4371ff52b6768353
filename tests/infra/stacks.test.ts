import { describe, expect, test } from 'vitest';
import { CONSUMERS } from '#functions/events/consumers';
import { contractsOf } from '#infra/contracts-of-stage';
import { FALLBACK_FUNCTION } from '#infra/stacks/api';
import { STAGES } from '#infra/stage-config';
import { EVENTS } from '#shared/events/catalogue';
import { functionsOf, type Resource, resourcesOf, type SynthesizedStage, synthesize } from './synthesis.ts';

const stages = Object.fromEntries(STAGES.map((stage) => [stage, synthesize(stage)])) as Record<
  (typeof STAGES)[number],
  SynthesizedStage
>;

const queueConsumers = CONSUMERS.flatMap((consumer) =>
  consumer.trigger.kind === 'queue' ? [{ ...consumer, trigger: consumer.trigger }] : [],
);

const queue = (stage: SynthesizedStage, name: string): Resource =>
  resourcesOf(stage, 'AWS::SQS::Queue').find(
    ({ Properties }) => Properties.QueueName === `kyb-service-${stage.config.stage}-${name}`,
  ) ?? { Type: 'missing', Properties: {} };

const alarms = (stage: SynthesizedStage) =>
  new Map(
    resourcesOf(stage, 'AWS::CloudWatch::Alarm').map(({ Properties }) => [
      String(Properties.AlarmName).replace(`kyb-service-${stage.config.stage}-`, ''),
      Properties,
    ]),
  );

describe.each(Object.entries(stages))('%s', (_, stage) => {
  test('has a function for every contract and consumer, and what answers the rest', () => {
    const expected = [...contractsOf(stage.config), ...CONSUMERS].map(({ name }) => name);
    expect(
      functionsOf(stage)
        .map(({ name }) => name)
        .sort(),
    ).toEqual([...expected, FALLBACK_FUNCTION].sort());
  });

  test('routes every contract and leaves the rest to the fallback', () => {
    const routes = resourcesOf(stage, 'AWS::ApiGatewayV2::Route').map(({ Properties }) => Properties.RouteKey);
    expect(routes.sort()).toEqual(
      [...contractsOf(stage.config).map(({ method, route }) => `${method} ${route}`), '$default'].sort(),
    );
  });

  test('runs every function on Node.js 24 and arm64, with 512 MB or more, below its caller’s patience', () => {
    for (const { name, properties } of functionsOf(stage)) {
      expect(properties.Runtime, name).toBe('nodejs24.x');
      expect(properties.Architectures, name).toEqual(['arm64']);
      expect(properties.MemorySize, name).toBeGreaterThanOrEqual(512);
    }
    for (const { name } of contractsOf(stage.config)) {
      const fn = functionsOf(stage).find((one) => one.name === name);
      expect(fn?.properties.Timeout, name).toBeLessThan(30);
    }
  });

  test('keeps the logs of every function in a group of its own, and not for ever', () => {
    const groups = functionsOf(stage).map(({ stack, properties }) => {
      const id = properties.LoggingConfig.LogGroup.Ref;
      return { id: `${stack}/${id}`, group: stage.stacks[stack]?.Resources[id] };
    });
    expect(new Set(groups.map(({ id }) => id)).size).toBe(groups.length);
    for (const { id, group } of groups) {
      expect(group?.Properties.RetentionInDays, id).toBe(stage.config.logRetentionDays);
    }
    for (const { Properties } of resourcesOf(stage, 'AWS::Logs::LogGroup')) {
      expect(Properties.RetentionInDays).toBe(stage.config.logRetentionDays);
    }
  });

  test('backs the table up to the second, publishes its changes and encrypts it', () => {
    const [table, ...others] = resourcesOf(stage, 'AWS::DynamoDB::Table');
    expect(others).toEqual([]);
    expect(table?.Properties).toMatchObject({
      BillingMode: 'PAY_PER_REQUEST',
      PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
      SSESpecification: { SSEEnabled: true },
      StreamSpecification: { StreamViewType: 'NEW_AND_OLD_IMAGES' },
      TimeToLiveSpecification: { AttributeName: 'expiresAtSeconds', Enabled: true },
    });
    expect(table?.Properties.GlobalSecondaryIndexes).toHaveLength(2);
  });

  test('generates its secrets, so that nobody has seen them', () => {
    const secrets = resourcesOf(stage, 'AWS::SecretsManager::Secret').map(({ Properties }) => Properties);
    expect(secrets.map(({ Name }) => Name).sort()).toEqual(
      ['pepper', 'signing', 'vault'].map((name) => `kyb-service/${stage.config.stage}/${name}`),
    );
    for (const secret of secrets) {
      expect(secret.GenerateSecretString.PasswordLength).toBe(64);
      expect(secret).not.toHaveProperty('SecretString');
    }
  });

  test('wakes the publisher by inserts into the outbox only, halves bad batches, and puts aside what stays bad', () => {
    const [mapping] = resourcesOf(stage, 'AWS::Lambda::EventSourceMapping').filter(({ stack }) => stack === 'events');
    expect(mapping?.Properties).toMatchObject({
      StartingPosition: 'TRIM_HORIZON',
      BisectBatchOnFunctionError: true,
      FunctionResponseTypes: ['ReportBatchItemFailures'],
      DestinationConfig: { OnFailure: { Destination: expect.anything() } },
    });
    expect(mapping?.Properties.MaximumRetryAttempts).toBeGreaterThan(0);
    expect(
      mapping?.Properties.FilterCriteria.Filters.map(({ Pattern }: { Pattern: string }) => JSON.parse(Pattern)),
    ).toEqual([{ eventName: ['INSERT'], dynamodb: { Keys: { pk: { S: [{ prefix: 'OUTBOX#' }] } } } }]);
    expect(queue(stage, 'publish-events-dlq').Type).toBe('AWS::SQS::Queue');
  });

  test.each(queueConsumers)('$name has a queue that waits for it and dead letters that are kept', (consumer) => {
    const main = queue(stage, consumer.trigger.queue).Properties;
    expect(main.VisibilityTimeout).toBe(6 * consumer.timeoutSeconds);
    expect(main.RedrivePolicy.maxReceiveCount).toBe(5);
    expect(main.SqsManagedSseEnabled).toBe(true);
    const dead = queue(stage, `${consumer.trigger.queue}-dlq`).Properties;
    expect(dead.MessageRetentionPeriod).toBe(14 * 24 * 3600);
    expect(dead.MessageRetentionPeriod).toBeGreaterThan(main.MessageRetentionPeriod);
    expect(dead.SqsManagedSseEnabled).toBe(true);
  });

  test.each(queueConsumers)('$name answers for each message of a bounded number of batches', ({ name, trigger }) => {
    const mapping = resourcesOf(stage, 'AWS::Lambda::EventSourceMapping').find(
      ({ stack, Properties }) =>
        stage.stacks[stack]?.Resources[Properties.FunctionName.Ref]?.Properties.FunctionName ===
        `kyb-service-${stage.config.stage}-${name}`,
    );
    expect(mapping?.Properties).toMatchObject({
      BatchSize: trigger.batchSize,
      FunctionResponseTypes: ['ReportBatchItemFailures'],
      ScalingConfig: { MaximumConcurrency: trigger.maxConcurrency },
    });
  });

  test.each(queueConsumers)(
    '$name wakes somebody when it fails or falls behind, and says what that means',
    (consumer) => {
      for (const name of [`${consumer.trigger.queue}-dead-letters`, `${consumer.trigger.queue}-late`]) {
        const alarm = alarms(stage).get(name);
        expect(alarm?.AlarmDescription, name).toContain(consumer.failureMeansToCustomer);
        expect(alarm?.AlarmActions, name).toHaveLength(1);
      }
    },
  );

  test.each(CONSUMERS.filter(({ trigger }) => trigger.kind !== 'queue'))('$name has its alarms too', (consumer) => {
    const own = [...alarms(stage)].filter(([name]) => name.startsWith(consumer.name));
    expect(own.length).toBeGreaterThan(0);
    for (const [, alarm] of own) expect(alarm.AlarmDescription).toContain(consumer.failureMeansToCustomer);
  });

  test('a message that a function sends to its own queue is no loop to Lambda', () => {
    const wakesItself = queueConsumers.filter(({ touches, trigger }) =>
      touches.queues?.some((name) => name === trigger.queue),
    );
    expect(wakesItself.length).toBeGreaterThan(0);
    for (const { name, properties } of functionsOf(stage)) {
      const expected = wakesItself.some((one) => one.name === name) ? 'Allow' : undefined;
      expect(properties.RecursiveLoop, name).toBe(expected);
    }
  });

  test('brings events to the queues that wait for them, and to dead letters when it cannot', () => {
    const rules = resourcesOf(stage, 'AWS::Events::Rule').map(({ Properties }) => Properties);
    const types = (name: string) =>
      rules.find(({ Name }) => Name === `kyb-service-${stage.config.stage}-${name}`)?.EventPattern;
    expect(types('assessments')).toEqual({ source: ['kyb-service'], 'detail-type': ['kyb.applicant.submitted'] });
    expect(types('plans')).toEqual({
      source: ['kyb-service'],
      'detail-type': Object.entries(EVENTS).flatMap(([type, { webhook }]) => (webhook === null ? [] : [type])),
    });
    for (const { Targets } of rules) {
      expect(Targets).toHaveLength(1);
      expect(Targets[0].DeadLetterConfig.Arn).toBeDefined();
    }
  });

  test('tells its tools where everything is', () => {
    const outputs = stage.stacks['api']?.Outputs ?? {};
    for (const name of ['ApiId', 'ApiUrl', 'TableName', 'QueueUrls', 'WebOrigins', 'RateLimitScale']) {
      expect(outputs, name).toHaveProperty(name);
    }
  });

  test('keeps every stack well below the 500 resources that one may hold', () => {
    for (const [name, { Resources }] of Object.entries(stage.stacks)) {
      expect(Object.keys(Resources).length, name).toBeLessThan(450);
    }
  });
});

describe.each([stages.staging, stages.prod])('a stage with data to lose', (stage) => {
  test('refuses to delete its table, and keeps table and secrets when their stack goes', () => {
    const [table] = resourcesOf(stage, 'AWS::DynamoDB::Table');
    expect(table?.Properties.DeletionProtectionEnabled).toBe(true);
    const kept = [...resourcesOf(stage, 'AWS::SecretsManager::Secret'), ...resourcesOf(stage, 'AWS::DynamoDB::Table')];
    for (const { DeletionPolicy, id } of kept) expect(DeletionPolicy, id).toBe('Retain');
  });

  test('refuses to delete its stacks', () => {
    expect(stage.terminationProtected).toHaveLength(Object.keys(stage.stacks).length);
  });

  test('invents nothing and lets no webhook go inside', () => {
    for (const { name, properties } of functionsOf(stage)) {
      expect(properties.Environment.Variables, name).not.toHaveProperty('SIMULATE_LIVE_SOURCES');
      expect(properties.Environment.Variables, name).not.toHaveProperty('ALLOW_LOOPBACK_ENDPOINTS');
    }
  });

  test('has no endpoint that takes no money for money, once money is real', () => {
    const simulated = contractsOf(stage.config).filter(({ onlyWhere }) => onlyWhere === 'simulatedCheckout');
    expect(simulated.length > 0).toBe(stage.config.stage !== 'prod');
  });

  test('keeps events for a replay', () => {
    expect(resourcesOf(stage, 'AWS::Events::Archive')).toHaveLength(1);
  });

  test('watches the whole: failing calls, limits that do not hold, mails that do not go, webhooks that fail', () => {
    const names = [...alarms(stage).keys()];
    for (const name of [
      'api-failing',
      'rate-limits-off',
      'mail-failing',
      'deliveries-failing',
      'publish-events-late',
    ]) {
      expect(names).toContain(name);
    }
    expect(resourcesOf(stage, 'AWS::CloudWatch::Dashboard')).toHaveLength(1);
  });
});

describe.each([stages.dev, stages.staging, stages.prod])('a stage on AWS', (stage) => {
  test('answers preflight requests by its own function, and logs every call by its request id', () => {
    const [api] = resourcesOf(stage, 'AWS::ApiGatewayV2::Api');
    expect(api?.Properties).not.toHaveProperty('CorsConfiguration');
    const [http] = resourcesOf(stage, 'AWS::ApiGatewayV2::Stage');
    expect(http?.Properties.StageName).toBe('$default');
    const format: string = http?.Properties.AccessLogSettings.Format;
    expect(format).toContain('$context.requestId');
    for (const personal of ['sourceIp', 'identity', 'userAgent', 'path']) expect(format).not.toContain(personal);
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
