import { describe, expect, test } from 'vitest';
import { CONSUMERS } from '#functions/events/consumers';
import { STAGES } from '#infra/stage-config';
import { EVENTS } from '#shared/events/catalogue';
import { alarmsOf, functionsOf, type Resource, resourcesOf, type SynthesizedStage, synthesize } from './synthesis.ts';

const queueConsumers = CONSUMERS.flatMap((consumer) =>
  consumer.trigger.kind === 'queue' ? [{ ...consumer, trigger: consumer.trigger }] : [],
);

const queue = (stage: SynthesizedStage, name: string): Resource =>
  resourcesOf(stage, 'AWS::SQS::Queue').find(
    ({ Properties }) => Properties.QueueName === `kyb-service-${stage.config.stage}-${name}`,
  ) ?? { Type: 'missing', Properties: {} };

describe.each(STAGES)('on %s', (stageName) => {
  const stage = synthesize(stageName);
  const alarms = alarmsOf(stage);

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
        const alarm = alarms.get(name);
        expect(alarm?.AlarmDescription, name).toContain(consumer.failureMeansToCustomer);
        expect(alarm?.AlarmActions, name).toHaveLength(1);
      }
    },
  );

  test.each(CONSUMERS.filter(({ trigger }) => trigger.kind !== 'queue'))('$name has its alarms too', (consumer) => {
    const own = [...alarms].filter(([name]) => name.startsWith(consumer.name));
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
});
