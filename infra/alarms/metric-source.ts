import type { StageName } from '#infra/stage-config';
import { METRICS_NAMESPACE, type MetricName } from '#shared/platform/metrics';

/** The deployment that a metric is of. */
export interface Place {
  readonly stage: StageName;
  /** The id of the HTTP API. */
  readonly apiId: string;
  /** The id of the outside probe, if the stage has one. */
  readonly healthCheckId?: string;
}

/** One series: a metric by its namespace, name and dimensions. */
export interface SeriesMetric {
  readonly namespace: string | ((place: Place) => string);
  readonly metric: string;
  readonly statistic: 'Sum' | 'Maximum' | 'Minimum' | 'Average' | 'p50' | 'p99';
  /** None for the metric of a whole account. */
  readonly dimensions?: (place: Place) => Readonly<Record<string, string>>;
  /** The region that has the metric, if not the stage's. */
  readonly region?: string;
}

/** One of our metrics, over all its dimensions. */
export interface OwnMetric {
  readonly own: MetricName;
  /** Only values with this reason. */
  readonly reason?: string;
  /** A dimension: one series for each of its values. A graph can show several; an alarm takes one. */
  readonly by?: string;
  /** Sums when undefined. */
  readonly statistic?: 'SUM' | 'AVG' | 'MAX';
}

/** A metric over every series that an SQL query of CloudWatch Metrics Insights finds. */
export interface QueriedMetric {
  readonly query: (place: Place) => string;
}

/** Metric math over other metrics, by the names that the expression gives them. */
export interface MathMetric {
  readonly math: string;
  readonly of: Readonly<Record<string, SeriesMetric>>;
}

/** A metric as data, for an alarm or a dashboard. */
export type MetricSource = SeriesMetric | OwnMetric | QueriedMetric | MathMetric;

/** The query that adds up one of our metrics over all its dimensions. */
export const queryOf = ({ own, reason, by, statistic = 'SUM' }: OwnMetric, { stage }: Pick<Place, 'stage'>): string => {
  const only = reason === undefined ? '' : ` AND reason = '${reason}'`;
  const each = by === undefined ? '' : ` GROUP BY ${by}`;
  return `SELECT ${statistic}(${own}) FROM "${METRICS_NAMESPACE}" WHERE stage = '${stage}'${only}${each}`;
};
