import { METRICS_NAMESPACE, type Metrics, makeMetrics } from '#shared/platform/metrics';
import type { DataPoint } from './evaluate.ts';

/** A value of a metric without its time. */
export type Measured = Omit<DataPoint, 'atMs'>;

interface MetricLine {
  readonly _aws: {
    readonly CloudWatchMetrics: readonly [
      { readonly Dimensions: readonly [readonly string[]]; readonly Metrics: readonly [{ readonly Name: string }] },
    ];
  };
}

const isMetricLine = (line: object): line is MetricLine => '_aws' in line;

/** The values among parsed lines of output, as CloudWatch reads the embedded metric format; on the stage prod. */
export const measuredIn = (lines: readonly object[]): readonly Measured[] =>
  lines.filter(isMetricLine).map((line) => {
    const fields = line as unknown as Readonly<Record<string, string | number>>;
    const [{ Dimensions, Metrics }] = line._aws.CloudWatchMetrics;
    const metric = Metrics[0].Name;
    const dimensions = Object.fromEntries(Dimensions[0].map((name) => [name, String(fields[name])]));
    return {
      namespace: METRICS_NAMESPACE,
      metric,
      value: Number(fields[metric]),
      dimensions: { ...dimensions, stage: 'prod' },
    };
  });

/** Metrics as functions write them, and what CloudWatch reads of them. */
export const metricsRecorder = (): { readonly metrics: Metrics; readonly measured: () => readonly Measured[] } => {
  const lines: object[] = [];
  return { metrics: makeMetrics((line) => lines.push(JSON.parse(line))), measured: () => measuredIn(lines) };
};
