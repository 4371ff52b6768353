import * as v from 'valibot';
import { emailKey } from '#shared/auth/accounts/email-key';
import { type Item, type Key, put, update, type WriteOperation } from '#shared/db/expressions';
import { padded } from '#shared/db/key-parts';
import { headWrite, type ListPlace, nextPlace, readHead } from '#shared/db/lists/counted-list';
import { pageOf } from '#shared/db/lists/numbered-list';
import { type ListPage, NO_ENTRIES, type Page } from '#shared/db/lists/page';
import type { Table, TableReader } from '#shared/db/operations';
import { noteCopy } from '#shared/erasure/copies';
import { notErased } from '#shared/erasure/erasure';
import { isoTime, unixSeconds } from '#shared/platform/clock';
import { normaliseEmail } from '#shared/platform/email-address';
import { newId } from '#shared/platform/ids';
import { mailKeys, mailLists } from './keys.ts';

/** How long a mail of the sandbox is kept. */
const KEPT_MS = 30 * 24 * 60 * 60_000;

const keptMailSchema = v.object({
  /** `mail_` */
  id: v.string(),
  to: v.string(),
  subject: v.string(),
  text: v.string(),
  html: v.string(),
  createdAt: v.string(),
});

/** A sandbox mail that was not sent, because its address has not confirmed that it wants it. */
export type KeptMail = v.InferOutput<typeof keptMailSchema>;

/** The content of a mail to keep. */
export type NewKeptMail = Pick<KeptMail, 'to' | 'subject' | 'text' | 'html'>;

/** The list of all mails that were kept for an account. */
const ALL = 'ALL';

const toItem = (accountId: string, list: string, { number, atMs }: ListPlace, mail: KeptMail): Item => ({
  ...mailKeys.keptMail(accountId, list, number),
  gsi1pk: mailLists.keptMails(accountId, list),
  gsi1sk: mailLists.keptAt(isoTime(atMs), number),
  ...mail,
  expiresAtSeconds: unixSeconds(atMs + KEPT_MS),
});

const MAX_ROUNDS = 20;

/**
 * Keeps a mail about an applicant for its account for 30 days, in the list of all mails and in that of its address.
 *
 * @returns its id; undefined when the applicant was erased, in which case it is not kept.
 * @throws Error when the lists change too often for it to be added: it must be tried again.
 */
export const keepMail = async (
  table: Pick<Table, 'get' | 'transact'>,
  { accountId, applicantId }: { readonly accountId: string; readonly applicantId: string },
  mail: NewKeptMail,
  nowMs: number,
): Promise<string | undefined> => {
  const addressKey = emailKey(mail.to);
  const [all, toOne] = [mailLists.keptMails(accountId, ALL), mailLists.keptMails(accountId, addressKey)];
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const heads = await Promise.all([readHead(table, { partition: all }), readHead(table, { partition: toOne })]);
    // One moment in both lists, so that they have the same order.
    const atMs = Math.max(...heads.map((head) => nextPlace(head, nowMs).atMs));
    const kept = { id: newId('mail', atMs), ...mail, to: normaliseEmail(mail.to), createdAt: isoTime(atMs) };
    const [placeInAll, placeInOne] = [nextPlace(heads[0], atMs), nextPlace(heads[1], atMs)];
    const inAll = toItem(accountId, ALL, placeInAll, kept);
    const inOne = toItem(accountId, addressKey, placeInOne, kept);
    const result = await table.transact({
      headOfAll: headWrite({ partition: all }, placeInAll),
      headOfOne: headWrite({ partition: toOne }, placeInOne),
      inAll: put(inAll),
      inOne: put(inOne),
      notErased: notErased(applicantId),
      copy: noteCopy({
        applicantId,
        copyId: kept.id,
        kind: 'mail',
        heldBy: [inAll, inOne].map(({ pk, sk }) => ({ pk, sk })),
        expiresAtSeconds: unixSeconds(atMs + KEPT_MS),
      }),
    });
    if (result.written) return kept.id;
    if (result.refusals.notErased) return undefined;
  }
  throw new Error('The lists of kept mails change too often');
};

/** The write that erases a kept mail. Its empty entry stays in the lists, which have no gaps. */
export const eraseKeptMail = (key: Key): WriteOperation =>
  update(key, { set: { to: '', subject: '', text: '', html: '' }, when: { id: 'exists' } });

const numberOf = ({ sk }: Item): number => Number(sk);

/**
 * Reads a page of the mails kept for an account within 30 days, newest first, and their total number. Takes at most two
 * trips, one for the first page.
 *
 * @param to restricts them to this address.
 */
export const readKeptMails = async (
  table: Pick<TableReader, 'query'>,
  accountId: string,
  to: string | undefined,
  request: ListPage,
  nowMs: number,
): Promise<Page<KeptMail>> => {
  const partition = mailLists.keptMails(accountId, to === undefined ? ALL : emailKey(to));
  const since = isoTime(nowMs - KEPT_MS);
  const numbered = (between: readonly [string, string], limit: number) =>
    table.query({ partition, between, descending: true, limit });
  // DynamoDB deletes expired items late, so the oldest that counts is found by its time.
  const [{ items: newest }, { items: oldest }] = await Promise.all([
    numbered(['0', '9'.repeat(13)], request.page === 1 ? request.limit : 1),
    table.query({ index: 'gsi1', partition, between: [since, '9'], limit: 1 }),
  ]);
  const living = newest.filter(({ createdAt }) => String(createdAt) >= since);
  const [last] = living;
  if (!last) return NO_ENTRIES;
  const first = Math.min(...[...living, ...oldest].map(numberOf));
  const shown = pageOf({ first, last: numberOf(last) }, request);
  const items =
    request.page === 1
      ? living
      : shown.last < shown.first
        ? []
        : (await numbered([padded(shown.first), padded(shown.last)], request.limit)).items;
  return { entries: items.map((item) => v.parse(keptMailSchema, item)), total: numberOf(last) - first + 1 };
};
