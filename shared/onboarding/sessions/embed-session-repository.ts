import { type Condition, type Item, put, update, type WriteOperation } from '#shared/db/expressions';
import { type LatestRetryPolicy, newerOf, type StoredRecord } from '#shared/db/latest';
import type { ItemReader } from '#shared/db/operations';
import type { ModuleId } from '#shared/onboarding/modules/modules';
import { parseEmbedToken } from '#shared/onboarding/widgets/embed-token';
import { isoTime } from '#shared/platform/clock';
import { isId } from '#shared/platform/ids';
import type { ModuleAnswers } from '#shared/verification/answer-values';
import {
  type Attachment,
  answerChanges,
  attachmentAttributes,
  type EmbedSession,
  fileAttribute,
  fromEmbedSessionItem,
  type SessionFile,
  toEmbedSessionItem,
} from './embed-session.ts';
import { embedSessionKeys } from './keys.ts';
import { SESSION_TRANSITIONS, type SessionTrigger } from './session-states.ts';

/** The record of an embed session, for transactions that read it first. */
export const embedSessionRecord = (sessionId: string): StoredRecord<EmbedSession> => ({
  key: embedSessionKeys.embedSession(sessionId),
  from: fromEmbedSessionItem,
});

/**
 * The current session, from the items that refused a change of it. Undefined when it was the applicant that refused,
 * not the session.
 */
export const currentSession = (read: EmbedSession, found: readonly (Item | undefined)[]): EmbedSession | undefined =>
  newerOf(embedSessionRecord(read.id), 'anything')(read, found);

/** How often a change of a session is retried after a concurrent one: without waiting, because changes are rare. */
export const SESSION_RETRY: LatestRetryPolicy = { attempts: 4, waitMs: () => 0 };

/** An embed session, strongly consistent; undefined when there is none. */
export const findEmbedSession = async (
  table: Pick<ItemReader, 'get'>,
  sessionId: string,
): Promise<EmbedSession | undefined> => {
  const item = await table.get(embedSessionKeys.embedSession(sessionId));
  return item?.['id'] === sessionId ? fromEmbedSessionItem(item) : undefined;
};

/**
 * The item of an applicant's embed session, strongly consistent, for a reader that knows the applicant's owner only once
 * it has read both; undefined when there is none.
 */
export const sessionItemOf = (table: Pick<ItemReader, 'get'>, applicantId: string): Promise<Item | undefined> =>
  table.get(embedSessionKeys.sessionOfApplicant(applicantId));

/** A widget's embed session, strongly consistent; undefined when the widget has none with this id. */
export const findSessionOfWidget = async (
  table: ItemReader,
  widgetId: string,
  sessionId: string,
): Promise<EmbedSession | undefined> => {
  if (!isId('wses', sessionId)) return undefined;
  const session = await findEmbedSession(table, sessionId);
  return session?.widgetId === widgetId ? session : undefined;
};

/** The session of the widget that an embed token claims, before the token is verified. */
export const findSessionOfToken = async (
  table: ItemReader,
  token: string,
  sessionId: string,
): Promise<EmbedSession | undefined> => {
  const claimed = parseEmbedToken(token);
  return claimed && findSessionOfWidget(table, claimed.widgetId, sessionId);
};

/** The write that opens an embed session. */
export const addEmbedSession = (session: EmbedSession): WriteOperation => put(toEmbedSessionItem(session));

/** What a change of an embed session writes. */
export interface SessionChange {
  readonly nowMs: number;
  readonly set?: Partial<
    Pick<EmbedSession, 'currentModuleId' | 'moduleOrder' | 'referenceId' | 'resubmission' | 'expiresAt'>
  >;
  /** Answers that are merged into the earlier ones, field by field. */
  readonly answers?: { readonly moduleId: ModuleId; readonly given: ModuleAnswers };
  /**
   * A file to add or remove. The write refuses when the session's files have changed since `version`, so that a
   * module's limit holds.
   */
  readonly file?: { readonly version: number } & (
    | { readonly moduleId: ModuleId; readonly added: Attachment }
    | { readonly removed: SessionFile }
  );
  /** Any further conditions, e.g. `{ expiresAt: { atLeast: now } }`. */
  readonly when?: Condition;
}

/**
 * The write that changes the status of an embed session. It refuses in a status that the trigger does not start from.
 */
export const sessionTransition = (
  sessionId: string,
  trigger: SessionTrigger,
  { nowMs, set = {}, answers, file, when = {} }: SessionChange,
): WriteOperation => {
  const { from, to } = SESSION_TRANSITIONS[trigger];
  const merged = answers ? answerChanges(answers.moduleId, answers.given) : { set: {}, remove: [] };
  const at = isoTime(nowMs);
  const attached = file && 'added' in file ? attachmentAttributes(file.moduleId, file.added) : {};
  const removed = file && 'removed' in file ? [fileAttribute(file.removed)] : [];
  return update(embedSessionKeys.embedSession(sessionId), {
    set: { ...set, ...merged.set, ...attached, status: to, updatedAt: at, lastActiveAt: at },
    ...(file && { add: { fileVersion: 1 } }),
    remove: [...merged.remove, ...removed],
    when: { ...when, ...(file && { fileVersion: { equals: file.version } }), status: { oneOf: from } },
  });
};

/**
 * The write of a change that saves no answer: it leaves `updatedAt`, by which a first save is recognised. It refuses in a
 * status that the trigger does not start from.
 *
 * @param changes the session's new expiry and last activity; by default both stay.
 */
export const sessionUnanswered = (
  sessionId: string,
  trigger: Extract<SessionTrigger, 'renew' | 'abandon' | 'resume'>,
  changes: Partial<Pick<EmbedSession, 'expiresAt' | 'lastActiveAt'>> = {},
): WriteOperation => {
  const { from, to } = SESSION_TRANSITIONS[trigger];
  return update(embedSessionKeys.embedSession(sessionId), {
    set: { ...changes, status: to },
    when: { status: { oneOf: from } },
  });
};

/** The details of reopening a session for a resubmission. */
export interface SessionReopening {
  /** The modules that are reopened, in order. */
  readonly modules: readonly ModuleId[];
  /** The reviewer's message to the applicant. */
  readonly message?: string | undefined;
  readonly expiresAt: string;
  readonly nowMs: number;
  /** Any further conditions. */
  readonly when?: Condition;
}

/** The write that reopens a submitted session for these modules only, without the reference of its submission. */
export const reopenFor = (
  sessionId: string,
  { modules, message = undefined, expiresAt, nowMs, when = {} }: SessionReopening,
): WriteOperation =>
  sessionTransition(sessionId, 'reopen', {
    nowMs,
    set: {
      moduleOrder: [...modules],
      currentModuleId: modules[0] ?? null,
      referenceId: null,
      resubmission: { modules: [...modules], message: message ?? null, at: isoTime(nowMs) },
      expiresAt,
    },
    when,
  });

/**
 * The write that expires a session without activity. It refuses when there was activity since it was read.
 *
 * @param discarded files that the session no longer names.
 */
export const expireSession = (
  { id, lastActiveAt }: EmbedSession,
  discarded: readonly SessionFile[],
): WriteOperation => {
  const { from, to } = SESSION_TRANSITIONS.expire;
  return update(embedSessionKeys.embedSession(id), {
    set: { status: to },
    ...(discarded.length > 0 && { remove: discarded.map(fileAttribute) }),
    when: { status: { oneOf: from }, lastActiveAt: { missingOr: { equals: lastActiveAt } } },
  });
};

/**
 * The write that permanently closes the session of an applicant that is erased: nothing is written to it after that.
 */
export const closeErased = (sessionId: string): WriteOperation => {
  const { from, to } = SESSION_TRANSITIONS.erase;
  return update(embedSessionKeys.embedSession(sessionId), { set: { status: to }, when: { status: { oneOf: from } } });
};

/**
 * A session without its applicant's entries and reviewers' messages. Its files keep only what identifies nobody: id,
 * type, size and hash.
 */
export const erasedSession = (session: EmbedSession): EmbedSession => {
  const { attachments, resubmission } = session;
  const withoutNames = (files: readonly Attachment[]) => files.map((file) => ({ ...file, filename: '' }));
  return {
    ...session,
    applicantReferenceId: null,
    answers: {},
    attachments: Object.fromEntries(Object.entries(attachments).map(([id, files]) => [id, withoutNames(files)])),
    resubmission: resubmission && { ...resubmission, message: null },
  };
};

/** The write that replaces a session that was closed for erasure by its {@link erasedSession}. */
export const eraseSession = (session: EmbedSession): WriteOperation =>
  put(toEmbedSessionItem(erasedSession(session)), { status: { equals: SESSION_TRANSITIONS.erase.to } });
