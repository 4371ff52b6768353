import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { BadRequestException, MessageRejected, SESv2Client, SendEmailCommand } from '@aws-sdk/client-sesv2';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { makeSesMailer } from '#shared/sources/mail-ses';
import { MailRefused, MailUnavailable, type SentMail } from '#shared/sources/mailer';
import { mockAws } from '#tests/support/mock-aws';

const client = new SESv2Client({ region: 'eu-west-1' });
const ses = mockAws(client);
const mailer = makeSesMailer({ sender: 'no-reply@kyb.test', configurationSet: 'the-mails', client: () => client });

const message: SentMail = {
  to: 'ada@example.com',
  subject: 'Your verification code',
  text: 'Your verification code is 048291.',
  html: '<p>Your verification code is 048291.</p>',
};

beforeEach(() => ses.reset());

describe('a mail', () => {
  test('goes to its recipient from the sender, as plain text and as HTML in UTF-8, through the configuration that reports its bounces', async () => {
    ses.on(SendEmailCommand).resolves({ MessageId: 'm-1' });
    await mailer.send(message);
    expect(ses.commandCalls(SendEmailCommand).map((call) => call.args[0].input)).toEqual([
      {
        FromEmailAddress: 'no-reply@kyb.test',
        ConfigurationSetName: 'the-mails',
        Destination: { ToAddresses: ['ada@example.com'] },
        Content: {
          Simple: {
            Subject: { Data: 'Your verification code', Charset: 'UTF-8' },
            Body: {
              Text: { Data: message.text, Charset: 'UTF-8' },
              Html: { Data: message.html, Charset: 'UTF-8' },
            },
          },
        },
      },
    ]);
  });

  test('that its reader can unsubscribe from says so in its headers, and no other does', async () => {
    ses.on(SendEmailCommand).resolves({});
    const unsubscribeUrl = 'https://api.kyb.test/v1/mails/unsubscribe?token=abc';
    await mailer.send({ ...message, unsubscribeUrl });
    await mailer.send(message);
    const [ended, other] = ses.commandCalls(SendEmailCommand).map((call) => call.args[0].input.Content?.Simple);
    expect(ended?.Headers).toEqual([
      { Name: 'List-Unsubscribe', Value: `<${unsubscribeUrl}>` },
      { Name: 'List-Unsubscribe-Post', Value: 'List-Unsubscribe=One-Click' },
    ]);
    expect(other).not.toHaveProperty('Headers');
  });

  test('creates no client before it is sent', async () => {
    ses.on(SendEmailCommand).resolves({});
    let made = 0;
    const lazy = makeSesMailer({
      sender: 'no-reply@kyb.test',
      configurationSet: 'the-mails',
      client: () => {
        made++;
        return client;
      },
    });
    expect(made).toBe(0);
    await lazy.send(message);
    expect(made).toBe(1);
  });
});

describe('if the mail service does not accept a mail', () => {
  test.each([
    [
      'knows no sender',
      new MessageRejected({ message: 'Email address is not verified: ada@example.com', $metadata: {} }),
    ],
    ['throttles', Object.assign(new Error('Rate exceeded for ada@example.com'), { name: 'TooManyRequestsException' })],
    ['is unreachable', Object.assign(new Error('connect ECONNREFUSED'), { name: 'Error' })],
  ])('MailUnavailable states why it %s, but not the recipient or the code', async (_, fault) => {
    ses.on(SendEmailCommand).rejects(fault);
    const failure = await mailer.send(message).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(MailUnavailable);
    expect(failure).toMatchObject({ reason: fault.name });
    expect(JSON.stringify(failure, Object.getOwnPropertyNames(failure))).not.toMatch(/ada@|048291/);
    expect(failure).not.toHaveProperty('cause');
  });

  test.each([
    new MessageRejected({ message: 'Illegal content for ada@example.com', $metadata: {} }),
    new BadRequestException({ message: 'Domain contains illegal character: ada@example.com', $metadata: {} }),
  ])('MailRefused states that no retry will succeed: $name', async (fault) => {
    ses.on(SendEmailCommand).rejects(fault);
    const failure = await mailer.send(message).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(MailRefused);
    expect(failure).toMatchObject({ reason: fault.name });
    expect(JSON.stringify(failure, Object.getOwnPropertyNames(failure))).not.toMatch(/ada@|048291/);
    expect(failure).not.toHaveProperty('cause');
  });

  test('the caller waits no longer than the bound for a service that accepts and never responds', async () => {
    const timeOver = new AbortController();
    const bounds: number[] = [];
    const requests: string[] = [];
    const sockets = new Set<Socket>();
    // The time is over once the service has the mail, so that a slow machine does not matter.
    const silent = createServer((socket) => {
      sockets.add(socket);
      socket.once('data', (bytes) => {
        requests.push(bytes.toString('latin1'));
        timeOver.abort(new DOMException('The time is over', 'TimeoutError'));
      });
    }).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const address = silent.address();
    if (address === null || typeof address === 'string') throw new Error('no port');
    const real = new SESv2Client({
      region: 'eu-west-1',
      endpoint: `http://127.0.0.1:${address.port}`,
      credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
      // Longer than a test may take, so that only the deadline can end the wait.
      requestHandler: { connectionTimeout: 60_000, requestTimeout: 60_000 },
    });
    const deadline = (milliseconds: number): AbortSignal => {
      bounds.push(milliseconds);
      return timeOver.signal;
    };
    try {
      const bounded = makeSesMailer({
        sender: 'no-reply@kyb.test',
        configurationSet: 'the-mails',
        client: () => real,
        deadline,
      });
      await expect(bounded.send(message)).rejects.toThrow(MailUnavailable);
      expect(requests).toEqual([expect.stringMatching(/^POST /)]);
      expect(sockets.size).toBe(1);
      // The bound is for the mail, not for each try.
      expect(bounds).toEqual([8_000]);
    } finally {
      for (const socket of sockets) socket.destroy();
      silent.close();
      real.destroy();
    }
  });

  test('by default, a mail is given up by the system clock', async () => {
    const timeout = vi.spyOn(AbortSignal, 'timeout');
    ses.on(SendEmailCommand).resolves({});
    await mailer.send(message);
    expect(timeout.mock.calls).toEqual([[8_000]]);
    const [[, options] = []] = ses.commandCalls(SendEmailCommand).map(({ args }): readonly unknown[] => args);
    expect(options).toEqual({ abortSignal: timeout.mock.results[0]?.value });
    timeout.mockRestore();
  });
});
