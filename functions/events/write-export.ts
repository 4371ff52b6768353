import { consume } from '#shared/consumers/consume';
import { exportUploads } from '#shared/onboarding/exports/export-files';
import { exportOfMessage } from '#shared/onboarding/exports/export-queue';
import { writeExport } from '#shared/onboarding/exports/write-export';
import { writeExportConsumer } from './write-export.consumer.ts';

/** Writes the files of exports. */
export const handler = consume(writeExportConsumer, {
  effects: [exportUploads],
  read: exportOfMessage,
  handle: writeExport,
});
