import { describe, expect, test } from 'vitest';
import { CONSUMERS } from '#functions/events/consumers';
import { STAGES } from '#infra/stage-config';
import { visibilitySeconds } from '#shared/consumers/consumer';
import { EVENTS } from '#shared/events/catalogue';
import { MAX_RECEIVES } from '#shared/events/message-retry';
import { ID_OLDER_MS } from '#shared/events/outbox';
import { CLOCKS_DIFFER_MS, OUTBOX_SEARCHES } from '#shared/events/outbox-search';
import {
  actionsOf,
  alarmsOf,
  functionsOf,
  type Resource,
  resourcesOf,
  type SynthesizedStage,
  synthesize,
} from './synthesis.ts';

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

  test('no function runs, by another clock, until the second search has passed the id of an event that it emits', () => {
    const longestMs = 1000 * Math.max(...functionsOf(stage).map(({ properties }) => properties.Timeout));
    expect(OUTBOX_SEARCHES.second.afterMs).toBeGreaterThan(ID_OLDER_MS + longestMs + CLOCKS_DIFFER_MS);
    expect(OUTBOX_SEARCHES.first.afterMs).toBeGreaterThan(ID_OLDER_MS);
  });

  test('triggers the publisher only by inserts into the outbox, for as long as the stream keeps them, and halves bad batches', () => {
    const [mapping] = resourcesOf(stage, 'AWS::Lambda::EventSourceMapping').filter(({ stack }) => stack === 'events');
    expect(mapping?.Properties).toMatchObject({
      StartingPosition: 'TRIM_HORIZON',
      BisectBatchOnFunctionError: true,
      FunctionResponseTypes: ['ReportBatchItemFailures'],
      DestinationConfig: { OnFailure: { Destination: expect.anything() } },
    });
    // Without a bound on retries, until the stream drops the record.
    expect(mapping?.Properties.MaximumRetryAttempts).toBeUndefined();
    expect(mapping?.Properties.MaximumRecordAgeInSeconds).toBe(24 * 3600);
    expect(
      mapping?.Properties.FilterCriteria.Filters.map(({ Pattern }: { Pattern: string }) => JSON.parse(Pattern)),
    ).toEqual([{ eventName: ['INSERT'], dynamodb: { Keys: { pk: { S: [{ prefix: 'OUTBOX#' }] } } } }]);
    expect(queue(stage, 'publish-events-dlq').Type).toBe('AWS::SQS::Queue');
  });

  test('triggers the lists only by inserts and changes of deliveries and of applicants, and by changes of wallets, gathered for a second', () => {
    const [mapping] = resourcesOf(stage, 'AWS::Lambda::EventSourceMapping').filter(
      ({ stack, Properties }) => stack === 'delivery' && 'FilterCriteria' in Properties,
    );
    expect(mapping?.Properties).toMatchObject({
      StartingPosition: 'TRIM_HORIZON',
      BisectBatchOnFunctionError: true,
      MaximumBatchingWindowInSeconds: 1,
      MaximumRecordAgeInSeconds: 24 * 3600,
      FunctionResponseTypes: ['ReportBatchItemFailures'],
      DestinationConfig: { OnFailure: { Destination: expect.anything() } },
    });
    expect(
      mapping?.Properties.FilterCriteria.Filters.map(({ Pattern }: { Pattern: string }) => JSON.parse(Pattern)),
    ).toEqual([
      {
        eventName: ['INSERT', 'MODIFY'],
        dynamodb: { Keys: { pk: { S: [{ prefix: 'WHD#' }] }, sk: { S: ['DELIVERY'] } } },
      },
      {
        eventName: ['INSERT', 'MODIFY'],
        dynamodb: { Keys: { pk: { S: [{ prefix: 'APP#' }] }, sk: { S: ['APPLICANT'] } } },
      },
      {
        eventName: ['MODIFY'],
        dynamodb: { Keys: { pk: { S: [{ prefix: 'WALLET#' }] }, sk: { S: ['WALLET'] } } },
      },
    ]);
    expect(queue(stage, 'keep-lists-dlq').Type).toBe('AWS::SQS::Queue');
  });

  test('has a queue for events that cannot be published, which both publishers use, with an alarm', () => {
    const name = 'unpublishable-events';
    expect(queue(stage, `${name}-dlq`).Properties.MessageRetentionPeriod).toBe(14 * 24 * 3600);
    expect(alarms.get(`${name}-dead-letters`)?.AlarmActions ?? []).toHaveLength(stage.config.observed ? 1 : 0);
    const publishers = functionsOf(stage).filter(({ properties }) => 'BUS_NAME' in properties.Environment.Variables);
    expect(publishers.map((one) => one.name)).toEqual(['publish-events', 'sweep-events']);
    for (const { properties, statements } of publishers) {
      const { Ref } = properties.Environment.Variables.UNPUBLISHABLE_QUEUE_URL;
      expect(stage.stacks['events']?.Resources[Ref]?.Properties.QueueName).toContain(`${name}-dlq`);
      expect(JSON.stringify(statements.filter((one) => actionsOf(one).includes('sqs:SendMessage')))).toContain(Ref);
    }
  });

  test.each(queueConsumers)('$name has a queue that waits for it, and dead letters that are kept', (consumer) => {
    const main = queue(stage, consumer.trigger.queue).Properties;
    // A message whose worker was killed waits no longer than that worker could have run. Lambda requires at least this.
    expect(main.VisibilityTimeout).toBe(visibilitySeconds(consumer));
    expect(main.VisibilityTimeout).toBeGreaterThan(consumer.timeoutSeconds);
    expect(main.RedrivePolicy.maxReceiveCount).toBe(MAX_RECEIVES);
    expect(main.SqsManagedSseEnabled).toBe(true);
    const dead = queue(stage, `${consumer.trigger.queue}-dlq`).Properties;
    expect(dead.MessageRetentionPeriod).toBe(14 * 24 * 3600);
    expect(dead.MessageRetentionPeriod).toBeGreaterThan(main.MessageRetentionPeriod);
    expect(dead.SqsManagedSseEnabled).toBe(true);
  });

  test.each(queueConsumers)('$name may delay its messages, and put them among their dead letters', (consumer) => {
    const own = functionsOf(stage).find(({ name }) => name === consumer.name);
    const { QUEUE_URL, DEAD_LETTER_QUEUE_URL } = own?.properties.Environment.Variables ?? {};
    const named = (ref: { Ref: string }) => stage.stacks[own?.stack ?? '']?.Resources[ref.Ref]?.Properties.QueueName;
    expect(named(QUEUE_URL)).toBe(`kyb-service-${stageName}-${consumer.trigger.queue}`);
    expect(named(DEAD_LETTER_QUEUE_URL)).toBe(`kyb-service-${stageName}-${consumer.trigger.queue}-dlq`);
    const onQueue = (action: string, ref: { Ref: string }) =>
      own?.statements.some(
        (one) => actionsOf(one).includes(action) && JSON.stringify(one.Resource).includes(`"${ref.Ref}"`),
      );
    expect(onQueue('sqs:ChangeMessageVisibility', QUEUE_URL)).toBe(true);
    expect(onQueue('sqs:SendMessage', DEAD_LETTER_QUEUE_URL)).toBe(true);
  });

  test.each(queueConsumers)(
    '$name reports each message of a batch separately, and has as many instances at once as it declares',
    ({ name, trigger }) => {
      const mapping = resourcesOf(stage, 'AWS::Lambda::EventSourceMapping').find(
        ({ stack, Properties }) =>
          stage.stacks[stack]?.Resources[Properties.FunctionName.Ref]?.Properties.FunctionName ===
          `kyb-service-${stage.config.stage}-${name}`,
      );
      expect(mapping?.Properties).toMatchObject({
        BatchSize: trigger.batchSize,
        FunctionResponseTypes: ['ReportBatchItemFailures'],
      });
      expect(mapping?.Properties.ScalingConfig?.MaximumConcurrency).toBe(trigger.maxConcurrency);
    },
  );

  test.each(stage.config.observed ? queueConsumers : [])(
    '$name raises an alarm when it fails or falls behind, which says what that means',
    (consumer) => {
      for (const trouble of ['dead-letters', 'late']) {
        const name = `${consumer.trigger.queue}-${trouble}`;
        const alarm = alarms.get(name);
        expect(alarm?.AlarmDescription, name).toContain(consumer.failureMeansToCustomer);
        expect(alarm?.AlarmActions, name).toHaveLength(1);
      }
    },
  );

  const otherConsumers = CONSUMERS.filter(({ trigger }) => trigger.kind !== 'queue');
  test.each(stage.config.observed ? otherConsumers : [])('$name has its alarms too', (consumer) => {
    const own = [...alarms].filter(([name]) => name.startsWith(consumer.name));
    expect(own.length).toBeGreaterThan(0);
    for (const [, alarm] of own) expect(alarm.AlarmDescription).toContain(consumer.failureMeansToCustomer);
  });

  test('marks a message that a function sends to its own queue as intended recursion', () => {
    const wakesItself = queueConsumers.filter(({ touches, trigger }) =>
      touches.uses?.some((name) => name === trigger.queue),
    );
    expect(wakesItself.length).toBeGreaterThan(0);
    for (const { name, properties } of functionsOf(stage)) {
      const expected = wakesItself.some((one) => one.name === name) ? 'Allow' : undefined;
      expect(properties.RecursiveLoop, name).toBe(expected);
    }
  });

  test('routes events to their queues, and to dead letters if it cannot', () => {
    const rules = resourcesOf(stage, 'AWS::Events::Rule').map(({ Properties }) => Properties);
    const types = (name: string) =>
      rules.find(({ Name }) => Name === `kyb-service-${stage.config.stage}-${name}`)?.EventPattern;
    expect(types('assessments')).toEqual({
      source: ['kyb-service'],
      'detail-type': ['kyb.applicant.submitted', 'kyb.reassessment.requested'],
    });
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
