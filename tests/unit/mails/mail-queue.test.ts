import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { expect, test, vi } from 'vitest';
import { lowBalance } from '#shared/mails/messages/low-balance';
import { mailTo } from '#shared/mails/messages/mail';
import { mails } from '#shared/mails/queue/mail-queue';
import { effectValues } from '#shared/platform/effect';
import { newId } from '#shared/platform/ids';
import { traced, traceOfMessage } from '#shared/platform/trace';
import { mockAws } from '#tests/support/mock-aws';

const sqs = mockAws(SQSClient);

test('an ordered mail carries the ids of what ordered it, below its own', async () => {
  vi.stubEnv('MAIL_QUEUE_URL', 'https://sqs.example/mails');
  sqs.on(SendMessageCommand).resolves({});
  const [accountId, otherId, obligationId] = [newId('usr', 1), newId('usr', 2), newId('obl', 3)];
  const data = {
    environment: 'live',
    balanceKobo: 1,
    thresholdKobo: 2,
    crossedAt: '2026-11-21T14:03:27.412Z',
  } as const;
  const ids = { requestId: 'req-1=', accountId: otherId, obligationId };
  await traced(ids, () =>
    effectValues([mails] as const).mails({ mail: mailTo('ada@example.com', lowBalance, data), accountId }),
  );
  const body = sqs.commandCalls(SendMessageCommand)[0]?.args[0].input.MessageBody ?? '';
  expect(traceOfMessage(body)).toStrictEqual({ requestId: 'req-1=', accountId, obligationId, environment: 'live' });
});
