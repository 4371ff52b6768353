import { expect, test } from 'vitest';
import { CONSUMERS } from '#functions/events/consumers';
import { STAGES } from '#infra/stage-config';
import { alarmsOf, synthesize } from './synthesis.ts';

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
  // A percentage of two metrics over five minutes.
  'api-failing': [1, 2, null],
  // The same, over a minute.
  'release-failing': [2, 2, null],
  'rate-limits-off': [10, 1, 300],
  'events-swept': [10, 1, 900],
  'items-set-aside': [1, 1, 900],
  'mail-failing': [3, 1, 300],
  'top-ups-mismatched': [1, 1, 300],
  'signing-keys-tampered': [1, 1, 300],
  'deliveries-failing': [50, 1, 900],
  'delivery-faults': [5, 1, 3600],
  'deliveries-not-logged': [1, 1, 900],
  'applicants-not-listed': [1, 1, 900],
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

test('a message that fails repeatedly is enough, within ten minutes', () => {
  for (const name of namesWith('-stuck')) expect(conditionOf(name), name).toEqual([1, 1, 600]);
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

test('every alarm goes off at its value and above, and missing data alarms only for a schedule', () => {
  const schedules = new Set(
    CONSUMERS.flatMap(({ name, trigger }) => (trigger.kind === 'schedule' ? [`${name}-failing`] : [])),
  );
  for (const [name, { ComparisonOperator, TreatMissingData }] of alarms) {
    expect(ComparisonOperator, name).toBe('GreaterThanOrEqualToThreshold');
    expect(TreatMissingData, name).toBe(schedules.has(name) ? 'breaching' : 'notBreaching');
  }
});

/** The statistic that alarms use of each metric: the maximum of ages and lengths, and the sum of all others. */
const STATISTICS: Readonly<Record<string, string>> = {
  ApproximateAgeOfOldestMessage: 'Maximum',
  ApproximateNumberOfMessagesVisible: 'Maximum',
  IteratorAge: 'Maximum',
};

test('ages and lengths count by their maximum, everything else by its sum', () => {
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
    const conditions = (all: ReturnType<typeof alarmsOf>) =>
      [...all]
        .filter(([name]) => name !== 'release-failing')
        .map(([name, { AlarmName, AlarmDescription, ...condition }]) => {
          const { Threshold, EvaluationPeriods, Period, Statistic, TreatMissingData, ComparisonOperator } = condition;
          return [name, Threshold, EvaluationPeriods, Period, Statistic, TreatMissingData, ComparisonOperator];
        });
    expect(conditions(alarmsOf(synthesize(stage)))).toEqual(conditions(alarms));
  },
);

test('every alarm has a test of its condition', () => {
  const known = new Set([
    ...Object.keys(OF_THE_SERVICE),
    ...namesWith('-dead-letters'),
    ...namesWith('-stuck'),
    ...CONSUMERS.map(({ name, trigger }) => `${trigger.kind === 'queue' ? trigger.queue : name}-late`),
    ...CONSUMERS.map(({ name }) => `${name}-failing`),
  ]);
  expect([...alarms.keys()].filter((name) => !known.has(name))).toEqual([]);
});
