import type { DeliveryEffects } from '#shared/webhooks/deliveries/attempts/delivery-effects';
import type { BreakerState } from '#shared/webhooks/deliveries/limits/breaker';
import { hasSucceeded } from '#shared/webhooks/deliveries/records/attempt-outcome';
import type { DeliveryEndReason } from '#shared/webhooks/deliveries/records/delivery';
import type { JudgedAttempt } from './record-attempt.ts';

type Reporting = Pick<DeliveryEffects, 'log' | 'metrics'>;

/** Reports that a delivery ended. */
export const reportEnd = (
  { log, metrics }: Reporting,
  status: 'delivered' | 'failed' | 'skipped',
  reason: DeliveryEndReason,
): void => {
  const write = reason === 'abandoned' ? log.error : log.info;
  write('DELIVERY_ENDED', { status, reason });
  if (status === 'delivered') metrics('DeliveriesDelivered', 1);
  if (status === 'failed') metrics(reason === 'abandoned' ? 'DeliveriesAbandoned' : 'DeliveriesFailed', 1);
};

/** Reports one recorded attempt. Of the receiver's response it contains only the status code. */
export const reportAttempt = ({ log, metrics }: Reporting, { attempt }: JudgedAttempt): void => {
  const { outcome, number } = attempt;
  log.info('DELIVERY_ATTEMPTED', {
    attempt: number,
    durationMs: outcome.durationMs,
    ...(outcome.kind === 'response' ? { statusCode: outcome.statusCode } : { reason: outcome.errorClass }),
  });
  metrics('DeliveryAttempts', 1, { outcome: hasSucceeded(outcome) ? 'success' : 'failure' });
  metrics('AttemptDuration', outcome.durationMs);
};

/** Reports how an attempt changed the circuit breakers of its registration and its host. */
export const reportBreakers = (
  { log, metrics }: Reporting,
  changes: Readonly<Record<'registration' | 'host', BreakerState['status'] | undefined>>,
): void => {
  for (const [reason, status] of Object.entries(changes)) {
    if (status) log.warn('BREAKER_CHANGED', { status, reason });
    if (status === 'open') metrics('BreakersOpened', 1);
  }
};
