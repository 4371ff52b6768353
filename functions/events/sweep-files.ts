import { runOnSchedule } from '#shared/consumers/run-on-schedule';
import { attachmentRemovals, disputeRemovals, exportRemovals, verificationRemovals } from '#shared/files/removals';
import { sweepFiles } from '#shared/files/sweep-files';
import { sweepFilesConsumer } from './sweep-files.consumer.ts';

/** Removes files that no record names, and those that were discarded. */
export const handler = runOnSchedule(sweepFilesConsumer, {
  effects: [attachmentRemovals, verificationRemovals, disputeRemovals, exportRemovals],
  run: sweepFiles,
});
