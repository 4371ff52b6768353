import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import { type IMetric, MathExpression, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import type { Duration } from 'aws-cdk-lib/core';
import type { StageName } from '#infra/stage-config';
import { METRICS_NAMESPACE, type MetricName } from '#shared/platform/metrics';

/**
 * The percentage of calls of a period that ended in a 5xx; 0 while fewer than five did. Errors that callers requested
 * from the sandbox do not count, so that nobody can alert an operator, or stop a deploy, with them.
 */
export const failureShare = (stage: StageName, api: HttpApi, period: Duration): IMetric =>
  new MathExpression({
    expression: 'IF(failed - FILL(provoked, 0) >= 5, 100 * (failed - FILL(provoked, 0)) / calls, 0)',
    usingMetrics: {
      failed: api.metricServerError({ period, statistic: 'Sum' }),
      calls: api.metricCount({ period, statistic: 'Sum' }),
      provoked: new Metric({
        namespace: METRICS_NAMESPACE,
        metricName: 'ServerErrorsProvoked' satisfies MetricName,
        dimensionsMap: { stage },
        period,
        statistic: 'Sum',
      }),
    },
    label: 'Failed calls, percent',
    period,
  });
