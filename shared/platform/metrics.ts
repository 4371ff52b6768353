import { optionalEnv } from './env.ts';
import { type LineSink, toStandardOutput } from './standard-output.ts';

/** Every metric of the service with its CloudWatch unit. Closed, as the log codes are. */
export const METRICS = {
  RequestFailed: 'Count',
  ColdStarts: 'Count',
  ServerErrorsProvoked: 'Count',
  RateLimited: 'Count',
  RateLimitUnavailable: 'Count',
  AuthenticationsFailed: 'Count',
  SignInsFailed: 'Count',
  SignInsLocked: 'Count',
  CodesRefused: 'Count',
  RefreshTokensReused: 'Count',
  SignaturesReplayed: 'Count',
  RolesRefused: 'Count',
  MailFailed: 'Count',
  MailsExpired: 'Count',
  MailsRefused: 'Count',
  MailsKept: 'Count',
  MailsUnwanted: 'Count',
  AddressesSuppressed: 'Count',
  NoticesCapped: 'Count',
  TextsRefused: 'Count',
  SigningKeysTampered: 'Count',
  EventsPublished: 'Count',
  EventsSwept: 'Count',
  MessagesStuck: 'Count',
  ItemsSetAside: 'Count',
  DeliveryAttempts: 'Count',
  DeliveriesDelivered: 'Count',
  DeliveriesFailed: 'Count',
  DeliveriesAbandoned: 'Count',
  DeliveriesParked: 'Count',
  DeliveriesSwept: 'Count',
  DeliveryFaults: 'Count',
  DeliveriesNotLogged: 'Count',
  ApplicantsNotListed: 'Count',
  WalletsNotSettled: 'Count',
  AttemptDuration: 'Milliseconds',
  BreakersOpened: 'Count',
  VisitsPostponed: 'Count',
  VisitsSwept: 'Count',
  AlertsCreated: 'Count',
  FanOutsSwept: 'Count',
  AddressVerificationsEnded: 'Count',
  VendorChecksPlanned: 'Count',
  VendorsChecked: 'Count',
  VendorChecksIncomplete: 'Count',
  VendorChangesFound: 'Count',
  ApplicantsAssessed: 'Count',
  ApplicantsExpired: 'Count',
  WatchesRenewed: 'Count',
  WatchesUnpaid: 'Count',
  FilesSwept: 'Count',
  ObligationsReminded: 'Count',
  ModulesUnavailable: 'Count',
  SourcesUnavailable: 'Count',
  PaymentsUnavailable: 'Count',
  ChatsUnanswered: 'Count',
  ChatsErased: 'Count',
  ApplicantsErased: 'Count',
  TopUpsMismatched: 'Count',
} as const;

/** A metric of the closed list. */
export type MetricName = keyof typeof METRICS;

/**
 * Records one value under one dimension set, e.g. `{ reason: 'expired' }`. CloudWatch bills each set of values of the
 * dimensions as a metric of its own, so a dimension has few values: never a function, an account or an id (decision
 * 104). A count of 0 is not written, because a metric is billed for each hour in which it has a value.
 */
export type Metrics = (name: MetricName, value: number, dimensions?: Readonly<Record<string, string>>) => void;

/** The CloudWatch namespace of all metrics. */
export const METRICS_NAMESPACE = 'KybService';

/**
 * Writes metrics as log lines in CloudWatch's embedded metric format, so that measuring costs no call.
 * Source: AWS, "Specification: Embedded metric format".
 */
export const makeMetrics = (sink: LineSink = toStandardOutput): Metrics => {
  return (name, value, dimensions = {}) => {
    if (value === 0 && METRICS[name] === 'Count') return;
    const labels = { stage: optionalEnv('STAGE') ?? 'none', ...dimensions };
    sink(
      JSON.stringify({
        _aws: {
          Timestamp: Date.now(),
          CloudWatchMetrics: [
            {
              Namespace: METRICS_NAMESPACE,
              Dimensions: [Object.keys(labels)],
              Metrics: [{ Name: name, Unit: METRICS[name] }],
            },
          ],
        },
        ...labels,
        [name]: value,
      }),
    );
  };
};
