import type { VerifiedSignIn } from '#shared/auth/accounts/sign-in';
import type { CodeState } from '#shared/auth/codes/code-record';
import { isPepperOutdated } from '#shared/auth/codes/compare-code';
import type { SecretReader } from '#shared/auth/stage-secrets';
import type { WriteOperation } from '#shared/db/expressions';
import type { TransactionResult } from '#shared/db/named-operations';
import type { Table } from '#shared/db/operations';
import { ApiError } from '#shared/errors/api-error';
import type { VersionedSecret } from '#shared/platform/secret-versions';
import type { LoginVerdict } from './login-codes.ts';

/**
 * Reads the pepper of the pending codes. It is not read again for every wrong code, because the duration would reveal
 * pending ones.
 */
export const pepperOfCodes = (
  { record }: CodeState,
  known: VersionedSecret,
  readPepper: SecretReader,
  nowMs: number,
): Promise<VersionedSecret> | VersionedSecret =>
  record && isPepperOutdated(record.codes, known, nowMs) ? readPepper({ renew: true }) : known;

/** The write that uses up a right code, or why there is none: the codes have changed since they were read. */
export type EnteredLoginCode =
  | { readonly write: WriteOperation; readonly signIn: VerifiedSignIn }
  | { readonly write: undefined; readonly result: Extract<TransactionResult<'codes'>, { readonly written: false }> };

/**
 * Counts a wrong code, and refuses it once it is counted.
 *
 * @throws ApiError INVALID_CODE.
 */
export const enterLoginCode = async (table: Pick<Table, 'write'>, verdict: LoginVerdict): Promise<EnteredLoginCode> => {
  if (verdict.kind === 'right') return verdict;
  const counted = await table.write(verdict.write);
  if (counted.written || verdict.kind === 'notCompared') throw new ApiError('INVALID_CODE');
  return { write: undefined, result: { written: false, refusals: { codes: { found: counted.found } } } };
};
