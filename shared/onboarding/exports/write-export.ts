import type { Table } from '#shared/db/operations';
import { ApiError } from '#shared/errors/api-error';
import { NotYet } from '#shared/events/not-yet';
import { newRemoval, scheduleRemoval } from '#shared/files/file-removal';
import { type FoundApplicants, findApplicants } from '#shared/onboarding/applicants/find-applicants';
import type { Clock } from '#shared/platform/clock';
import type { Logger } from '#shared/platform/logger';
import type { FileStore } from '#shared/platform/object-store';
import {
  type ApplicantExport,
  type ExportEnd,
  type ExportFailure,
  endWrites,
  fromExportItem,
  isOpen,
  progressWrite,
} from './applicant-export.ts';
import { applicantLine, HEADER_LINE } from './applicant-row.ts';
import { newFileKey } from './export-files.ts';
import type { RequestedExport } from './export-queue.ts';
import { exportKeys } from './keys.ts';

/** Maximum applicants of an export. */
export const MAX_EXPORTED = 100_000;

/**
 * Maximum bytes of its file: a function can hold that twice in memory, and upload it within the timeout of one request.
 */
export const MAX_BYTES = 32 * 1024 * 1024;

/** Number of applicants between two records of progress. */
const PROGRESS_EVERY = 5_000;

/** The effects of writing an export. */
export interface ExportEffects {
  readonly table: Table;
  readonly exportUploads: FileStore;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Thrown for an export that cannot be written, however often it is retried. */
class ExportFails extends Error {
  override readonly name = 'ExportFails';
  readonly reason: ExportFailure;

  constructor(reason: ExportFailure) {
    super(reason);
    this.reason = reason;
  }
}

/** Finds the applicants of an export: those that existed when it was created. @throws ExportFails. */
const applicantsOf = async (made: ApplicantExport, table: Table): Promise<FoundApplicants> => {
  const { accountId, environments, widgetNumber, createdAt } = made;
  const { widgetId, environment: _, to = createdAt, ...filters } = made.filters;
  const endsBefore = to < createdAt;
  const widget = widgetId === undefined || widgetNumber === null ? undefined : { id: widgetId, number: widgetNumber };
  const until = { ...filters, to: endsBefore ? to : createdAt };
  try {
    const found = await findApplicants(table, { accountId, environments }, until, widget);
    if (found.total > MAX_EXPORTED) throw new ExportFails('too_many_rows');
    return found;
  } catch (error) {
    throw error instanceof ApiError && error.code === 'RANGE_TOO_LONG' ? new ExportFails('range_too_long') : error;
  }
};

/** Thrown while the index of applicants does not show all matches yet: it follows the table within moments. */
class NotIndexedYet extends NotYet {
  override readonly name = 'NotIndexedYet';
}

/** Builds the file of an export. @throws ExportFails; NotIndexedYet. */
const fileOf = async (made: ApplicantExport, { table }: ExportEffects) => {
  const { total, batches } = await applicantsOf(made, table);
  const parts = [Buffer.from(HEADER_LINE)];
  let [bytes, rows, noted] = [HEADER_LINE.length, 0, 0];
  await table.write(progressWrite(made, rows, total));
  for await (const applicants of batches()) {
    const part = Buffer.from(applicants.map(applicantLine).join(''));
    bytes += part.length;
    if (bytes > MAX_BYTES) throw new ExportFails('file_too_large');
    parts.push(part);
    rows += applicants.length;
    if (rows - noted < PROGRESS_EVERY) continue;
    noted = rows;
    await table.write(progressWrite(made, rows, total));
  }
  if (rows < total) throw new NotIndexedYet();
  return { rows, bytes: Buffer.concat(parts) };
};

const end = async (made: ApplicantExport, ended: ExportEnd, { table, clock, log }: ExportEffects): Promise<void> => {
  const { written } = await table.transact(endWrites(made, ended, clock()));
  const ids = { accountId: made.accountId, exportId: made.id };
  if (!written) return log.info('EXPORT_REPEATED', ids);
  if (ended.status === 'completed') log.info('EXPORT_WRITTEN', { ...ids, count: ended.rows });
  else log.warn('EXPORT_FAILED', { ...ids, reason: ended.failureReason });
};

/**
 * Writes the file of an export in one pass, and ends the export. Each attempt has its own file, whose removal is
 * scheduled before it is uploaded (docs/decisions/0041). Of several attempts, the first to end determines the export's
 * file, which no other changes. Failures of the service are thrown: the message is retried from the start
 * (docs/decisions/0086).
 */
export const writeExport = async ({ accountId, exportId }: RequestedExport, effects: ExportEffects): Promise<void> => {
  const { table, exportUploads: files, clock } = effects;
  const item = await table.get(exportKeys.export(accountId, exportId));
  const made = item && fromExportItem(item);
  if (!made || !isOpen(made, clock())) return;
  try {
    const { rows, bytes } = await fileOf(made, effects);
    const key = newFileKey(made);
    await table.write(
      scheduleRemoval(newRemoval({ removalId: key, prefix: files.prefix, keys: [key] }, Date.parse(made.expiresAt))),
    );
    await files.put({ key, mimeType: 'text/csv; charset=utf-8', bytes });
    await end(made, { status: 'completed', rows, fileKey: key }, effects);
  } catch (error) {
    if (!(error instanceof ExportFails)) throw error;
    await end(made, { status: 'failed', failureReason: error.reason }, effects);
  }
};
