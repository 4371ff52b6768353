import * as v from 'valibot';
import { check, type Item, type Key, type WriteOperation } from '#shared/db/expressions';
import type { ItemReader } from '#shared/db/operations';
import { ApiError } from '#shared/errors/api-error';
import type { ErrorCode } from '#shared/errors/errors';
import { unixSeconds } from '#shared/platform/clock';
import { callerKeys } from './keys.ts';

const accountAccessSchema = v.object({
  accountId: v.string(),
  /** Only the operator grants `admin`. */
  role: v.picklist(['member', 'admin']),
  /** The first valid generation of sessions. Raising it ends every existing session. */
  sessionsValidFrom: v.number(),
  /** When an operator suspended the account; missing while it is not suspended. */
  suspendedAt: v.optional(v.string()),
});

/**
 * What an account may do, and which of its sessions are valid. It is one small item per account, read with the session
 * at every request, so that one write applies to every session from the next request on.
 */
export type AccountAccess = v.InferOutput<typeof accountAccessSchema>;

/** Whether an account is suspended, for work without a caller. */
export const isAccountSuspended = async (table: ItemReader, accountId: string): Promise<boolean> =>
  fromAccountAccessItem(await table.get(callerKeys.accountAccess(accountId)))?.suspendedAt !== undefined;

/**
 * Refuses a proven credential of a suspended account. Only who holds a valid one learns of the suspension.
 *
 * @param owner what was read to confirm the credential: the account's access, or its API keys.
 * @throws ApiError with this code.
 */
export const refuseSuspended = (
  { accountId, suspendedAt }: { readonly accountId: string; readonly suspendedAt?: string | undefined },
  code: ErrorCode = 'UNAUTHENTICATED',
  cookies?: readonly string[],
): void => {
  if (suspendedAt === undefined) return;
  throw new ApiError(code, {
    sentence: 'This account is suspended. Contact support.',
    concerns: { accountId },
    ...(cookies && { cookies }),
  });
};

/** What an account may do. */
export type AccountRole = AccountAccess['role'];

/** Parses the stored access of an account. */
export const parseAccountAccess = (item: Item): AccountAccess => v.parse(accountAccessSchema, item);

/** Parses the stored access of an account; undefined when there is none. */
export const fromAccountAccessItem = (item: Item | undefined): AccountAccess | undefined =>
  item && parseAccountAccess(item);

/** The condition that an account still has a role, for the transaction that its request commits. */
export const confirmRole = (accountId: string, role: AccountRole): WriteOperation =>
  check(callerKeys.accountAccess(accountId), { role: { equals: role } });

/** The condition that an account was not erased, for a transaction that may come at any time and stores what identifies it. */
export const confirmNotErased = (accountId: string): WriteOperation =>
  check(callerKeys.accountAccess(accountId), { erasedAt: 'missing' });

/** What authentication reads of a session. `shared/auth` adds what only refreshing needs, and writes it. */
export const sessionValiditySchema = v.object({
  accountId: v.string(),
  /** Its generation among the account's sessions. It is valid from the access item's `sessionsValidFrom` on. */
  generation: v.number(),
  /** When it was ended. Access tokens of an ended session are denied at once. */
  endedAt: v.optional(v.string()),
  expiresAtSeconds: v.number(),
});

/** The account and session of a token. */
export interface TokenSubject {
  readonly accountId: string;
  readonly sessionId: string;
}

/**
 * The items that determine whether a token's session is valid. They are read together, strongly consistent, before
 * {@link validAccess}.
 */
export const sessionKeys = ({ accountId, sessionId }: TokenSubject): readonly [session: Key, access: Key] => [
  callerKeys.accountSession(sessionId),
  callerKeys.accountAccess(accountId),
];

/** Whether a session is among those that its account accepts. The session alone does not determine that. */
export const isSessionValid = (
  { accountId, generation }: Pick<v.InferOutput<typeof sessionValiditySchema>, 'accountId' | 'generation'>,
  access: AccountAccess | undefined,
): access is AccountAccess =>
  access !== undefined && access.accountId === accountId && generation >= access.sessionsValidFrom;

/**
 * What the account of a verified token may do now; undefined when its session has ended, expired, belongs to another
 * account, or was ended with all others.
 *
 * @param items the items of {@link sessionKeys}.
 */
export const validAccess = (
  [sessionItem, accessItem]: readonly (Item | undefined)[],
  { accountId }: Pick<TokenSubject, 'accountId'>,
  nowMs: number,
): AccountAccess | undefined => {
  const session = v.safeParse(sessionValiditySchema, sessionItem);
  if (!session.success || session.output.accountId !== accountId || session.output.endedAt !== undefined) return;
  if (session.output.expiresAtSeconds <= unixSeconds(nowMs)) return;
  const access = fromAccountAccessItem(accessItem);
  return isSessionValid(session.output, access) ? access : undefined;
};
