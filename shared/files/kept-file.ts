import type { Operations } from '#shared/db/named-operations';
import type { Table } from '#shared/db/operations';
import { ApiError } from '#shared/errors/api-error';
import { type Commit, Replay } from '#shared/http/idempotency/commit';
import { allEnded } from '#shared/platform/all-ended';
import { errorFields, type Logger } from '#shared/platform/logger';
import { type FileStore, type NewFile, ObjectStoreUnavailable } from '#shared/platform/object-store';
import { endRemoval, type FileRemoval, newRemoval, scheduleRemoval } from './file-removal.ts';

/**
 * Files without a record are removed after this time, when every request that could still write the record has long
 * ended.
 */
const UNRECORDED_MS = 60 * 60_000;

/** The effects of keeping files. */
interface KeepingEffects<Response> {
  readonly files: FileStore;
  /** Schedules the removal, and ends it. */
  readonly repeatable: Pick<Table, 'write'>;
  readonly commit: Commit<Response>;
  readonly log: Logger;
}

/** The name, among the operations of a request, of the write that cancels the removal of the files. */
const REMOVAL = 'file-removal';

/**
 * The commit of a record that names the files. It also cancels their removal.
 *
 * @throws ObjectStoreUnavailable when the removal has begun: the record is not written.
 */
const commitKeeping = <Response>(commit: Commit<Response>, removal: FileRemoval): Commit<Response> => {
  const keeping = async (operations: Operations, response: Response) => {
    const result = await commit({ ...operations, [REMOVAL]: endRemoval(removal) }, response);
    if (result.written) return result;
    const { [REMOVAL]: removed, ...refusals } = result.refusals;
    if (removed) throw new ObjectStoreUnavailable('the files are being removed');
    return { written: false, refusals };
  };
  return keeping as Commit<Response>;
};

/**
 * Whether a failure is a refusal: nothing was written, and nothing will be. After any other failure the transaction may
 * have succeeded, and its record may need the file.
 */
const isRefusal = (error: unknown): boolean => error instanceof ApiError || error instanceof Replay;

/**
 * Removes the files of a refused record, then their scheduled removal. If either fails, the sweep of files does it
 * later.
 */
const removeFiles = async <Response>(
  removal: FileRemoval,
  { files, repeatable, log }: KeepingEffects<Response>,
): Promise<void> => {
  try {
    await allEnded(removal.keys.map((key) => files.remove(key)));
    await repeatable.write(endRemoval(removal));
  } catch (error) {
    log.warn('FILE_NOT_REMOVED', errorFields(error));
  }
};

/**
 * Keeps files, then writes the record that names them. Their removal is scheduled first, and the record's transaction
 * cancels it. However this ends, either the record exists and its files stay, or all of them are removed: at once when
 * the record is refused, otherwise by the sweep of files (docs/decisions/0041). Without files, only the record is
 * written.
 *
 * @param write writes the record with the commit that it receives; throws an ApiError, or Replay, when the record is
 * refused.
 * @throws ObjectStoreUnavailable when it is not certain that all files are kept; `write` is not called then. Also
 * throws whatever `write` throws.
 */
export const withKeptFiles = async <T, Response>(
  kept: readonly NewFile[],
  effects: KeepingEffects<Response>,
  nowMs: number,
  write: (commit: Commit<Response>) => Promise<T>,
): Promise<T> => {
  const { files, repeatable, commit } = effects;
  const [first] = kept;
  if (!first) return write(commit);
  const keys = kept.map(({ key }) => key);
  const removal = newRemoval({ removalId: first.key, prefix: files.prefix, keys }, nowMs + UNRECORDED_MS);
  // Only its own earlier try can refuse it: no other upload has these keys.
  await repeatable.write(scheduleRemoval(removal));
  await allEnded(kept.map((file) => files.put(file)));
  try {
    return await write(commitKeeping(commit, removal));
  } catch (error) {
    if (isRefusal(error)) await removeFiles(removal, effects);
    throw error;
  }
};
