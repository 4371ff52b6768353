import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { callsAfterPause, SECONDS_OF_A_MONTH } from '#tests/bench/bill/bill';
import { customMetrics } from '#tests/bench/bill/custom-metrics';
import { idleRunCost } from '#tests/bench/bill/function-run';
import { inventoryOf, POLLERS } from '#tests/bench/bill/inventory';
import { storedBy } from '#tests/bench/bill/stored';
import { readUsage, runsOf, timesAsMuch, type Usage } from '#tests/bench/bill/usage';
import { pricesOf } from '#tests/bench/prices';
import { type Resource, settingsOf } from '#tests/infra/synthesis';
import { temporaryFolder } from '#tests/support/temporary-folder';

const config = settingsOf('prod');

const inventoryWith = (resources: Readonly<Record<string, Resource>>) =>
  inventoryOf({ config, stacks: { one: { Resources: resources } }, terminationProtected: [], dependencies: {} });

const resource = (Type: string, Properties: unknown = {}): Resource => ({ Type, Properties });

describe('what templates are billed for', () => {
  test('an alarm counts each metric that it names, and a query one that it finds', () => {
    const { alarmMetrics, queriedMetrics } = inventoryWith({
      a: resource('AWS::CloudWatch::Alarm', { MetricName: 'Errors' }),
      b: resource('AWS::CloudWatch::Alarm', {
        Metrics: [{ MetricStat: {} }, { MetricStat: {} }, { Expression: 'a + b' }],
      }),
      c: resource('AWS::CloudWatch::Alarm', { Metrics: [{ Expression: 'SELECT SUM(MailFailed) FROM "KybService"' }] }),
    });
    expect([alarmMetrics, queriedMetrics]).toEqual([3, ['MailFailed']]);
  });

  test('a queue without a maximum of workers is polled less, and a stream is not polled at our cost', () => {
    const { queuePollers } = inventoryWith({
      a: resource('AWS::Lambda::EventSourceMapping', { ScalingConfig: { MaximumConcurrency: 2 } }),
      b: resource('AWS::Lambda::EventSourceMapping'),
      c: resource('AWS::Lambda::EventSourceMapping', { StartingPosition: 'TRIM_HORIZON' }),
    });
    expect(queuePollers).toBe(POLLERS.limited + POLLERS.unlimited);
  });

  test('a type that nobody has priced is named', () => {
    expect(inventoryWith({ a: resource('AWS::EC2::NatGateway') }).unpriced).toEqual(['AWS::EC2::NatGateway']);
  });

  test('a region without prices is refused', () => {
    expect(() => pricesOf('af-south-1')).toThrow('af-south-1');
  });
});

describe('what usage causes', () => {
  const fileOf = (content: unknown): string => {
    const file = join(temporaryFolder('usage'), 'usage.json');
    writeFileSync(file, JSON.stringify(content));
    return file;
  };
  const usage: Usage = {
    name: 'some',
    month: {
      newAccounts: 0,
      signIns: 0,
      reads: 0,
      applicants: 100,
      directChecks: 0,
      watchedVendors: 0,
      chatMessages: 0,
      otherCalls: 0,
    },
    monthsBefore: 12,
  };

  test('a usage file is refused with a name that nothing counts, and with a negative number', () => {
    expect(readUsage(fileOf(usage))).toEqual(usage);
    expect(() => readUsage(fileOf({ ...usage, month: { ...usage.month, aplicants: 1 } }))).toThrow();
    expect(() => readUsage(fileOf({ ...usage, month: { ...usage.month, applicants: -1 } }))).toThrow();
  });

  test('a hundred times the customers are a hundred times the runs', () => {
    const runs = runsOf(usage);
    expect(runs.get('create-applicant')).toBe(100);
    for (const [name, times] of runsOf(timesAsMuch(usage, 100, 'many')))
      expect(times).toBe(100 * (runs.get(name) ?? 0));
  });

  test('what is deleted after a month is stored for a month, and all else for all months', () => {
    const growth = {
      'create-applicant': { bytes: { applicant: { kept: 1e7 }, outbox: { '30': 1e7, kept: -1e6 } }, units: {} },
    };
    const { families, tableGigabytes } = storedBy(usage, growth, {});
    expect(families[0]).toEqual({ family: 'applicant', days: undefined, gigabytes: 12 });
    expect(families[1]).toMatchObject({ family: 'outbox', days: 30 });
    expect(tableGigabytes).toBeCloseTo(12 + 30 / (365 / 12));
    expect(storedBy(usage, growth, { applicant: 30 }).tableGigabytes).toBeLessThan(3);
  });

  test('no metric is billed while nothing runs, and each at most once in an hour', () => {
    expect(customMetrics(new Map([['assess-applicant', 0]]))).toBe(0);
    const busy = customMetrics(new Map([['deliver-webhook', 1e9]]));
    expect(customMetrics(new Map([['deliver-webhook', 1e12]]))).toBeCloseTo(busy);
  });

  test('rare calls all come after a pause, and of constant calls none does', () => {
    expect(callsAfterPause(1, 300)).toBeCloseTo(1, 3);
    expect(callsAfterPause(SECONDS_OF_A_MONTH, 300)).toBeLessThan(1e-9);
    expect(callsAfterPause(0, 300)).toBe(0);
  });

  test('a run of a schedule that finds nothing costs half a unit for each query, and what its progress takes', () => {
    const calls = ['1 Query', '1 Query', '2 UpdateItem'];
    expect(idleRunCost('sweep-files', { trips: 2, calls, readUnits: 3, writeUnits: 4 })).toMatchObject({
      readUnits: 1,
      writeUnits: 0,
    });
    expect(idleRunCost('sweep-events', { trips: 2, calls, readUnits: 3, writeUnits: 4 })).toMatchObject({
      readUnits: 3,
      writeUnits: 1,
    });
  });
});
