import { describe, expect, test } from 'vitest';
import { CONSUMERS } from '#functions/events/consumers';
import { STAGES } from '#infra/stage-config';
import { alarmsOf, resourcesOf, settingsOf, synthesize, synthesizeConfig } from './synthesis.ts';

const alarms = alarmsOf(synthesize('prod'));

/** When an alarm of `prod` goes off: at which value, for how many periods of how many seconds. */
const conditionOf = (name: string) => {
  const alarm = alarms.get(name);
  if (alarm === undefined) throw new Error(`There is no alarm ${name}`);
  const { Threshold, EvaluationPeriods, Period, Metrics } = alarm;
  const returned = Metrics?.find(({ ReturnData }: { ReturnData?: boolean }) => ReturnData !== false);
  return [Threshold, EvaluationPeriods, Period ?? returned?.Period ?? null];
};

const namesWith = (ending: string): readonly string[] => [...alarms.keys()].filter((name) => name.endsWith(ending));

/** The alarms that belong to no queue, stream or schedule: value, periods, seconds of a period. */
const OF_THE_SERVICE: Readonly<Record<string, readonly (number | null)[]>> = {
  // Percentages and differences of metrics have no period of their own.
  'api-failing': [1, 2, null],
  'api-down': [50, 1, null],
  'api-slow': [5000, 3, null],
  'gateway-throttled': [50, 2, 300],
  // The same, over a minute.
  'release-failing': [2, 2, null],
  'rate-limits-off': [10, 1, 300],
  'functions-throttled': [10, 2, 300],
  'concurrency-near-quota': [800, 3, 60],
  'text-spend-near-quota': [0.8, 1, 3600],
  'table-throttled': [10, 2, 300],
  'events-swept': [10, 1, 900],
  'messages-stuck': [1, 1, 600],
  'items-set-aside': [1, 1, 900],
  'sources-down': [5, 2, 900],
  'payments-failing': [3, 2, 900],
  'mail-failing': [3, 1, 300],
  'mails-bouncing': [0.04, 1, 3600],
  'mails-complained-about': [0.001, 1, 3600],
  'top-ups-mismatched': [1, 1, 300],
  'signing-keys-tampered': [1, 1, 300],
  'deliveries-failing': [50, 1, 900],
  'delivery-faults': [5, 1, 3600],
  'deliveries-not-logged': [1, 1, 900],
  'applicants-not-listed': [1, 1, 900],
  'wallets-not-settled': [1, 1, 900],
  'deliveries-abandoned': [1, 1, 3600],
  'codes-guessed': [100, 1, 300],
  'credentials-forged': [500, 1, 300],
  'passwords-guessed': [300, 1, 300],
  'refresh-tokens-reused': [10, 1, 300],
  'roles-refused': [5, 1, 300],
  'sign-ins-locked': [50, 1, 300],
  'signatures-refused': [20, 1, 300],
  'signatures-replayed': [50, 1, 300],
};

test.each(Object.entries(OF_THE_SERVICE))('%s goes off at %j', (name, condition) => {
  expect(conditionOf(name)).toEqual(condition);
});

test('one dead letter is enough, within a minute', () => {
  for (const name of namesWith('-dead-letters')) expect(conditionOf(name), name).toEqual([1, 1, 60]);
});

test('a consumer is late after the time that its declaration states, for three minutes; a stream after two minutes', () => {
  for (const { name, trigger } of CONSUMERS) {
    if (trigger.kind === 'queue') {
      expect(conditionOf(`${trigger.queue}-late`), name).toEqual([trigger.lateAfterSeconds, 3, 60]);
    }
    if (trigger.kind === 'stream') expect(conditionOf(`${name}-late`), name).toEqual([120_000, 3, 60]);
  }
});

test('a schedule fails in five runs in a row, or if its metric is missing', () => {
  for (const { name, trigger } of CONSUMERS) {
    if (trigger.kind !== 'schedule') continue;
    const [value, periods] = conditionOf(`${name}-failing`);
    expect([value, periods, alarms.get(`${name}-failing`).TreatMissingData], name).toEqual([1, 5, 'breaching']);
  }
});

/** What alarms make of missing data, if it is not a good sign. */
const OF_MISSING_DATA: Readonly<Record<string, string>> = {
  // SES and SNS report only while they send.
  'mails-bouncing': 'ignore',
  'mails-complained-about': 'ignore',
  'text-spend-near-quota': 'ignore',
  ...Object.fromEntries(
    CONSUMERS.flatMap(({ name, trigger }) => (trigger.kind === 'schedule' ? [[`${name}-failing`, 'breaching']] : [])),
  ),
};

test('every alarm goes off at its value and above, and missing data alarms only for a schedule', () => {
  for (const [name, { ComparisonOperator, TreatMissingData }] of alarms) {
    expect(ComparisonOperator, name).toBe('GreaterThanOrEqualToThreshold');
    expect(TreatMissingData, name).toBe(OF_MISSING_DATA[name] ?? 'notBreaching');
  }
});

/** The statistic that alarms use of each metric, if it is not the sum. */
const STATISTICS: Readonly<Record<string, string>> = {
  ApproximateAgeOfOldestMessage: 'Maximum',
  ApproximateNumberOfMessagesVisible: 'Maximum',
  IteratorAge: 'Maximum',
  ConcurrentExecutions: 'Maximum',
  SMSMonthToDateSpentUSD: 'Maximum',
  Latency: 'p99',
  'Reputation.BounceRate': 'Average',
  'Reputation.ComplaintRate': 'Average',
};

test('ages, lengths and totals count by their maximum, rates by their average, everything else by its sum', () => {
  for (const [name, { MetricName, Statistic, Metrics = [] }] of alarms) {
    const metrics = Metrics.flatMap(
      ({ MetricStat }: { MetricStat?: { Metric: { MetricName: string }; Stat: string } }) =>
        MetricStat ? [[MetricStat.Metric.MetricName, MetricStat.Stat]] : [],
    );
    for (const [metric, statistic] of MetricName ? [[MetricName, Statistic]] : metrics)
      expect(statistic, `${name}: ${metric}`).toBe(STATISTICS[metric] ?? 'Sum');
  }
});

test('every period of an alarm must exceed its value, not only some of them', () => {
  for (const [name, { DatapointsToAlarm }] of alarms) expect(DatapointsToAlarm, name).toBeUndefined();
});

test.each(STAGES.filter((stage) => stage !== 'local'))(
  '%s has the alarms of prod, with the same conditions, but the one that a shift of traffic is watched with',
  (stage) => {
    const { textMessages } = synthesize(stage).config;
    const expected = new Map(alarms);
    if (textMessages === undefined) expected.delete('text-spend-near-quota');
    const conditions = (all: ReturnType<typeof alarmsOf>) =>
      [...all]
        .filter(([name]) => name !== 'release-failing')
        .map(([name, { AlarmName, AlarmDescription, ...condition }]) => {
          const { Threshold, EvaluationPeriods, Period, Statistic, TreatMissingData, ComparisonOperator } = condition;
          return [name, Threshold, EvaluationPeriods, Period, Statistic, TreatMissingData, ComparisonOperator];
        });
    expect(conditions(alarmsOf(synthesize(stage)))).toEqual(conditions(expected));
  },
);

test('every alarm has a test of its condition', () => {
  const known = new Set([
    ...Object.keys(OF_THE_SERVICE),
    ...namesWith('-dead-letters'),
    ...CONSUMERS.map(({ name, trigger }) => `${trigger.kind === 'queue' ? trigger.queue : name}-late`),
    ...CONSUMERS.map(({ name }) => `${name}-failing`),
  ]);
  expect([...alarms.keys()].filter((name) => !known.has(name))).toEqual([]);
});

const settings = {
  expectedCallsPerHour: 20,
  lambdaConcurrency: 5000,
  monthlyBudgetUsd: 300,
  outsideProbe: { host: 'api.kyb-service.example' },
  textMessages: { monthlySpendUsd: 50 },
};
const stage = synthesizeConfig({ ...settingsOf('staging'), ...settings });
const set = alarmsOf(stage);

describe('a stage with every setting of alarms', () => {
  test('expects calls: less than that in an hour, or none, is an alarm', () => {
    expect(set.get('no-traffic')).toMatchObject({
      Threshold: 20,
      ComparisonOperator: 'LessThanThreshold',
      TreatMissingData: 'breaching',
      EvaluationPeriods: 1,
    });
    expect(set.get('no-traffic').Metrics).toHaveLength(3);
    expect(alarms.has('no-traffic')).toBe(false);
  });

  test('is called from outside, and mailed by a topic of the region that has the result', () => {
    const [check] = resourcesOf(stage, 'AWS::Route53::HealthCheck');
    expect(check).toMatchObject({
      stack: 'probe',
      Properties: {
        HealthCheckConfig: {
          Type: 'HTTPS',
          FullyQualifiedDomainName: 'api.kyb-service.example',
          ResourcePath: '/v1/status',
          FailureThreshold: 3,
        },
      },
    });
    const { AlarmActions, OKActions, ...condition } = set.get('probe-failing');
    expect(condition).toMatchObject({
      Threshold: 1,
      ComparisonOperator: 'LessThanThreshold',
      EvaluationPeriods: 2,
      TreatMissingData: 'breaching',
      Dimensions: [{ Name: 'HealthCheckId', Value: { 'Fn::GetAtt': [check?.id, 'HealthCheckId'] } }],
    });
    const topics = resourcesOf(stage, 'AWS::SNS::Topic').filter((topic) => topic.stack === 'probe');
    expect(AlarmActions).toEqual([{ Ref: topics[0]?.id }]);
    expect(OKActions).toEqual(AlarmActions);
    const [mailed] = resourcesOf(stage, 'AWS::SNS::Subscription').filter(({ stack }) => stack === 'probe');
    expect(mailed?.Properties).toMatchObject({ Protocol: 'email', Endpoint: stage.config.alarmEmail });
    expect(Object.keys(synthesize('prod').stacks)).not.toContain('probe');
  });

  test('is warned at four fifths of its quotas', () => {
    expect(set.get('concurrency-near-quota').Threshold).toBe(4000);
    expect(set.get('text-spend-near-quota').Threshold).toBe(40);
  });

  test('has a budget that is mailed before the money is spent; without the setting there is none', () => {
    const [budget, ...others] = resourcesOf(stage, 'AWS::Budgets::Budget');
    expect(others).toEqual([]);
    expect(budget?.Properties.Budget).toMatchObject({
      BudgetType: 'COST',
      TimeUnit: 'MONTHLY',
      BudgetLimit: { Amount: 300, Unit: 'USD' },
    });
    for (const { Notification, Subscribers } of budget?.Properties.NotificationsWithSubscribers ?? []) {
      expect(Notification.ComparisonOperator).toBe('GREATER_THAN');
      expect(Subscribers).toEqual([{ SubscriptionType: 'EMAIL', Address: stage.config.alarmEmail }]);
    }
    expect(resourcesOf(synthesize('prod'), 'AWS::Budgets::Budget')).toEqual([]);
  });
});

/** A reference to another resource, which stands for a name of the stage. */
const isReference = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && /^(Ref|Fn::\w+)$/.test(Object.keys(value).join());

/** Each alarm on its line, with all that decides when it goes off. */
const asLines = (all: ReturnType<typeof alarmsOf>): string =>
  [...all]
    .map(([name, { AlarmName, AlarmDescription, AlarmActions, OKActions, ...condition }]) =>
      JSON.stringify({ name, ...condition }, (_, value) => (isReference(value) ? 'of the stage' : value)),
    )
    .sort()
    .map((line) => `${line}\n`)
    .join('');

test('the conditions of all alarms, which tests/integration/alarms and tests/unit/operate let come true', async () => {
  const all = new Map([...alarms, ['no-traffic', set.get('no-traffic')], ['probe-failing', set.get('probe-failing')]]);
  await expect(asLines(all)).toMatchFileSnapshot('../support/alarms/conditions.jsonl');
});

test('refusals of API Gateway are counted from its access log, in the namespace of the alarm', () => {
  const [filter] = resourcesOf(synthesize('prod'), 'AWS::Logs::MetricFilter');
  const { Namespace, MetricName } = alarms.get('gateway-throttled');
  expect(filter?.Properties).toMatchObject({
    LogGroupName: '/aws/vendedlogs/kyb-service-prod-api',
    MetricTransformations: [{ MetricNamespace: Namespace, MetricName, MetricValue: '1' }],
  });
  const [log] = resourcesOf(synthesize('prod'), 'AWS::Logs::LogGroup').filter(
    ({ Properties }) => Properties.LogGroupName === filter?.Properties.LogGroupName,
  );
  expect(log?.stack).toBe('api');
});

describe('the dashboards', () => {
  const dashboards = resourcesOf(synthesize('prod'), 'AWS::CloudWatch::Dashboard').map(({ Properties }) => ({
    name: Properties.DashboardName,
    body: JSON.stringify(Properties.DashboardBody),
  }));

  test('are two, of which the first shows the state of every alarm', () => {
    expect(dashboards.map(({ name }) => name)).toEqual(['kyb-service-prod-service', 'kyb-service-prod-work']);
    const missing = [...alarms.keys()].filter(
      (name) => !dashboards[0]?.body.includes(`:alarm:kyb-service-prod-${name}\\`),
    );
    expect(missing).toEqual([]);
  });

  test('read the metrics of this stage only', () => {
    for (const { body } of dashboards) {
      const queries = body.match(/SELECT [^"]+?(?=\\+"[,}])/g) ?? [];
      for (const query of queries.filter((one) => one.includes('KybService')))
        expect(query).toContain("stage = 'prod'");
    }
  });
});
