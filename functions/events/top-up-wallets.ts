import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { serviceTable } from '#shared/db/client';
import { settleMessages } from '#shared/events/batch';
import { queueEffects } from '#shared/events/queue-effects';
import { systemClock } from '#shared/platform/clock';
import { makeLogger } from '#shared/platform/logger';
import { makeMetrics } from '#shared/platform/metrics';
import { readVault } from '#shared/platform/vault';
import { paymentsOfStage } from '#shared/sources/payments-of-stage';
import { type AutoTopUpEffects, topUpWallet } from '#shared/wallet/auto-top-up';
import { sendWake, wakeOfMessage } from '#shared/wallet/top-up-wake';

const stageEffects = (): AutoTopUpEffects => ({
  table: serviceTable(),
  clock: systemClock,
  paymentsFor: paymentsOfStage,
  vault: readVault,
  later: sendWake,
  log: makeLogger(),
  metrics: makeMetrics(),
});

/** Tops wallets up that debits took below their thresholds, as a rule of the bus put on its queue. */
export const handler = ({ Records }: SQSEvent): Promise<SQSBatchResponse> => {
  const effects = stageEffects();
  return settleMessages(Records, { read: wakeOfMessage, handle: (wake) => topUpWallet(wake, effects) }, queueEffects());
};
