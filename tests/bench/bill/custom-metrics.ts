import { METRICS, type MetricName } from '#shared/platform/metrics';
import { ASSUMED } from '#tests/bench/prices';

/** The metrics that report ordinary work, with the function that writes them and the values of their dimension. */
const OF_WORK: Readonly<Partial<Record<MetricName, { readonly by: string; readonly values?: number }>>> = {
  EventsPublished: { by: 'publish-events' },
  ApplicantsAssessed: { by: 'assess-applicant', values: 3 },
  DeliveryAttempts: { by: 'deliver-webhook', values: 2 },
  AttemptDuration: { by: 'deliver-webhook' },
  DeliveriesDelivered: { by: 'deliver-webhook' },
  VendorChecksPlanned: { by: 'check-vendor' },
  VendorsChecked: { by: 'check-vendor' },
  AlertsCreated: { by: 'fan-out-alerts' },
};

const HOURS_OF_A_MONTH = 730;

/** The share of hours in which something happens at all that happens so often in a month, at random times. */
const shareOfHours = (timesAMonth: number): number => 1 - Math.exp(-timesAMonth / HOURS_OF_A_MONTH);

/** How many lines of metrics the runs of a month write. */
export const metricLines = (runs: ReadonlyMap<string, number>): number =>
  Object.values(OF_WORK).reduce((sum, { by }) => sum + (runs.get(by) ?? 0), 0);

/**
 * How many metrics a month is billed for. CloudWatch bills each hour in which one has a value. A metric that is not of
 * ordinary work reports trouble, which there is none of while nothing runs.
 */
export const customMetrics = (runs: ReadonlyMap<string, number>): number => {
  const isUsed = [...runs.values()].some((times) => times > 0);
  return (Object.keys(METRICS) as MetricName[]).reduce((sum, name) => {
    const work = OF_WORK[name];
    if (!work) return sum + (isUsed ? ASSUMED.shareOfHoursWithTrouble : 0);
    return sum + (work.values ?? 1) * shareOfHours(runs.get(work.by) ?? 0);
  }, 0);
};
