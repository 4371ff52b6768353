import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { SNSClient } from '@aws-sdk/client-sns';
import { afterEach, describe, expect, test } from 'vitest';
import { TextMessageRefused, TextMessagesUnavailable } from '#shared/sources/text-messages';
import { makeSnsMessenger } from '#shared/sources/text-messages-sns';

/*
 * The tests use a local server that implements the published API of Amazon SNS: a form with an action, and a response
 * in XML (Amazon SNS API Reference, "Publish", "Making API requests").
 */

const XMLNS = 'xmlns="http://sns.amazonaws.com/doc/2010-03-31/"';
const ACCEPTED = `<PublishResponse ${XMLNS}><PublishResult><MessageId>m-1</MessageId></PublishResult></PublishResponse>`;
const refusal = (type: string, code: string) =>
  `<ErrorResponse ${XMLNS}><Error><Type>${type}</Type><Code>${code}</Code><Message>Invalid parameter: PhoneNumber Reason: +2348031234567 is not valid to publish to</Message></Error><RequestId>r-1</RequestId></ErrorResponse>`;

const MESSAGE = { to: '+2348031234567', text: 'Your application to Adire Market was approved.' };

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

/**
 * A messenger with a server that gives each response in turn and then repeats the last, and the requests that it
 * received.
 */
const messengerOn = async (
  responses: readonly (readonly [status: number, body: string])[],
  senderId?: string,
  deadline?: (milliseconds: number) => AbortSignal,
) => {
  const forms: URLSearchParams[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const [status, body] = responses[Math.min(forms.length, responses.length - 1)] ?? [500, ''];
      forms.push(new URLSearchParams(Buffer.concat(chunks).toString()));
      response.writeHead(status, { 'content-type': 'text/xml', connection: 'close' }).end(body);
    });
  }).listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const client = new SNSClient({
    region: 'eu-west-1',
    endpoint: `http://127.0.0.1:${address.port}`,
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
    maxAttempts: 1,
  });
  return { forms, messenger: makeSnsMessenger({ senderId, client: () => client, ...(deadline && { deadline }) }) };
};

const fieldsOf = (form: URLSearchParams | undefined) => Object.fromEntries(form ?? []);

describe('A text message', () => {
  test('goes directly to its number, as transactional', async () => {
    const { forms, messenger } = await messengerOn([[200, ACCEPTED]]);
    await messenger.send(MESSAGE);
    expect(forms.map(fieldsOf)).toEqual([
      {
        Action: 'Publish',
        Version: '2010-03-31',
        PhoneNumber: MESSAGE.to,
        Message: MESSAGE.text,
        'MessageAttributes.entry.1.Name': 'AWS.SNS.SMS.SMSType',
        'MessageAttributes.entry.1.Value.DataType': 'String',
        'MessageAttributes.entry.1.Value.StringValue': 'Transactional',
      },
    ]);
  });

  test('names the sender that the stage has registered', async () => {
    const { forms, messenger } = await messengerOn([[200, ACCEPTED]], 'KYBService');
    await messenger.send(MESSAGE);
    expect(fieldsOf(forms[0])).toMatchObject({
      'MessageAttributes.entry.2.Name': 'AWS.SNS.SMS.SenderID',
      'MessageAttributes.entry.2.Value.StringValue': 'KYBService',
    });
  });

  test.each([
    ['InvalidParameter', 'InvalidParameterException'],
    ['ParameterValueInvalid', 'InvalidParameterValueException'],
    ['OptedOut', 'OptedOutException'],
    ['ValidationException', 'ValidationException'],
  ])('is refused for good by %s', async (code, reason) => {
    const { messenger } = await messengerOn([[400, refusal('Sender', code)]]);
    const failure = await messenger.send(MESSAGE).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(TextMessageRefused);
    expect(failure).toMatchObject({ reason });
    expect(JSON.stringify(failure, Object.getOwnPropertyNames(failure))).not.toContain('803123');
  });

  test.each([
    [400, 'Sender', 'Throttling', 'Throttling'],
    [429, 'Sender', 'Throttled', 'ThrottledException'],
    [500, 'Receiver', 'InternalError', 'InternalErrorException'],
    [403, 'Sender', 'AuthorizationError', 'AuthorizationErrorException'],
  ])('may be accepted later after %i %s %s', async (status, type, code, reason) => {
    const { messenger } = await messengerOn([[status, refusal(type, code)]]);
    const failure = await messenger.send(MESSAGE).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(TextMessagesUnavailable);
    expect(failure).toMatchObject({ reason });
    expect(JSON.stringify(failure, Object.getOwnPropertyNames(failure))).not.toContain('803123');
    expect(failure).not.toHaveProperty('cause');
  });

  test('is given up after eight seconds, including the tries of the client', async () => {
    const bounds: number[] = [];
    const { forms, messenger } = await messengerOn([[200, ACCEPTED]], undefined, (milliseconds) => {
      bounds.push(milliseconds);
      return AbortSignal.abort(new DOMException('The time is over', 'TimeoutError'));
    });
    await expect(messenger.send(MESSAGE)).rejects.toThrow(TextMessagesUnavailable);
    expect([bounds, forms]).toEqual([[8_000], []]);
  });
});
