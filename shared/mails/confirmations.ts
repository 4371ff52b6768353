import { createHash, randomBytes } from 'node:crypto';
import * as v from 'valibot';
import { readEmailOf } from '#shared/auth/accounts/account';
import { emailKey } from '#shared/auth/accounts/email-key';
import { put, update, type WriteOperation } from '#shared/db/expressions';
import type { ItemReader, Table } from '#shared/db/operations';
import type { ConfirmationOrder } from '#shared/mails/queue/mail-queue';
import { DAY_MS } from '#shared/platform/calendar';
import { isoTime, unixSeconds } from '#shared/platform/clock';
import type { Metrics } from '#shared/platform/metrics';
import { isConfirmedBy } from './confirmed-address.ts';
import { type DeliverOnceEffects, deliverOnce } from './deliver-once.ts';
import { mailKeys } from './keys.ts';
import { addressConfirmation } from './messages/address-confirmation.ts';
import { mailTo } from './messages/mail.ts';
import { countNotice, type NoticeCaps } from './notice-caps.ts';

/** How long a link works. */
const VALID_DAYS = 3;

/** How long an address that did not answer is remembered. */
const ASKED_KEPT_MS = 30 * DAY_MS;

const TOKEN_FORM = /^[A-Za-z0-9_-]{43}$/;

const confirmationSchema = v.object({ accountId: v.string(), email: v.string(), expiresAtMs: v.number() });

/** What a link confirms: that an account may mail an address. */
export type Confirmation = v.InferOutput<typeof confirmationSchema>;

/** SHA-256 is enough for 256 random bits, which nobody can search. */
const hashOf = (token: string): string => createHash('sha256').update(token).digest('base64url');

/** A new link's token, and the write that makes it work for three days. */
export const newConfirmation = (accountId: string, email: string, nowMs: number) => {
  const token = randomBytes(32).toString('base64url');
  const expiresAtMs = nowMs + VALID_DAYS * DAY_MS;
  const item = { accountId, email, expiresAtMs, expiresAtSeconds: unixSeconds(expiresAtMs) };
  return { token, write: put({ ...mailKeys.confirmation(hashOf(token)), ...item }) };
};

/** Reads what a link confirms; undefined when its token is malformed, unknown or expired. */
export const readConfirmation = async (
  table: Pick<ItemReader, 'get'>,
  token: string,
  nowMs: number,
): Promise<Confirmation | undefined> => {
  if (!TOKEN_FORM.test(token)) return undefined;
  const item = await table.get(mailKeys.confirmation(hashOf(token)));
  const found = item && v.parse(confirmationSchema, item);
  return found && nowMs < found.expiresAtMs ? found : undefined;
};

/** The write that confirms an address for an account. It refuses when the address is already confirmed. */
export const confirmationWrite = ({ accountId, email }: Confirmation, nowMs: number): WriteOperation =>
  update(mailKeys.followerAddress(accountId, emailKey(email)), {
    set: { email, confirmedAt: isoTime(nowMs) },
    remove: ['expiresAtSeconds'],
    when: { confirmedAt: 'missing' },
  });

/** The effects of requesting a confirmation. */
export interface AskAddressEffects extends DeliverOnceEffects {
  readonly table: Table;
  readonly caps: NoticeCaps;
  readonly metrics: Metrics;
}

/**
 * Mails an address a link to confirm that an account may mail it: at most once a day, and not if it is already
 * confirmed. The mail counts for its recipient and its account, as notices do.
 *
 * @throws whatever kept the mail from being sent. The order must be retried, and is then mailed in spite of the daily
 * limit.
 */
export const askAddress = async (
  { orderId, accountId, email, apiUrl }: Omit<ConfirmationOrder, 'kind'>,
  effects: AskAddressEffects,
): Promise<void> => {
  const { table, caps, clock, log, metrics } = effects;
  const nowMs = clock();
  const ownAddress = readEmailOf(table, { accountId });
  if (await isConfirmedBy(table, accountId, email, ownAddress)) return;
  const accountEmail = await ownAddress;
  if (accountEmail === undefined) return;
  const asked = await table.write(
    update(mailKeys.followerAddress(accountId, emailKey(email)), {
      set: { email, orderId, askedAtMs: nowMs, expiresAtSeconds: unixSeconds(nowMs + ASKED_KEPT_MS) },
      when: { confirmedAt: 'missing', askedAtMs: { missingOr: { atMost: nowMs - DAY_MS } } },
    }),
  );
  // Today's order may have failed after this write, and be repeated.
  if (!asked.written && asked.found?.['orderId'] !== orderId) return;
  const counted = { recipient: email, applicantId: undefined, accountId, environment: 'live' } as const;
  const capped = asked.written ? await countNotice(table, counted, caps, nowMs) : undefined;
  if (capped !== undefined) {
    metrics('NoticesCapped', 1, { cap: capped });
    log.info('MAIL_NOT_SENT', { accountId, reason: `cap_of_${capped}` });
    return;
  }
  const { token, write } = newConfirmation(accountId, email, nowMs);
  await table.write(write);
  const data = { address: `${apiUrl}/v1/mail-addresses/confirm/${token}`, accountEmail, validDays: VALID_DAYS };
  await deliverOnce({ id: `confirm.${orderId}`, mail: mailTo(email, addressConfirmation, data), accountId }, effects);
};
