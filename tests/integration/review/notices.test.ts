import { describe, expect, test } from 'vitest';
import { submitUnheard } from '#scripts/invoke/submission';
import { serviceTable } from '#shared/db/client';
import { EVENTS, type EventType } from '#shared/events/catalogue';
import type { ServiceEvent } from '#shared/events/outbox';
import type { MailMessage } from '#shared/mails/messages/catalogue';
import { renderMail } from '#shared/mails/messages/render-mail';
import type { SendMail } from '#shared/mails/queue/mail-queue';
import { mailApplicantNotices } from '#shared/onboarding/notices/mail-applicant-notices';
import { reopenFor } from '#shared/onboarding/sessions/embed-session-repository';
import { isoTime } from '#shared/platform/clock';
import { newId } from '#shared/platform/ids';
import { makeLogger } from '#shared/platform/logger';
import {
  type TextMessage,
  TextMessageRefused,
  TextMessagesUnavailable,
  type TextMessenger,
} from '#shared/sources/text-messages';
import { setBalance } from '#tests/integration/assessment/submissions';
import { TEST_CAPS } from '#tests/support/mails';
import { createApplicantFor, createWidgetFor, openWalletsFor, validConfig } from '#tests/support/onboarding';

const EMAIL = 'owner@adire.example';
const ADMINS = 'Ada <ada@shop.example>, not an address, obi@shop.example';

/** An applicant whose widget notifies everybody by default. */
const followed = async (
  notifications: Record<string, unknown> = {},
  subject: Record<string, string> = {},
  environment: 'sandbox' | 'live' = 'sandbox',
  security: Record<string, unknown> = {},
) => {
  const account = { accountId: newId('usr', Date.now()) };
  await openWalletsFor(account);
  if (environment === 'live') await setBalance(account.accountId, 'live', 10_000_000);
  const config = validConfig({
    notifications: { notifyApplicantEmail: true, notifyAdminEmail: ADMINS, ...notifications },
    security,
  });
  const widget = await createWidgetFor(account, { config, environment });
  const { applicant } = await createApplicantFor(account, widget, {
    subject: { email: EMAIL, businessName: 'Secret Name Ltd', tin: '12345678-0001', ...subject },
  });
  const event = (type: EventType, data: Record<string, unknown> = {}): ServiceEvent => ({
    eventId: newId('sev', Date.now()),
    type,
    accountId: account.accountId,
    environment,
    widgetId: widget.id,
    occurredAt: isoTime(Date.now()),
    data: { ...EVENTS[type].example, applicantId: applicant.id, widgetId: widget.id, ...data },
  });
  return { account, widget, applicant, event };
};

/** A queue of mails that keeps what is sent, and may refuse some of it. */
const outbox = (refuses: (mail: MailMessage) => boolean = () => false, textFault?: Error) => {
  const texts: TextMessage[] = [];
  const messenger: TextMessenger = {
    send: async (message) => {
      if (textFault) throw textFault;
      texts.push(message);
    },
  };
  const lines: string[] = [];
  const counted: string[] = [];
  const mails: MailMessage[] = [];
  const orders = new Set<string | undefined>();
  // Like the mail service, it sends one mail per id.
  const sendMail: SendMail<'mails'> = async ({ id, mail }) => {
    if (refuses(mail)) throw new Error('The queue is not available');
    if (!orders.has(id)) mails.push(mail);
    orders.add(id);
  };
  const log = makeLogger({}, (line) => lines.push(line));
  const metrics = (name: string) => void counted.push(name);
  const notify = (event: ServiceEvent, nowMs = Date.now(), over: { messenger?: undefined } = {}) =>
    mailApplicantNotices(event, {
      table: serviceTable(),
      clock: () => nowMs,
      sendMail,
      messenger,
      caps: TEST_CAPS,
      apiUrl: 'https://api.shop.example',
      log,
      metrics,
      ...over,
    });
  return { mails, texts, lines, counted, notify };
};

const recipients = (mails: readonly MailMessage[]) => mails.map(({ to }) => to).sort();

const ADMIN_ADDRESSES = ['ada@shop.example', 'obi@shop.example'];

describe('An event of an applicant is mailed', () => {
  test.each([
    ['kyb.applicant.submitted', {}, ADMIN_ADDRESSES],
    ['kyb.applicant.decision', { status: 'approved' }, [...ADMIN_ADDRESSES, EMAIL].sort()],
    ['kyb.applicant.decision', { status: 'rejected' }, [...ADMIN_ADDRESSES, EMAIL].sort()],
    ['kyb.applicant.decision', { status: 'requires_review' }, ADMIN_ADDRESSES],
    ['kyb.applicant.decision', { status: 'rejected', overturns: 'sev_1' }, [...ADMIN_ADDRESSES, EMAIL].sort()],
    ['kyb.applicant.resubmission_requested', {}, [EMAIL]],
  ] as const)('%s %o to those whom the widget names', async (type, data, to) => {
    const { event } = await followed();
    const { mails, notify } = outbox();
    await notify(event(type, data));
    expect(recipients(mails)).toEqual(to);
  });

  test('with a link to the same application for an applicant that must resubmit, unless only the customer can open it', async () => {
    const { applicant, widget, event } = await followed();
    const { mails, notify } = outbox();
    await notify(event('kyb.applicant.resubmission_requested'));
    const address = `https://api.shop.example/w/${widget.embedLinkToken}?applicantId=${applicant.id}`;
    expect(mails.map(({ data }) => data)).toMatchObject([{ address }]);
    const signed = await followed({}, {}, 'sandbox', { requireSignedRequests: true });
    await notify(signed.event('kyb.applicant.resubmission_requested'));
    expect(mails.at(-1)?.data).toMatchObject({ address: null });
    expect(mails.slice(-1).map((mail) => renderMail(mail).text)).toEqual([
      expect.stringContaining('as you did before'),
    ]);
  });

  test('with the words of the reviewer for an applicant that must resubmit, quoted and without a working link', async () => {
    const { applicant, event } = await followed();
    const { mails, notify } = outbox();
    const nowMs = Date.now();
    await submitUnheard(applicant.id, applicant.sessionId);
    const message = 'The number belongs to another business.\nSee https://evil.example';
    const modules = ['cac_verification'] as const;
    await serviceTable().write(
      reopenFor(applicant.sessionId, { modules, message, expiresAt: isoTime(nowMs + 3_600_000), nowMs }),
    );
    await notify(event('kyb.applicant.resubmission_requested', { modules }));
    const [mail] = mails;
    const { text } = renderMail(mail as MailMessage);
    expect(text).toContain('The number belongs to another business.');
    expect(text).not.toContain('https://evil.example');
  });

  test('to nobody if the widget names nobody, and not to an applicant without an address', async () => {
    const silent = await followed({ notifyApplicantEmail: false, notifyAdminEmail: '' });
    const { mails, notify } = outbox();
    await notify(silent.event('kyb.applicant.decision'));
    const { widget, account, event } = await followed({ notifyAdminEmail: '' });
    const { applicant } = await createApplicantFor(account, widget);
    await notify(event('kyb.applicant.decision', { applicantId: applicant.id }));
    expect(mails).toEqual([]);
  });

  test('without an answer, a name or a number of the applicant, and only with lines that the service writes', async () => {
    const { event } = await followed();
    const { mails, notify } = outbox();
    await notify(event('kyb.applicant.decision', { status: 'rejected', decisionReason: 'Ada lied' }));
    await notify(event('kyb.applicant.resubmission_requested'));
    const rendered = mails.map((mail) => JSON.stringify(renderMail(mail))).join('');
    for (const secret of ['Secret Name', '12345678-0001', 'Ada lied']) expect(rendered).not.toContain(secret);
    expect(rendered).toContain('rejected');
  });
});

describe('Each mail is ordered under its own id', () => {
  test('however often the message arrives, one after the other or at once', async () => {
    const { event } = await followed();
    const { mails, notify } = outbox();
    const approved = event('kyb.applicant.decision');
    await Promise.allSettled(Array.from({ length: 5 }, () => notify(approved)));
    await notify(approved);
    expect(recipients(mails)).toEqual([...ADMIN_ADDRESSES, EMAIL].sort());
  });

  test('and one that cannot be queued does not block the others: the next try queues it', async () => {
    const { event } = await followed();
    const approved = event('kyb.applicant.decision');
    let isDown = true;
    const { mails, notify } = outbox(({ to }) => isDown && to === EMAIL);
    await expect(notify(approved)).rejects.toThrow('The queue is not available');
    expect(recipients(mails)).toEqual(ADMIN_ADDRESSES);
    isDown = false;
    await notify(approved);
    expect(recipients(mails)).toEqual([...ADMIN_ADDRESSES, EMAIL].sort());
  });
});

const texted = () => followed({ notifyApplicantSms: true, notifyAdminEmail: '' }, { phone: '0803 123 4567' }, 'live');

describe('An applicant whose widget asks for it is texted', () => {
  test('once, however often the event arrives, one after the other or at once', async () => {
    const { event } = await texted();
    const { texts, notify } = outbox();
    const rejected = event('kyb.applicant.decision', { status: 'rejected' });
    await Promise.allSettled(Array.from({ length: 5 }, () => notify(rejected)));
    await notify(rejected);
    expect(texts).toEqual([
      { to: '+2348031234567', text: expect.stringMatching(/^Your application to .+ was rejected\.$/) },
    ]);
  });

  test('in addition to its mail, even if the text is throttled: the next try sends it', async () => {
    const { event } = await texted();
    const approved = event('kyb.applicant.decision');
    const throttled = outbox(undefined, new TextMessagesUnavailable('ThrottledException'));
    await expect(throttled.notify(approved)).rejects.toThrow(TextMessagesUnavailable);
    expect(recipients(throttled.mails)).toEqual([EMAIL]);
    const { mails, texts, notify } = outbox();
    await notify(approved);
    expect([recipients(mails), texts.map(({ to }) => to)]).toEqual([[EMAIL], ['+2348031234567']]);
  });

  test('never again at a number that is refused, which causes no failure and is not in the log', async () => {
    const { event } = await texted();
    const approved = event('kyb.applicant.decision');
    const { mails, lines, counted, notify } = outbox(undefined, new TextMessageRefused('OptedOutException'));
    await notify(approved);
    await notify(approved, Date.now() + 60_000);
    expect(recipients(mails)).toEqual([EMAIL]);
    expect(counted).toEqual(['TextsRefused']);
    expect(lines.filter((line) => line.includes('TEXT_REFUSED'))).toEqual([
      expect.stringContaining('OptedOutException'),
    ]);
    expect(lines.join('')).not.toMatch(/803 ?123|@/);
  });

  test('unless it has no number, or the stage sends none: nothing fails, and the log says why', async () => {
    const { event } = await followed({ notifyApplicantSms: true, notifyAdminEmail: '' }, { phone: 'none' }, 'live');
    const { texts, lines, notify } = outbox();
    await notify(event('kyb.applicant.decision'));
    expect(texts).toEqual([]);
    expect(lines).toContainEqual(expect.stringContaining('no_mobile_number'));
    const off = await texted();
    const silent = outbox();
    await silent.notify(off.event('kyb.applicant.decision'), Date.now(), { messenger: undefined });
    expect(silent.texts).toEqual([]);
    expect(silent.lines).toContainEqual(expect.stringContaining('stage_sends_none'));
  });
});
