import { serviceTable } from '#shared/db/client';
import { sweepFiles } from '#shared/files/sweep-files';
import { systemClock } from '#shared/platform/clock';
import { makeLogger } from '#shared/platform/logger';
import { makeMetrics } from '#shared/platform/metrics';
import { filesOf } from '#shared/platform/object-store';

const log = makeLogger();
const metrics = makeMetrics();
const removers = {
  attachments: filesOf('attachmentRemovals'),
  verifications: filesOf('verificationRemovals'),
  disputes: filesOf('disputeRemovals'),
};

/** Removes files that no record names, and those that were discarded. Triggered by a schedule, every ten minutes. */
export const handler = (): Promise<void> =>
  sweepFiles({ table: serviceTable(), removers, clock: systemClock, log, metrics });
