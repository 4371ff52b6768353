import { emailKey } from '#shared/auth/accounts/email-key';
import { remove, update, type WriteOperation } from '#shared/db/expressions';
import type { ItemReader } from '#shared/db/operations';
import { isoTime } from '#shared/platform/clock';
import type { Logger } from '#shared/platform/logger';
import type { Metrics } from '#shared/platform/metrics';
import type { VersionedSecret } from '#shared/platform/secret-versions';
import { mailKeys } from './keys.ts';
import type { SendMailNow } from './send-mail.ts';
import { isUnsubscribable } from './unsubscribable.ts';
import { type Subscription, unsubscribeToken } from './unsubscribe-token.ts';

const keyOf = ({ kind, emailKey: address }: Subscription) => mailKeys.unsubscription(address, kind);

/** Whether an address has ended its mails of a kind. */
export const isUnsubscribed = async (table: Pick<ItemReader, 'get'>, subscription: Subscription): Promise<boolean> =>
  (await table.get(keyOf(subscription))) !== undefined;

/** The write that ends the mails of a kind to an address. It refuses when they have already ended. */
export const unsubscribeWrite = (subscription: Subscription, nowMs: number): WriteOperation =>
  update(keyOf(subscription), { set: { unsubscribedAt: isoTime(nowMs) }, when: { unsubscribedAt: 'missing' } });

/** The write that resumes them. It refuses when nothing ended them. */
export const resubscribeWrite = (subscription: Subscription): WriteOperation => remove(keyOf(subscription));

/** The effects of {@link sendToSubscribers}. */
export interface SubscriberEffects {
  readonly table: Pick<ItemReader, 'get'>;
  readonly pepper: () => Promise<VersionedSecret>;
  /** The API's public address, without `/v1`. */
  readonly apiUrl: string;
  readonly log: Logger;
  readonly metrics: Metrics;
}

/**
 * Sends mails with the link that ends their kind, if their reader can end it. Mails that the address has ended are
 * dropped and counted at the moment of sending.
 *
 * @throws whatever `sendNow` throws, and whatever kept it from finding out: the mail must be retried.
 */
export const sendToSubscribers =
  (sendNow: SendMailNow, { table, pepper, apiUrl, log, metrics }: SubscriberEffects): SendMailNow =>
  async (outgoing, options) => {
    const { mail, accountId } = outgoing;
    if (!isUnsubscribable(mail.template)) return sendNow(outgoing, options);
    const subscription: Subscription = { kind: mail.template, emailKey: emailKey(mail.to) };
    const [hasEnded, secret] = await Promise.all([isUnsubscribed(table, subscription), pepper()]);
    if (hasEnded) {
      log.info('MAIL_NOT_SENT', { ...(accountId !== undefined && { accountId }), reason: 'unsubscribed' });
      metrics('MailsUnwanted', 1, { reason: 'unsubscribed' });
      return false;
    }
    const unsubscribeUrl = `${apiUrl}/v1/mails/unsubscribe?token=${unsubscribeToken(subscription, secret)}`;
    return sendNow(outgoing, { ...options, unsubscribeUrl });
  };
