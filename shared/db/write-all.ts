import { namedOperations, type Operations, type TransactionResult } from './named-operations.ts';
import type { Table } from './operations.ts';

/**
 * Makes all of some writes or none, and returns the refusals by name. A single conditional write is not sent as a
 * transaction, which would cost twice as much.
 */
export const writeAll = async <O extends Operations>(
  table: Pick<Table, 'write' | 'transact'>,
  operations: O,
): Promise<TransactionResult<O extends readonly unknown[] ? never : keyof O & string>> => {
  const [first, ...others] = namedOperations(operations);
  if (first === undefined) return { written: true };
  const [name, only] = first;
  // A list would be extended twice by a write whose response is lost; a transaction has a token against that.
  const isRepeatable = only.kind !== 'update' || only.extend === undefined;
  if (others.length > 0 || only.kind === 'check' || !isRepeatable) return table.transact(operations);
  const result = await table.write(only);
  if (result.written) return { written: true };
  return { written: false, refusals: { [name]: { found: result.found } } } as TransactionResult<never>;
};
