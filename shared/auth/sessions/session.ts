import * as v from 'valibot';
import { type Item, put, remove, update, type WriteOperation } from '#shared/db/expressions';
import type { TableReader } from '#shared/db/operations';
import { sessionValiditySchema } from '#shared/http/caller/account-access';
import { callerKeys, callerLists } from '#shared/http/caller/keys';
import { isoTime } from '#shared/platform/clock';
import { newId } from '#shared/platform/ids';
import type { VersionedSecret } from '#shared/platform/secret-versions';
import { type RotatedState, startRefreshing } from './refresh-decision.ts';

const sessionSchema = v.object({
  /** `ses_` */
  sessionId: v.string(),
  ...sessionValiditySchema.entries,
  createdAt: v.string(),
  refreshCounter: v.number(),
  refreshTokenHash: v.string(),
  previousRefreshTokenHash: v.optional(v.string()),
  rotatedAtMs: v.number(),
  endsAtSeconds: v.number(),
});

/** A login on one device, until it ends. */
export type Session = v.InferOutput<typeof sessionSchema>;

/** The account of a session, and its generation as in the sign-in record that the credential was checked against. */
export type SessionOwner = Pick<Session, 'accountId' | 'generation'>;

/** Parses a stored session; undefined when there is none. */
export const fromSessionItem = (item: Item | undefined): Session | undefined =>
  item === undefined ? undefined : v.parse(sessionSchema, item);

/** Reads a session, strongly consistent. */
export const readAccountSession = async (table: TableReader, sessionId: string): Promise<Session | undefined> =>
  fromSessionItem(await table.get(callerKeys.accountSession(sessionId)));

/** The newest sessions of an account that have not ended, newest first, also those that have expired. */
export const readNewestSessions = async (
  table: TableReader,
  accountId: string,
  limit: number,
): Promise<readonly Session[]> => {
  const partition = callerLists.accountSessions(accountId);
  const { items } = await table.query({ index: 'gsi1', partition, descending: true, limit });
  return items.map((item) => v.parse(sessionSchema, item));
};

/** A new session, its first refresh token, and the write that creates it. */
export const startSession = (
  { accountId, generation }: SessionOwner,
  secret: VersionedSecret,
  nowMs: number,
): { readonly session: Session; readonly refreshToken: string; readonly write: WriteOperation } => {
  const sessionId = newId('ses', nowMs);
  const { token, state } = startRefreshing(sessionId, secret, nowMs);
  const session: Session = { ...state, accountId, generation, createdAt: isoTime(nowMs) };
  const write = put({
    ...callerKeys.accountSession(sessionId),
    gsi1pk: callerLists.accountSessions(accountId),
    gsi1sk: sessionId,
    ...session,
  });
  return { session, refreshToken: token, write };
};

/** Deletes a session that was never returned to anybody. */
export const discardSession = (sessionId: string): WriteOperation => remove(callerKeys.accountSession(sessionId));

/** Makes the next refresh token the live one. It refuses unless the presented token and the session are live. */
export const rotateSession = (sessionId: string, presentedHash: string, next: RotatedState): WriteOperation =>
  update(callerKeys.accountSession(sessionId), {
    set: next,
    when: { refreshTokenHash: { equals: presentedHash }, endedAt: 'missing' },
  });

/**
 * Ends a session, and removes it from the list of its account's sessions. It refuses when the session has already
 * ended.
 */
export const endSession = (sessionId: string, nowMs: number): WriteOperation =>
  update(callerKeys.accountSession(sessionId), {
    set: { endedAt: isoTime(nowMs) },
    remove: ['gsi1pk', 'gsi1sk'],
    when: { accountId: 'exists', endedAt: 'missing' },
  });
