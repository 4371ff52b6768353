import type { Operations, TransactionResult } from '#shared/db/named-operations';
import type { Table } from '#shared/db/operations';
import { isConflict } from '#shared/db/retry';
import { writeAll } from '#shared/db/write-all';
import { ApiError } from '#shared/errors/api-error';
import type { CheckedResponse, EndpointResponse } from '#shared/http/endpoint-response';
import type { Clock } from '#shared/platform/clock';
import { type HeldKey, keepResponse, replayOf } from './idempotency.ts';

/**
 * Commits a request: its writes, all or none, together with the response stored under its idempotency key. The response
 * is checked against the contract first, so that nothing is stored that could not be returned.
 *
 * Refused conditions are returned by the names of their operations.
 */
export type Commit<A = EndpointResponse> = <O extends Operations>(
  operations: O,
  response: A,
) => Promise<TransactionResult<O extends readonly unknown[] ? never : keyof O & string>>;

/** The name, among the operations of a request, of the write to the record of its key. */
export const KEY_WRITE = 'idempotency-key';

/** Thrown inside a request to end it with a stored response. Only the kit catches it. */
export class Replay extends Error {
  readonly response: CheckedResponse;

  constructor(response: CheckedResponse) {
    super('Replay');
    this.response = response;
  }
}

/**
 * Makes the `commit` of one request.
 *
 * @param held the key as it is held when the request commits.
 * @throws Replay when a concurrent request with the same key committed first; ApiError IDEMPOTENCY_IN_PROGRESS when
 * conflicts with such a request outlast the retries.
 */
export const makeCommit = (
  table: Table,
  check: (response: EndpointResponse) => CheckedResponse,
  held: Readonly<HeldKey>,
  secretFields: readonly string[],
  clock: Clock,
): Commit => {
  const commit = async (operations: Operations, response: EndpointResponse): Promise<TransactionResult> => {
    const checked = check(response);
    const idempotent = held.answering;
    if (!idempotent) return writeAll(table, operations);
    const result = await table
      .transact({ ...operations, [KEY_WRITE]: keepResponse(idempotent, checked, secretFields, clock()) })
      .catch((error: unknown) => {
        throw isConflict(error) ? Object.assign(new ApiError('IDEMPOTENCY_IN_PROGRESS'), { cause: error }) : error;
      });
    if (result.written) return result;
    const { [KEY_WRITE]: kept, ...refusals } = result.refusals;
    const replay = kept && replayOf(kept.found, idempotent);
    if (replay) throw new Replay(replay);
    // The claim's lease has ended, whether or not a later holder of the key has come and gone.
    if (kept && idempotent.claimId !== undefined) throw new ApiError('IDEMPOTENCY_IN_PROGRESS');
    return { written: false, refusals };
  };
  return commit as Commit;
};
