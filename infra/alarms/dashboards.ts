import { resourceName } from '#infra/names';
import type { MetricName } from '#shared/platform/metrics';
import { SECURITY_EVENTS } from '#shared/platform/security-events';
import { accessLogNamespace, apiMetric, GATEWAY_THROTTLED } from './api.ts';
import type { MetricSource, Place, SeriesMetric } from './metric-source.ts';

/** A graph: its lines by their labels. */
export interface Graph {
  readonly title: string;
  readonly lines: Readonly<Record<string, MetricSource>>;
}

/** One dashboard: AWS shows three of up to 50 metrics each without charge. */
export interface DashboardEntry {
  /** After the name of the stage. */
  readonly name: string;
  readonly graphs: readonly Graph[];
}

const own = (...names: readonly MetricName[]): Graph['lines'] =>
  Object.fromEntries(names.map((name) => [name, { own: name }]));

const ofAccount = (namespace: string, metric: string, statistic: SeriesMetric['statistic'] = 'Sum'): SeriesMetric => ({
  namespace,
  metric,
  statistic,
});

const tableOf = ({ stage }: Place): string => resourceName(stage, 'table');

const consumed = (metric: string): SeriesMetric => ({
  namespace: 'AWS/DynamoDB',
  metric,
  statistic: 'Sum',
  dimensions: (place) => ({ TableName: tableOf(place) }),
});

/** A metric that DynamoDB has for each operation. */
const ofOperations = (metric: string): MetricSource => ({
  query: (place) =>
    `SELECT SUM(${metric}) FROM SCHEMA("AWS/DynamoDB", Operation, TableName) WHERE TableName = '${tableOf(place)}'`,
});

/** The ten queues of the account at which a metric is highest: a query cannot choose those of a stage. */
const ofQueues = (metric: string): MetricSource => ({
  query: () =>
    `SELECT MAX(${metric}) FROM SCHEMA("AWS/SQS", QueueName) GROUP BY QueueName ORDER BY MAX() DESC LIMIT 10`,
});

/** The dashboards of a stage. Every metric of the service is on one graph. */
export const DASHBOARDS: readonly DashboardEntry[] = [
  {
    name: 'service',
    graphs: [
      {
        title: 'Requests',
        lines: { calls: apiMetric('Count'), '4xx': apiMetric('4xx'), '5xx': apiMetric('5xx') },
      },
      {
        title: 'Failures of ours, by code',
        lines: {
          RequestFailed: { own: 'RequestFailed', by: 'errorCode' },
          ServerErrorsProvoked: { own: 'ServerErrorsProvoked' },
        },
      },
      {
        title: 'Latency, milliseconds',
        lines: { p50: apiMetric('Latency', 'p50'), p99: apiMetric('Latency', 'p99') },
      },
      { title: 'Cold starts', lines: own('ColdStarts') },
      {
        title: 'Functions of the account',
        lines: {
          throttles: ofAccount('AWS/Lambda', 'Throttles'),
          errors: ofAccount('AWS/Lambda', 'Errors'),
          concurrent: ofAccount('AWS/Lambda', 'ConcurrentExecutions', 'Maximum'),
        },
      },
      {
        title: 'Limits',
        lines: {
          ...own('RateLimited', 'RateLimitUnavailable'),
          gateway: { namespace: accessLogNamespace, metric: GATEWAY_THROTTLED, statistic: 'Sum' },
        },
      },
      {
        title: 'Table',
        lines: {
          'read units': consumed('ConsumedReadCapacityUnits'),
          'write units': consumed('ConsumedWriteCapacityUnits'),
          throttled: ofOperations('ThrottledRequests'),
          'errors of AWS': ofOperations('SystemErrors'),
        },
      },
      { title: 'Security', lines: own(...Object.values(SECURITY_EVENTS), 'SigningKeysTampered') },
      {
        title: 'Cost of the account this month, US dollars',
        lines: {
          // Needs "Receive CloudWatch billing alerts" in the preferences of billing; only one region has it.
          estimated: {
            ...ofAccount('AWS/Billing', 'EstimatedCharges', 'Maximum'),
            dimensions: () => ({ Currency: 'USD' }),
            region: 'us-east-1',
          },
          'text messages': ofAccount('AWS/SNS', 'SMSMonthToDateSpentUSD', 'Maximum'),
        },
      },
    ],
  },
  {
    name: 'work',
    graphs: [
      {
        title: 'Messages waiting, dead letters among them',
        lines: { highest: ofQueues('ApproximateNumberOfMessagesVisible') },
      },
      { title: 'Oldest message, seconds', lines: { highest: ofQueues('ApproximateAgeOfOldestMessage') } },
      { title: 'Event path', lines: own('EventsPublished', 'EventsSwept', 'MessagesStuck', 'ItemsSetAside') },
      {
        title: 'Deliveries',
        lines: own('DeliveriesDelivered', 'DeliveriesFailed', 'DeliveryAttempts', 'DeliveriesAbandoned'),
      },
      {
        title: 'Deliveries that wait',
        lines: {
          ...own('DeliveriesParked', 'DeliveriesSwept', 'DeliveryFaults', 'BreakersOpened'),
          AttemptDuration: { own: 'AttemptDuration', statistic: 'AVG' },
        },
      },
      { title: 'Lists', lines: own('DeliveriesNotLogged', 'ApplicantsNotListed', 'WalletsNotSettled') },
      {
        title: 'Wallets',
        lines: own('PaymentsUnavailable', 'TopUpsMismatched', 'WatchesRenewed', 'WatchesUnpaid'),
      },
      {
        title: 'Sources',
        lines: {
          SourcesUnavailable: { own: 'SourcesUnavailable', by: 'source' },
          ...own('ModulesUnavailable', 'VendorChecksIncomplete', 'VisitsPostponed', 'ChatsUnanswered'),
        },
      },
      {
        title: 'Applicants',
        lines: own('ApplicantsAssessed', 'ApplicantsExpired', 'ApplicantsErased', 'FilesSwept', 'ChatsErased'),
      },
      {
        title: 'Vendors and companies',
        lines: own(
          'VendorChecksPlanned',
          'VendorsChecked',
          'VendorChangesFound',
          'AlertsCreated',
          'FanOutsSwept',
          'ObligationsReminded',
        ),
      },
      { title: 'Visits', lines: own('AddressVerificationsEnded', 'VisitsSwept') },
      {
        title: 'Mails and text messages',
        lines: own(
          'MailFailed',
          'MailsExpired',
          'MailsRefused',
          'MailsKept',
          'MailsUnwanted',
          'AddressesSuppressed',
          'NoticesCapped',
          'TextsRefused',
        ),
      },
      {
        title: 'Bounces and complaints, share of mails',
        lines: {
          bounces: ofAccount('AWS/SES', 'Reputation.BounceRate', 'Average'),
          complaints: ofAccount('AWS/SES', 'Reputation.ComplaintRate', 'Average'),
        },
      },
    ],
  },
];
