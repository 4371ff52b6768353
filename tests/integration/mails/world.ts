import { randomUUID } from 'node:crypto';
import { authKeys } from '#shared/auth/keys';
import { serviceTable } from '#shared/db/client';
import { put } from '#shared/db/expressions';
import type { Table } from '#shared/db/operations';
import { deliverMail } from '#shared/mails/deliver-mail';
import type { MailMessage } from '#shared/mails/messages/catalogue';
import type { MailOptions } from '#shared/mails/messages/render-mail';
import type { NoticeCaps } from '#shared/mails/notice-caps';
import type { OutgoingMail } from '#shared/mails/queue/mail-queue';
import { isSuppressed } from '#shared/mails/suppressed-addresses';
import { sendToSubscribers } from '#shared/mails/unsubscriptions';
import { newId } from '#shared/platform/ids';
import { makeLogger } from '#shared/platform/logger';
import { sendMessagesBy, TEST_CAPS } from '#tests/support/mails';

/** The pepper that proves the links of mails. */
export const TEST_PEPPER = { current: { versionId: 'v1', value: 'p'.repeat(40) } };

/** An address that no other test uses. */
export const newAddress = (): string => `someone.${randomUUID()}@example.com`;

/** An account with its own address. */
export const newOwner = async () => {
  const accountId = newId('usr', Date.now());
  const email = newAddress();
  await serviceTable().write(put({ ...authKeys.account(accountId), accountId, email }));
  return { accountId, email };
};

/** A mail about a new applicant of an account, to one address. */
export const decided = (
  accountId: string,
  to: string,
  environment: 'sandbox' | 'live' = 'sandbox',
  applicantId = newId('app', Date.now()),
): OutgoingMail & { id: string } => ({
  id: randomUUID(),
  mail: { to, template: 'applicantDecided', data: { brandName: 'Adire', supportEmail: '', outcome: 'approved' } },
  accountId,
  applicant: { applicantId, environment },
});

/** A mail to a follower of an account's applicants. */
export const followed = (
  accountId: string,
  to: string,
  environment: 'sandbox' | 'live',
): OutgoingMail & { id: string } => ({
  id: randomUUID(),
  mail: {
    to,
    template: 'adminNotice',
    data: {
      ...{ widgetName: 'Shop', applicantId: 'app_1', environment, referenceId: null },
      ...{ outcome: 'submitted', at: '2026-11-21T14:03:27.412Z' },
    },
  },
  accountId,
  applicant: { applicantId: newId('app', Date.now()), environment },
});

/** Workers of the queues of mails, with a clock and a mail service that the test controls. */
export const mailWorld = (caps: Partial<NoticeCaps> = {}) => {
  const sent: (MailMessage & MailOptions)[] = [];
  const counted: string[] = [];
  const lines: string[] = [];
  const world = {
    nowMs: Date.now(),
    fault: undefined as Error | undefined,
    pepperFault: undefined as Error | undefined,
  };
  const mailer = {
    send: async (message: MailMessage, options?: MailOptions) => {
      if (world.fault) throw world.fault;
      sent.push({ ...message, ...options });
      return undefined;
    },
  };
  const clock = () => world.nowMs;
  const log = makeLogger({}, (line) => lines.push(line));
  const metrics = (name: string, _: number, dimensions = {}) =>
    void counted.push([name, ...Object.values(dimensions)].join(' '));
  const effects = { mailer, clock, log, metrics };
  const pepper = async () => {
    if (world.pepperFault) throw world.pepperFault;
    return TEST_PEPPER;
  };
  const deliver = (order: OutgoingMail & { id: string }, table: Table = serviceTable()) =>
    deliverMail(order, {
      ...{ table, clock, log, metrics, caps: { ...TEST_CAPS, ...caps } },
      sendNow: sendToSubscribers(
        sendMessagesBy({ ...effects, isSuppressed: (address) => isSuppressed(table, address) }),
        {
          table,
          log,
          metrics,
          pepper,
          apiUrl: 'https://api.example.com',
        },
      ),
    });
  return { world, sent, counted, lines, deliver, effects };
};
