import type { WriteOperation } from '#shared/db/expressions';
import type { Refusals } from '#shared/db/named-operations';
import type { Table } from '#shared/db/operations';
import { writeAll } from '#shared/db/write-all';
import { ApiError } from '#shared/errors/api-error';
import type { ErrorCode } from '#shared/errors/errors';
import { type AccountRole, isSessionValid, refuseSuspended } from '#shared/http/caller/account-access';
import type { VersionedSecret } from '#shared/platform/secret-versions';
import { readAccess } from './access.ts';
import { discardSession, type Session, type SessionOwner, startSession } from './session.ts';

/** A session that has begun, and what its account may do. */
export interface BegunSession {
  readonly session: Session;
  readonly refreshToken: string;
  readonly role: AccountRole;
}

/** What begins a session. */
export interface SessionStart {
  readonly owner: SessionOwner;
  /** The signing secret. */
  readonly secret: VersionedSecret;
  /** Writes of the same transaction, such as the use of a code. None of them is made without the session. */
  readonly operations?: Readonly<Record<string, WriteOperation>>;
  /** Work that is done in parallel. If any of it fails, the session is ended again. */
  readonly beside?: readonly (() => Promise<unknown>)[];
  /** The error for a credential that was replaced while it was checked. */
  readonly refusal: ErrorCode;
}

/**
 * Begins a session for a credential that was just verified, in one trip that also reads what its account may do.
 *
 * @returns the given operations that refused, in which case there is no session.
 * @throws ApiError `refusal` when every session of the account was ended since its credential was checked, or the
 * account is suspended.
 */
export const beginSession = async (
  table: Table,
  { owner, secret, operations = {}, beside = [], refusal }: SessionStart,
  nowMs: number,
): Promise<{ readonly begun: BegunSession } | { readonly begun: undefined; readonly refusals: Refusals }> => {
  const { session, refreshToken, write } = startSession(owner, secret, nowMs);
  const [accessRead, written, ...others] = await Promise.allSettled([
    readAccess(table, owner.accountId),
    writeAll(table, { ...operations, session: write }),
    ...beside.map((work) => work()),
  ]);
  const failed = [accessRead, written, ...others].find(({ status }) => status === 'rejected');
  if (!failed && written.status === 'fulfilled' && !written.value.written) {
    const { session: existing, ...refusals } = written.value.refusals;
    // An existing session with this new id is this one: the response to the first write was lost, and the client
    // retried it.
    if (!existing || Object.keys(refusals).length > 0) return { begun: undefined, refusals };
  }
  const access = accessRead.status === 'fulfilled' ? accessRead.value : undefined;
  const isValid = !failed && isSessionValid(session, access);
  if (isValid && access.suspendedAt === undefined) return { begun: { session, refreshToken, role: access.role } };
  await table.write(discardSession(session.sessionId));
  if (isValid) refuseSuspended(access, refusal);
  throw failed?.status === 'rejected' ? failed.reason : new ApiError(refusal);
};
