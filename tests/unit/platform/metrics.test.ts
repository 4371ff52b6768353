import { afterEach, expect, test, vi } from 'vitest';
import { METRICS, METRICS_NAMESPACE, makeMetrics } from '#shared/platform/metrics';

afterEach(() => {
  vi.unstubAllEnvs();
  vi.useRealTimers();
});

test('a metric is a line in the embedded metric format, with its stage in addition to its own dimensions', () => {
  vi.stubEnv('STAGE', 'prod');
  vi.useFakeTimers({ now: 1_795_269_804_000 });
  const lines: string[] = [];
  makeMetrics((line) => lines.push(line))('DeliveryAttempts', 1, { outcome: 'success' });
  expect(lines.map((line) => JSON.parse(line))).toStrictEqual([
    {
      _aws: {
        Timestamp: 1_795_269_804_000,
        CloudWatchMetrics: [
          {
            Namespace: METRICS_NAMESPACE,
            Dimensions: [['stage', 'outcome']],
            Metrics: [{ Name: 'DeliveryAttempts', Unit: 'Count' }],
          },
        ],
      },
      stage: 'prod',
      outcome: 'success',
      DeliveryAttempts: 1,
    },
  ]);
});

test('nothing is written for a count of nothing, which would be billed as a metric', () => {
  const lines: string[] = [];
  makeMetrics((line) => lines.push(line))('EventsSwept', 0);
  expect(lines).toEqual([]);
});

test('every dimension and every metric that a line names is a property of the line', () => {
  vi.stubEnv('STAGE', '');
  const lines: string[] = [];
  const measure = makeMetrics((line) => lines.push(line));
  for (const name of Object.keys(METRICS) as (keyof typeof METRICS)[]) measure(name, 1);
  expect(lines).toHaveLength(Object.keys(METRICS).length);
  for (const line of lines.map((text) => JSON.parse(text))) {
    const [directive] = line._aws.CloudWatchMetrics;
    for (const label of directive.Dimensions.flat()) expect(line[label]).toEqual(expect.any(String));
    for (const { Name, Unit } of directive.Metrics) {
      expect(line[Name]).toBe(1);
      expect(['Count', 'Milliseconds']).toContain(Unit);
    }
  }
});
