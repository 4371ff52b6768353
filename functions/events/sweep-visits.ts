import { sweepVisits } from '#shared/addresses/sweep-visits';
import { visits } from '#shared/addresses/visit-queue';
import { runOnSchedule } from '#shared/consumers/run-on-schedule';
import { sweepVisitsConsumer } from './sweep-visits.consumer.ts';

/** Wakes workers for visits whose next step is overdue. */
export const handler = runOnSchedule(sweepVisitsConsumer, { effects: [visits], run: sweepVisits });
