import { expect, test, vi } from 'vitest';
import type { MailMessage } from '#shared/mails/messages/catalogue';
import { sendMailBy } from '#shared/mails/send-mail';
import { makeLogger } from '#shared/platform/logger';
import { type Mailer, MailRefused, MailUnavailable } from '#shared/sources/mailer';

const mail: MailMessage = { to: 'nobody@@example', template: 'subscription', data: { email: 'ada@example.com' } };

/** The log lines and counts of a mail for which the mail service throws this error. */
const sentWith = async (fault: Error) => {
  const lines: string[] = [];
  const metrics = vi.fn();
  const mailer: Mailer = { send: () => Promise.reject(fault) };
  const send = sendMailBy({
    mailer,
    isSuppressed: async () => false,
    clock: () => 0,
    log: makeLogger({}, (line) => lines.push(line)),
    metrics,
  });
  const failure = await send({ mail, accountId: 'usr_1' }).catch((error: unknown) => error);
  return { failure, lines, counted: metrics.mock.calls.map(([name]) => name) };
};

test('a mail that the service refuses for good is dropped and counted, and not retried', async () => {
  const { failure, lines, counted } = await sentWith(new MailRefused('BadRequestException'));
  expect(failure).toBe(false);
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { level: 'warn', code: 'MAIL_REFUSED', reason: 'BadRequestException', accountId: 'usr_1' },
  ]);
  expect(lines.join('')).not.toMatch(/@/);
  expect(counted).toEqual(['MailsRefused']);
});

test('a mail that the service did not accept is retried', async () => {
  const { failure, lines, counted } = await sentWith(new MailUnavailable('TooManyRequestsException'));
  expect(failure).toBeInstanceOf(MailUnavailable);
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ level: 'error', code: 'MAIL_FAILED' }]);
  expect(counted).toEqual(['MailFailed']);
});
