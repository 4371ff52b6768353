import { describe, expect, test } from 'vitest';
import { GATEWAY_REFUSALS } from '#infra/alarms/api';
import { ALARMS } from '#infra/alarms/list';
import { CONDITIONS, conditionOf } from '#tests/support/alarms/conditions';
import {
  type AlarmState,
  type Condition,
  type DataPoint,
  periodSeconds,
  stateOf,
  statesOf,
} from '#tests/support/alarms/evaluate';

const START_MS = Date.UTC(2026, 10, 21, 1);

/** The values of a period, by metric. Metrics that are left out have none. */
type Period = Readonly<Record<string, readonly number[]>>;

/** An alarm on metrics of AWS: a period in trouble, one that is nearly so, and what AWS reports when all is well. */
interface AwsScenario {
  readonly trouble: Period;
  readonly nearly: readonly Period[];
  readonly well: Period;
}

const fiftyCalls = (slowestMs: number): readonly number[] => [...Array(49).fill(80), slowestMs];

const SCENARIOS: Readonly<Record<string, AwsScenario>> = {
  'api-failing': {
    trouble: { Count: [400], '5xx': [5] },
    nearly: [
      { Count: [400], '5xx': [4] },
      { Count: [600], '5xx': [5] },
      { Count: [40], '5xx': [12], ServerErrorsProvoked: [12] },
    ],
    well: { Count: [400], '5xx': [0] },
  },
  'release-failing': {
    trouble: { Count: [400], '5xx': [8] },
    nearly: [
      { Count: [400], '5xx': [7] },
      { Count: [100], '5xx': [4] },
    ],
    well: { Count: [400], '5xx': [0] },
  },
  // Three of three at night.
  'api-down': {
    trouble: { Count: [3], '5xx': [3] },
    nearly: [
      { Count: [2], '5xx': [2] },
      { Count: [100], '5xx': [49] },
      { Count: [3], '5xx': [3], ServerErrorsProvoked: [1] },
    ],
    well: { Count: [3], '5xx': [0] },
  },
  'api-slow': {
    trouble: { Count: [50], Latency: fiftyCalls(5000) },
    nearly: [
      { Count: [50], Latency: fiftyCalls(4999) },
      { Count: [19], Latency: [9000] },
    ],
    well: { Count: [50], Latency: fiftyCalls(90) },
  },
  'gateway-throttled': { trouble: { GatewayThrottled: [50] }, nearly: [{ GatewayThrottled: [49] }], well: {} },
  'no-traffic': {
    trouble: { Count: [139], Invocations: [120] },
    nearly: [{ Count: [140], Invocations: [120] }, { Count: [20] }],
    well: { Count: [500], Invocations: [120] },
  },
  'probe-failing': {
    trouble: { HealthCheckStatus: [1, 0, 1] },
    nearly: [{ HealthCheckStatus: [1] }],
    well: { HealthCheckStatus: [1] },
  },
  'functions-throttled': { trouble: { Throttles: [4, 6] }, nearly: [{ Throttles: [4, 5] }], well: { Throttles: [0] } },
  'concurrency-near-quota': {
    trouble: { ConcurrentExecutions: [200, 800] },
    nearly: [{ ConcurrentExecutions: [799, 799] }],
    well: { ConcurrentExecutions: [12] },
  },
  'text-spend-near-quota': {
    trouble: { SMSMonthToDateSpentUSD: [0.7, 0.8] },
    nearly: [{ SMSMonthToDateSpentUSD: [0.79] }],
    well: { SMSMonthToDateSpentUSD: [0] },
  },
  'table-throttled': { trouble: { ThrottledRequests: [10] }, nearly: [{ ThrottledRequests: [9] }], well: {} },
  'mails-bouncing': {
    trouble: { 'Reputation.BounceRate': [0.04] },
    nearly: [{ 'Reputation.BounceRate': [0.039] }],
    well: { 'Reputation.BounceRate': [0.01] },
  },
  'mails-complained-about': {
    trouble: { 'Reputation.ComplaintRate': [0.001] },
    nearly: [{ 'Reputation.ComplaintRate': [0.0009] }],
    well: { 'Reputation.ComplaintRate': [0] },
  },
};

/** The scenario of the alarm of a queue, a stream or a schedule. */
const familyScenario = (name: string, { Threshold: value }: Condition): AwsScenario | undefined => {
  if (name.endsWith('-dead-letters')) {
    const visible = (count: number) => ({ ApproximateNumberOfMessagesVisible: [count] });
    return { trouble: visible(1), nearly: [visible(0)], well: visible(0) };
  }
  if (name.endsWith('-late')) {
    const age = (of: number) => ({ ApproximateAgeOfOldestMessage: [of], IteratorAge: [of] });
    return { trouble: age(value), nearly: [age(value - 1)], well: age(0) };
  }
  if (CONDITIONS.get(name)?.MetricName === 'Errors')
    return { trouble: { Errors: [1] }, nearly: [{ Errors: [0] }], well: { Errors: [0] } };
  return undefined;
};

const OWN = ALARMS.flatMap(({ name, source }) => ('own' in source ? [name] : []));

const SCENARIO_OF = new Map(
  [...CONDITIONS].flatMap(([name, condition]) => {
    const scenario = SCENARIOS[name] ?? familyScenario(name, condition);
    return scenario ? [[name, scenario] as const] : [];
  }),
);

test('every alarm that is not on our own metrics has a scenario', () => {
  const without = [...CONDITIONS.keys()].filter((name) => !SCENARIO_OF.has(name));
  expect(without.sort()).toEqual([...OWN].sort());
});

interface Named {
  readonly Namespace: string;
  readonly MetricName: string;
  readonly Dimensions?: readonly { readonly Name: string; readonly Value: string }[];
}

/** The series that an alarm reads; one operation of those that a query adds up. */
const seriesOf = ({ Metrics, Namespace = '', MetricName = '', Dimensions = [] }: Condition): readonly Named[] => {
  const query = Metrics?.find(({ Expression }) => Expression?.startsWith('SELECT'))?.Expression;
  const [, metric = '', namespace = ''] = /\((\w+)\) FROM SCHEMA\("([^"]+)"/.exec(query ?? '') ?? [];
  if (query !== undefined) {
    const dimensions = { Operation: 'Query', TableName: 'kyb-service-prod-table' };
    return [
      {
        Namespace: namespace,
        MetricName: metric,
        Dimensions: Object.entries(dimensions).map(([Name, Value]) => ({ Name, Value })),
      },
    ];
  }
  if (!Metrics) return [{ Namespace, MetricName, Dimensions }];
  return Metrics.flatMap(({ MetricStat }) => (MetricStat ? [MetricStat.Metric] : []));
};

/** The dimensions under which AWS publishes each metric, by its documentation; ours are by stage. */
const DOCUMENTED: Readonly<Record<string, string>> = {
  'AWS/ApiGateway Count': 'ApiId',
  'AWS/ApiGateway 5xx': 'ApiId',
  'AWS/ApiGateway Latency': 'ApiId',
  'AWS/DynamoDB ThrottledRequests': 'Operation,TableName',
  'AWS/Lambda ConcurrentExecutions': '',
  'AWS/Lambda Errors': 'FunctionName',
  'AWS/Lambda Invocations': 'FunctionName',
  'AWS/Lambda IteratorAge': 'FunctionName',
  'AWS/Lambda Throttles': '',
  'AWS/Route53 HealthCheckStatus': 'HealthCheckId',
  'AWS/SES Reputation.BounceRate': '',
  'AWS/SES Reputation.ComplaintRate': '',
  'AWS/SNS SMSMonthToDateSpentUSD': '',
  'AWS/SQS ApproximateAgeOfOldestMessage': 'QueueName',
  'AWS/SQS ApproximateNumberOfMessagesVisible': 'QueueName',
  'KybService ServerErrorsProvoked': 'stage',
  'KybService/prod GatewayThrottled': '',
};

test.each([...SCENARIO_OF.keys()])('%s reads metrics as AWS documents them', (name) => {
  for (const { Namespace, MetricName, Dimensions = [] } of seriesOf(conditionOf(name))) {
    const dimensions = Dimensions.map(({ Name }) => Name)
      .sort()
      .join();
    expect(dimensions, `${Namespace} ${MetricName}`).toBe(DOCUMENTED[`${Namespace} ${MetricName}`]);
  }
});

/** The states of an alarm after each of these periods. */
const statesAfter = (condition: Condition, periods: readonly Period[]): readonly AlarmState[] => {
  const points: DataPoint[] = periods.flatMap((period, index) =>
    seriesOf(condition).flatMap(({ Namespace: namespace, MetricName: metric, Dimensions = [] }) =>
      (period[metric] ?? []).map((value) => ({
        namespace,
        metric,
        dimensions: Object.fromEntries(Dimensions.map(({ Name, Value }) => [Name, Value])),
        value,
        atMs: START_MS + index * periodSeconds(condition) * 1000,
      })),
    ),
  );
  return statesOf(condition, points, { startMs: START_MS, periods: periods.length });
};

const times = (count: number, period: Period): readonly Period[] => Array(count).fill(period);

describe.each([...SCENARIO_OF])('%s', (name, { trouble, nearly, well }) => {
  const condition = conditionOf(name);
  const { EvaluationPeriods: count } = condition;

  test('goes off when all its periods are in trouble, and ends', () => {
    const states = statesAfter(condition, [...times(count, well), ...times(count, trouble), ...times(count + 2, well)]);
    expect(states.slice(0, 2 * count - 1)).not.toContain('ALARM');
    expect(states[2 * count - 1]).toBe('ALARM');
    expect(states.at(-1)).toBe('OK');
  });

  test('does not go off for less', () => {
    for (const less of nearly) expect(statesAfter(condition, times(count + 2, less))).not.toContain('ALARM');
    expect(
      statesAfter(condition, [...times(count, well), ...times(count - 1, trouble), ...times(count, well)]),
    ).not.toContain('ALARM');
  });
});

describe('silence', () => {
  const silentFor = (name: string) =>
    statesAfter(conditionOf(name), times(conditionOf(name).EvaluationPeriods, {})).at(-1);
  const schedules = [...CONDITIONS].flatMap(([name, { MetricName }]) => (MetricName === 'Errors' ? [name] : []));

  test.each([...schedules, 'no-traffic', 'probe-failing'])('of the metric of %s is trouble', (name) => {
    expect(silentFor(name)).toBe('ALARM');
  });

  test('is no trouble for any other alarm', () => {
    const others = [...CONDITIONS.keys()].filter(
      (name) => ![...schedules, 'no-traffic', 'probe-failing'].includes(name),
    );
    expect(others.filter((name) => silentFor(name) === 'ALARM')).toEqual([]);
  });

  test('changes nothing about mails that bounced', () => {
    const { 'Reputation.BounceRate': rate = [] } = SCENARIOS['mails-bouncing']?.trouble ?? {};
    const states = statesAfter(conditionOf('mails-bouncing'), [{ 'Reputation.BounceRate': rate }, ...times(24, {})]);
    expect(new Set(states)).toEqual(new Set(['ALARM']));
  });
});

describe('missing data counts as in the tables of AWS', () => {
  const [good, bad, none] = [0, 1, undefined];
  const all = { Threshold: 1, EvaluationPeriods: 3, ComparisonOperator: 'GreaterThanOrEqualToThreshold' };

  test.each([
    [[good, none, bad, none, bad], 'OK', 'OK', 'OK'],
    [[none, none, none, none, good], 'OK', 'OK', 'OK'],
    [[none, none, none, none, none], 'as before', 'ALARM', 'OK'],
    [[good, bad, bad, none, bad], 'ALARM', 'ALARM', 'ALARM'],
    [[none, none, bad, none, none], 'as before', 'ALARM', 'OK'],
  ])('%j', (periods, ignore, breaching, notBreaching) => {
    const treated = (TreatMissingData: string) =>
      (['OK', 'ALARM'] as const).map((before) => stateOf({ ...all, TreatMissingData }, periods, before));
    const expected = (state: string) => (state === 'as before' ? ['OK', 'ALARM'] : [state, state]);
    expect(treated('ignore')).toEqual(expected(ignore));
    expect(treated('breaching')).toEqual(expected(breaching));
    expect(treated('notBreaching')).toEqual(expected(notBreaching));
  });
});

test('only refusals of API Gateway itself are counted from the access log, not those of our own rate limits', () => {
  const wanted = [...GATEWAY_REFUSALS.matchAll(/\$\.(\w+) = "([^"]+)"/g)].map(
    ([, field = '', value = '']) => [field, value] as const,
  );
  const matches = (line: Readonly<Record<string, string>>) => wanted.every(([field, value]) => line[field] === value);
  expect(GATEWAY_REFUSALS).toMatch(/^\{ \$\.\w+ = "[^"]+"(?: && \$\.\w+ = "[^"]+")* \}$/);
  const line = {
    requestId: 'r',
    sourceIp: '198.51.100.7',
    route: 'GET /v1/status',
    integrationStatus: '200',
    error: '-',
  };
  expect(matches({ ...line, status: '429', answer: '-', integrationStatus: '-', error: 'THROTTLED' })).toBe(true);
  expect(matches({ ...line, status: '429', answer: '429' })).toBe(false);
  expect(matches({ ...line, status: '503', answer: '-', integrationStatus: '429' })).toBe(false);
  expect(matches({ ...line, status: '200', answer: '200' })).toBe(false);
});
