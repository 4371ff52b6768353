import { describe, expect, test } from 'vitest';
import { serviceTable } from '#shared/db/client';
import { EVENTS, type EventType } from '#shared/events/catalogue';
import type { ServiceEvent } from '#shared/events/outbox';
import { mailApplicantNotices } from '#shared/onboarding/notices/mail-applicant-notices';
import { isoTime } from '#shared/platform/clock';
import { newId } from '#shared/platform/ids';
import { makeLogger } from '#shared/platform/logger';
import { type MailMessage, renderMail } from '#shared/sources/mail';
import type { SendMail } from '#shared/sources/mail-queue';
import { createApplicantFor, createWidgetFor, openWalletsFor, validConfig } from '#tests/support/onboarding';

const EMAIL = 'owner@adire.example';
const ADMINS = 'Ada <ada@shop.example>, not an address, obi@shop.example';

/** An applicant whose widget notifies everybody, unless it does not. */
const followed = async (notifications: Record<string, unknown> = {}, subject: Record<string, string> = {}) => {
  const account = { accountId: newId('usr', Date.now()) };
  await openWalletsFor(account);
  const config = validConfig({
    notifications: { notifyApplicantEmail: true, notifyAdminEmail: ADMINS, ...notifications },
  });
  const widget = await createWidgetFor(account, { config });
  const { applicant } = await createApplicantFor(account, widget, {
    subject: { email: EMAIL, businessName: 'Secret Name Ltd', tin: '12345678-0001', ...subject },
  });
  const event = (type: EventType, data: Record<string, unknown> = {}): ServiceEvent => ({
    eventId: newId('sev', Date.now()),
    type,
    accountId: account.accountId,
    environment: 'sandbox',
    widgetId: widget.id,
    occurredAt: isoTime(Date.now()),
    data: { ...EVENTS[type].example, applicantId: applicant.id, widgetId: widget.id, ...data },
  });
  return { account, widget, applicant, event };
};

/** A queue of mails that keeps what is sent, and may refuse some of it. */
const outbox = (refuses: (mail: MailMessage) => boolean = () => false) => {
  const mails: MailMessage[] = [];
  const sendMail: SendMail = async ({ mail }) => {
    if (refuses(mail)) throw new Error('The queue is not available');
    mails.push(mail);
  };
  const log = makeLogger({}, () => {});
  const notify = (event: ServiceEvent, nowMs = Date.now()) =>
    mailApplicantNotices(event, { table: serviceTable(), clock: () => nowMs, sendMail, log });
  return { mails, notify };
};

const recipients = (mails: readonly MailMessage[]) => mails.map(({ to }) => to).sort();

const ADMIN_ADDRESSES = ['ada@shop.example', 'obi@shop.example'];

describe('An event of an applicant is mailed', () => {
  test.each([
    ['kyb.applicant.submitted', {}, ADMIN_ADDRESSES],
    ['kyb.applicant.decision', { status: 'approved' }, [...ADMIN_ADDRESSES, EMAIL].sort()],
    ['kyb.applicant.decision', { status: 'rejected' }, [...ADMIN_ADDRESSES, EMAIL].sort()],
    ['kyb.applicant.decision', { status: 'requires_review' }, ADMIN_ADDRESSES],
    ['kyb.applicant.resubmission_requested', {}, [EMAIL]],
  ] as const)('%s %o to those whom the widget names', async (type, data, to) => {
    const { event } = await followed();
    const { mails, notify } = outbox();
    await notify(event(type, data));
    expect(recipients(mails)).toEqual(to);
  });

  test('to nobody where the widget names nobody, and not to an applicant without an address', async () => {
    const silent = await followed({ notifyApplicantEmail: false, notifyAdminEmail: '' });
    const { mails, notify } = outbox();
    await notify(silent.event('kyb.applicant.decision'));
    const { widget, account, event } = await followed({ notifyAdminEmail: '' });
    const { applicant } = await createApplicantFor(account, widget);
    await notify(event('kyb.applicant.decision', { applicantId: applicant.id }));
    expect(mails).toEqual([]);
  });

  test('without an answer, a name or a number of the applicant, on lines that only we write', async () => {
    const { event } = await followed();
    const { mails, notify } = outbox();
    await notify(event('kyb.applicant.decision', { status: 'rejected', decisionReason: 'Ada lied' }));
    await notify(event('kyb.applicant.resubmission_requested'));
    const rendered = mails.map((mail) => JSON.stringify(renderMail(mail))).join('');
    for (const secret of ['Secret Name', '12345678-0001', 'Ada lied']) expect(rendered).not.toContain(secret);
    expect(rendered).toContain('rejected');
  });
});

describe('Each mail is queued once', () => {
  test('however often the message arrives, one after the other or at once', async () => {
    const { event } = await followed();
    const { mails, notify } = outbox();
    const approved = event('kyb.applicant.decision');
    await Promise.allSettled(Array.from({ length: 5 }, () => notify(approved)));
    await notify(approved);
    expect(recipients(mails)).toEqual([...ADMIN_ADDRESSES, EMAIL].sort());
  });

  test('and one that cannot be queued keeps no other back: the next try queues it alone, once its lease is over', async () => {
    const { event } = await followed();
    const approved = event('kyb.applicant.decision');
    const broken = outbox(({ to }) => to === EMAIL);
    await expect(broken.notify(approved)).rejects.toThrow('The queue is not available');
    expect(recipients(broken.mails)).toEqual(ADMIN_ADDRESSES);
    const { mails, notify } = outbox();
    await expect(notify(approved)).rejects.toThrow('Another worker');
    await notify(approved, Date.now() + 60_000);
    expect(recipients(mails)).toEqual([EMAIL]);
  });
});
