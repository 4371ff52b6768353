import { accessLogName, resourceName } from '#infra/names';
import { METRICS_NAMESPACE, type MetricName } from '#shared/platform/metrics';
import type { AlarmEntry } from './entry.ts';
import type { Place, SeriesMetric } from './metric-source.ts';
import { count, STATUS_CALL, search, TABLE_STATUS } from './searches.ts';

/** A metric of the HTTP API. Source: AWS, "Monitor HTTP APIs with CloudWatch metrics". */
export const apiMetric = (
  metric: 'Count' | '4xx' | '5xx' | 'Latency',
  statistic: SeriesMetric['statistic'] = 'Sum',
): SeriesMetric => ({
  namespace: 'AWS/ApiGateway',
  metric,
  statistic,
  dimensions: ({ apiId }) => ({ ApiId: apiId }),
});

const stageOnly = ({ stage }: Place) => ({ stage });

/**
 * Calls, those that ended in a 5xx, and those of them that their callers requested from the sandbox. The last do not
 * count, so that nobody can alert an operator with them.
 */
const CALLS = {
  calls: apiMetric('Count'),
  failed: apiMetric('5xx'),
  provoked: {
    namespace: METRICS_NAMESPACE,
    metric: 'ServerErrorsProvoked' satisfies MetricName,
    statistic: 'Sum',
    dimensions: stageOnly,
  },
} as const;

/** The percentage of calls that failed; 0 for fewer failures than `least`. */
const failedPercent = (least: number): string =>
  `IF(failed - FILL(provoked, 0) >= ${least}, 100 * (failed - FILL(provoked, 0)) / calls, 0)`;

/** Requests that API Gateway itself refused with 429: counted from the access log, because no metric has them. */
export const GATEWAY_THROTTLED = 'GatewayThrottled';

/**
 * The lines of those requests in the access log: no function was called. Source: AWS, "Customize HTTP API access logs";
 * a value that is missing is `-`. API Gateway may not log all of them when there are very many.
 */
export const GATEWAY_REFUSALS = '{ $.status = "429" && $.answer = "-" }';

/** The namespace of the metrics that a filter of a stage's access log makes: a filter cannot add the stage. */
export const accessLogNamespace = ({ stage }: Pick<Place, 'stage'>): string => `${METRICS_NAMESPACE}/${stage}`;

const PROD_ACCESS_LOG = accessLogName('prod');

/** Alarms on the API as its callers meet it. */
export const API_ALARMS: readonly AlarmEntry[] = [
  {
    name: 'api-failing',
    meansToCustomer: 'One call in a hundred, or more, fails with a 5xx.',
    looks: [
      { at: 'What', run: search('filter level = "error" | stats count() by function, errorName') },
      { at: 'Where', run: count('REQUEST_FAILED', 'route', 'errorCode') },
      { at: 'From outside', run: STATUS_CALL },
    ],
    end: 'Since a deploy: [roll back](deploying.md#rolling-back). `AccessDeniedException`: declare in the contract what the function touches.',
    source: { math: failedPercent(5), of: CALLS },
    minutes: 5,
    periods: 2,
    threshold: { from: 1 },
  },
  {
    name: 'api-down',
    meansToCustomer: 'Most calls of an hour fail, if only three, as at night.',
    sameAs: 'api-failing',
    source: { math: failedPercent(3), of: CALLS },
    minutes: 60,
    threshold: { from: 50 },
  },
  {
    name: 'release-failing',
    meansToCustomer: 'Calls fail with a 5xx. A deploy that is under way ends, and is rolled back.',
    sameAs: 'api-failing',
    source: { math: failedPercent(5), of: CALLS },
    minutes: 1,
    periods: 2,
    threshold: { from: 2 },
    madeBy: 'trafficShift',
  },
  {
    name: 'api-slow',
    meansToCustomer: 'One call in a hundred takes five seconds or longer.',
    looks: [
      { at: 'Where', run: search('filter durationMs > 3000 | stats count() by function, errorCode') },
      { at: 'Sources', run: 'npm run ops -- check-sources --stage prod' },
      { at: 'The table and throttles, on the dashboard' },
    ],
    end: 'Sources that hang are soon left alone. Otherwise roll back, or raise `memoryMegabytes` of the stage.',
    source: {
      math: 'IF(calls >= 20, slowest, 0)',
      of: { calls: CALLS.calls, slowest: apiMetric('Latency', 'p99') },
    },
    minutes: 5,
    periods: 3,
    threshold: { from: 5000 },
  },
  {
    name: 'gateway-throttled',
    meansToCustomer: 'Calls get a 429 of API Gateway, without our error body.',
    looks: [
      {
        at: 'Who calls what',
        run: `aws logs filter-log-events --log-group-name ${PROD_ACCESS_LOG} --filter-pattern '${GATEWAY_REFUSALS}' --limit 20`,
      },
    ],
    end: 'One address: [block it](#blocking-an-address). Real traffic: raise `throttle` of the stage.',
    source: { namespace: accessLogNamespace, metric: GATEWAY_THROTTLED, statistic: 'Sum' },
    minutes: 5,
    periods: 2,
    threshold: { from: 50 },
  },
  {
    name: 'rate-limits-off',
    meansToCustomer: 'Nothing, but rate limits are not enforced: their counters cannot be reached.',
    looks: [
      { at: 'Which', run: count('RATE_LIMIT_UNAVAILABLE', 'surface', 'errorName') },
      { at: 'The table', run: TABLE_STATUS },
    ],
    end: 'It ends with the outage of the table; the `throttle` of the stage holds.',
    source: { own: 'RateLimitUnavailable' },
    minutes: 5,
    threshold: { from: 10 },
  },
  {
    name: 'no-traffic',
    meansToCustomer: 'Customers cannot reach the API, or have stopped calling it.',
    looks: [
      { at: 'From outside', run: STATUS_CALL },
      { at: 'What arrives', run: `aws logs filter-log-events --log-group-name ${PROD_ACCESS_LOG} --limit 20` },
      { at: 'Domain, certificate and edge' },
    ],
    end: 'Repair the way to the API, or lower `expectedCallsPerHour` of the stage.',
    source: {
      math: 'FILL(calls, 0) - FILL(probes, 0)',
      of: {
        calls: CALLS.calls,
        // Those of the outside probe, mainly.
        probes: {
          namespace: 'AWS/Lambda',
          metric: 'Invocations',
          statistic: 'Sum',
          dimensions: ({ stage }) => ({ FunctionName: resourceName(stage, 'read-status') }),
        },
      },
    },
    minutes: 60,
    threshold: ({ expectedCallsPerHour = 1 }) => ({ below: expectedCallsPerHour }),
    missing: 'trouble',
    on: ({ expectedCallsPerHour }) => expectedCallsPerHour !== undefined,
  },
  {
    name: 'probe-failing',
    meansToCustomer: 'The API cannot be reached from outside AWS.',
    sameAs: 'no-traffic',
    // Source: Amazon Route 53 Developer Guide, "Monitoring health checks using CloudWatch": 1 is healthy, 0 is not.
    source: {
      namespace: 'AWS/Route53',
      metric: 'HealthCheckStatus',
      statistic: 'Minimum',
      dimensions: ({ healthCheckId = '' }) => ({ HealthCheckId: healthCheckId }),
    },
    minutes: 1,
    periods: 2,
    threshold: { below: 1 },
    missing: 'trouble',
    madeBy: 'probe',
  },
];
