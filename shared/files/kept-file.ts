import type { Operations } from '#shared/db/named-operations';
import type { Table } from '#shared/db/operations';
import { ApiError } from '#shared/errors/api-error';
import type { Claim } from '#shared/http/idempotency/claim-key';
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
  readonly claim: Claim;
  readonly commit: Commit<Response>;
  readonly log: Logger;
}

/** The name, among the operations of a request, of the write that cancels the removal of the files. */
const REMOVAL = 'file-removal';

/**
 * The commit of a record that names the files. It cancels their removal, and puts the files before its first try.
 *
 * @throws ObjectStoreUnavailable when it is not certain that all files are kept, and when the removal has begun: the
 * record is not written.
 */
const commitKeeping = <Response>(
  commit: Commit<Response>,
  removal: FileRemoval,
  putFiles: () => Promise<unknown>,
): Commit<Response> => {
  let put: Promise<unknown> | undefined;
  const keeping = async (operations: Operations, response: Response) => {
    put ??= putFiles();
    await put;
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
 *
 * @param put the keys of the files that may have been put.
 */
const removeFiles = async <Response>(
  removal: FileRemoval,
  put: readonly string[],
  { files, repeatable, log }: KeepingEffects<Response>,
): Promise<void> => {
  try {
    await allEnded(put.map((key) => files.remove(key)));
    await repeatable.write(endRemoval(removal));
  } catch (error) {
    log.warn('FILE_NOT_REMOVED', errorFields(error));
  }
};

/**
 * Keeps files with the record that names them. First the idempotency key is claimed and, in the same trip, the removal
 * of the files is scheduled; `write` is called then. Its commit puts the files, and its transaction cancels the
 * removal. However this ends, either the record exists and its files stay, or all of them are removed: at once when the
 * record is refused, otherwise by the sweep of files (docs/decisions/0041). Without files, only the record is written,
 * and no key is claimed.
 *
 * @param write writes the record with the commit that it receives, and may call outside before it; throws an ApiError,
 * or Replay, when the record is refused.
 * @throws ObjectStoreUnavailable when it is not certain that all files are kept. Also throws whatever the claim and
 * `write` throw.
 */
export const withKeptFiles = async <T, Response>(
  kept: readonly NewFile[],
  effects: KeepingEffects<Response>,
  nowMs: number,
  write: (commit: Commit<Response>) => Promise<T>,
): Promise<T> => {
  const { files, repeatable, claim, commit } = effects;
  const [first] = kept;
  if (!first) return write(commit);
  const keys = kept.map(({ key }) => key);
  const removal = newRemoval({ removalId: first.key, prefix: files.prefix, keys }, nowMs + UNRECORDED_MS);
  const put: string[] = [];
  const putFiles = () => {
    put.push(...keys);
    return allEnded(kept.map((file) => files.put(file)));
  };
  try {
    // Two writes side by side: neither needs the other to be there. Only the removal's own earlier try can refuse it,
    // because no other upload has these keys.
    await allEnded([claim(), repeatable.write(scheduleRemoval(removal))]);
    return await write(commitKeeping(commit, removal, putFiles));
  } catch (error) {
    if (isRefusal(error)) await removeFiles(removal, put, effects);
    throw error;
  }
};
