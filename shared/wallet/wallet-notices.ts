import * as v from 'valibot';
import { EVENTS, type EventData, type EventType } from '#shared/events/catalogue';
import type { ServiceEvent } from '#shared/events/outbox';
import type { Logger } from '#shared/platform/logger';
import type { MailMessage } from '#shared/sources/mail';
import type { SendMail } from '#shared/sources/mail-queue';

type Content = Pick<MailMessage, 'template' | 'data'>;

type Notice<T extends EventType> = (data: EventData<T>, event: ServiceEvent) => Content;

/** The mail about an event, from its parsed data. */
const notice =
  <T extends EventType>(type: T, contentOf: Notice<T>) =>
  (event: ServiceEvent): Content =>
    contentOf(v.parse(EVENTS[type].data as v.GenericSchema<unknown, EventData<T>>, event.data), event);

/** The mail about each event that the owner of a wallet is mailed about. */
const NOTICES: { readonly [T in EventType]?: (event: ServiceEvent) => Content } = {
  'wallet.balance.low': notice(
    'wallet.balance.low',
    ({ balanceKobo, thresholdKobo }, { environment, occurredAt: crossedAt }) => ({
      template: 'lowBalance',
      data: { environment, balanceKobo, thresholdKobo, crossedAt },
    }),
  ),
  'wallet.auto_top_up.stopped': notice(
    'wallet.auto_top_up.stopped',
    ({ amountKobo, failureCount }, { environment, occurredAt: stoppedAt }) => ({
      template: 'autoTopUpStopped',
      data: { environment, amountKobo, failureCount, stoppedAt },
    }),
  ),
};

const noticeOf = (event: ServiceEvent): Content => {
  const contentOf = NOTICES[event.type];
  if (!contentOf) throw new TypeError(`Nobody is mailed about ${event.type}`);
  return contentOf(event);
};

/** The effects of mailing a notice. */
export interface WalletNoticeEffects {
  /** The address of an account; undefined when there is no such account. */
  readonly emailOf: (accountId: string) => Promise<string | undefined>;
  readonly sendMail: SendMail;
  readonly log: Logger;
}

/**
 * Has the owner of a wallet mailed about an event of it: one mail, however often it is ordered.
 *
 * @throws any failure; calling it again completes it.
 */
export const mailWalletNotice = async (event: ServiceEvent, effects: WalletNoticeEffects): Promise<void> => {
  const { eventId, accountId } = event;
  const { emailOf, sendMail, log } = effects;
  const content = noticeOf(event);
  const to = await emailOf(accountId);
  if (to === undefined) return;
  await sendMail({ id: eventId, mail: { to, ...content } as MailMessage, accountId });
  log.info('MAIL_QUEUED', { accountId });
};
