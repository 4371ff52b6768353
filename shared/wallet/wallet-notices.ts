import * as v from 'valibot';
import { EVENTS, type EventData, type EventType } from '#shared/events/catalogue';
import type { ServiceEvent } from '#shared/events/outbox';
import { autoTopUpStopped } from '#shared/mails/messages/auto-top-up-stopped';
import type { MailOfLane } from '#shared/mails/messages/catalogue';
import { lowBalance } from '#shared/mails/messages/low-balance';
import { mailTo } from '#shared/mails/messages/mail';
import type { SendMail } from '#shared/mails/queue/mail-queue';
import type { Logger } from '#shared/platform/logger';

/** Makes a mail for the owner of a wallet. */
type MailOf = (to: string) => MailOfLane<'mails'>;

type Notice<T extends EventType> = (data: EventData<T>, event: ServiceEvent) => MailOf;

/** The mail about an event, from its parsed data. */
const notice =
  <T extends EventType>(type: T, contentOf: Notice<T>) =>
  (event: ServiceEvent): MailOf =>
    contentOf(v.parse(EVENTS[type].data as v.GenericSchema<unknown, EventData<T>>, event.data), event);

/** The mail for each event that the owner of a wallet is mailed about. */
const NOTICES: { readonly [T in EventType]?: (event: ServiceEvent) => MailOf } = {
  'wallet.balance.low': notice(
    'wallet.balance.low',
    ({ balanceKobo, thresholdKobo }, { environment, occurredAt: crossedAt }) =>
      (to) =>
        mailTo(to, lowBalance, { environment, balanceKobo, thresholdKobo, crossedAt }),
  ),
  'wallet.auto_top_up.stopped': notice(
    'wallet.auto_top_up.stopped',
    ({ amountKobo, failureCount }, { environment, occurredAt: stoppedAt }) =>
      (to) =>
        mailTo(to, autoTopUpStopped, { environment, amountKobo, failureCount, stoppedAt }),
  ),
};

const noticeOf = (event: ServiceEvent): MailOf => {
  const makeNotice = NOTICES[event.type];
  if (!makeNotice) throw new TypeError(`Nobody is mailed about ${event.type}`);
  return makeNotice(event);
};

/** The effects of mailing a notice. */
export interface WalletNoticeEffects {
  /** The address of an account; undefined when there is no such account. */
  readonly emailOf: (accountId: string) => Promise<string | undefined>;
  readonly sendMail: SendMail<'mails'>;
  readonly log: Logger;
}

/**
 * Mails the owner of a wallet about an event: one mail, however often it is requested.
 *
 * @throws any failure; calling it again completes it.
 */
export const mailWalletNotice = async (event: ServiceEvent, effects: WalletNoticeEffects): Promise<void> => {
  const { eventId, accountId } = event;
  const { emailOf, sendMail, log } = effects;
  const mailOf = noticeOf(event);
  const to = await emailOf(accountId);
  if (to === undefined) return;
  await sendMail({ id: eventId, mail: mailOf(to), accountId });
  log.info('MAIL_QUEUED', { accountId });
};
