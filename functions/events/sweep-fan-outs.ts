import { runOnSchedule } from '#shared/consumers/run-on-schedule';
import { fanOuts } from '#shared/monitoring/fan-out/fan-out-queue';
import { sweepFanOuts } from '#shared/monitoring/fan-out/sweep-fan-outs';
import { sweepFanOutsConsumer } from './sweep-fan-outs.consumer.ts';

/** Starts fan-outs that are overdue. */
export const handler = runOnSchedule(sweepFanOutsConsumer, { effects: [fanOuts], run: sweepFanOuts });
