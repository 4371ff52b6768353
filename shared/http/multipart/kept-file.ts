import { ApiError } from '#shared/http/errors';
import { Replay } from '#shared/http/idempotency/commit';
import { errorFields, type Logger } from '#shared/platform/logger';
import type { FileStore, NewFile } from '#shared/platform/object-store';

/**
 * Whether a failure is a refusal: then nothing was written, and nothing will be. After any other the transaction may have
 * been made, and its record may need the file.
 */
const isRefusal = (error: unknown): boolean => error instanceof ApiError || error instanceof Replay;

/** Removes a file whose record was refused. One that stays is in no record, so nobody is shown it. */
const removeFile = async (key: string, files: FileStore, log: Logger): Promise<void> => {
  try {
    await files.remove(key);
  } catch (error) {
    log.warn('FILE_NOT_REMOVED', errorFields(error));
  }
};

/**
 * Keeps a file, then writes the record that names it; a file whose record is refused is removed again
 * (docs/decisions/0027).
 *
 * @param write throws an ApiError, or Replay, when the record is refused.
 * @throws ObjectStoreUnavailable when it is not certain that the file is kept: then `write` is not called; whatever
 * `write` throws.
 */
export const withKeptFile = async <T>(
  file: NewFile,
  files: FileStore,
  log: Logger,
  write: () => Promise<T>,
): Promise<T> => {
  await files.put(file);
  try {
    return await write();
  } catch (error) {
    if (isRefusal(error)) await removeFile(file.key, files, log);
    throw error;
  }
};
