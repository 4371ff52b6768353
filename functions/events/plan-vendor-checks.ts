import { runOnSchedule } from '#shared/consumers/run-on-schedule';
import { vendorChecks } from '#shared/monitoring/checks/check-queue';
import { planChecks } from '#shared/monitoring/checks/plan-checks';
import { planVendorChecksConsumer } from './plan-vendor-checks.consumer.ts';

/** Queues the vendor checks that are due. */
export const handler = runOnSchedule(planVendorChecksConsumer, { effects: [vendorChecks], run: planChecks });
