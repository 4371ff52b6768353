import { type IMetric, MathExpression, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import type { Duration } from 'aws-cdk-lib/core';
import { type MetricSource, type Place, queryOf, type SeriesMetric } from '#infra/alarms/metric-source';

const series = (source: SeriesMetric, place: Place, period: Duration, label?: string): IMetric => {
  const { namespace, metric, statistic, dimensions, region } = source;
  return new Metric({
    namespace: typeof namespace === 'string' ? namespace : namespace(place),
    metricName: metric,
    statistic,
    period,
    ...(dimensions && { dimensionsMap: { ...dimensions(place) } }),
    ...(label !== undefined && { label }),
    ...(region !== undefined && { region }),
  });
};

/** A metric of a deployment, for an alarm or a dashboard. */
export const metricOf = (source: MetricSource, place: Place, period: Duration, label?: string): IMetric => {
  if ('metric' in source) return series(source, place, period, label);
  const expression = 'own' in source ? queryOf(source, place) : 'query' in source ? source.query(place) : source.math;
  return new MathExpression({
    expression,
    period,
    ...(label !== undefined && { label }),
    ...('math' in source && {
      usingMetrics: Object.fromEntries(Object.entries(source.of).map(([id, one]) => [id, series(one, place, period)])),
    }),
  });
};
