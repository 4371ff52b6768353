import type { SQSRecord } from 'aws-lambda';
import { describe, expect, test } from 'vitest';
import { type QueueEffects, settleMessages } from '#shared/events/batch';
import { eventOfMessage } from '#shared/events/bus-message';
import { EVENTS } from '#shared/events/catalogue';
import { NotYet } from '#shared/events/not-yet';
import { makeLogger } from '#shared/platform/logger';
import type { HiddenMessage } from '#shared/platform/sqs';
import { queueEffectsWith } from '#tests/support/queue-effects';

const record = (messageId: string, receives = 1) =>
  ({
    messageId,
    body: messageId,
    receiptHandle: `handle of ${messageId}`,
    attributes: { ApproximateReceiveCount: String(receives) },
    eventSourceARN: 'arn:aws:sqs:eu-west-1:000000000000:kyb-service-dev-plans',
  }) as SQSRecord;

/** Settles messages, and returns what happened to those that failed. */
const settleRecords = async (
  records: readonly SQSRecord[],
  handle: (body: string) => Promise<unknown>,
  changes: Partial<QueueEffects> & { readonly read?: (body: string) => string } = {},
) => {
  const { read = (body: string) => body, ...effects } = changes;
  const lines: Record<string, unknown>[] = [];
  const hidden: HiddenMessage[][] = [];
  const aside: string[] = [];
  const metrics: unknown[][] = [];
  const { batchItemFailures } = await settleMessages(
    records,
    { read, handle },
    queueEffectsWith({
      log: makeLogger({}, (line) => lines.push(JSON.parse(line))),
      hide: async (messages) => {
        hidden.push([...messages]);
      },
      setAside: async (body) => {
        aside.push(body);
      },
      metrics: (...given) => metrics.push(given),
      ...effects,
    }),
  );
  return { failed: batchItemFailures.map(({ itemIdentifier }) => itemIdentifier), lines, hidden, aside, metrics };
};

const settle = (ids: readonly string[], handle: (body: string) => Promise<unknown>) =>
  settleRecords(
    ids.map((id) => record(id)),
    handle,
  );

const fail = () => Promise.reject(new Error('The table is out of reach'));

describe('a batch of messages', () => {
  test('returns only the failed ones, however they fail', async () => {
    const { failed } = await settle(['a', 'b', 'c', 'd'], (body) => {
      if (body === 'b') throw new Error('at once');
      return body === 'd' ? Promise.reject(new Error('later')) : Promise.resolve();
    });
    expect(failed).toStrictEqual(['b', 'd']);
  });

  test('is handled in parallel', async () => {
    let arrived = 0;
    let everyoneIsHere: () => void = () => {};
    const everyone = new Promise<void>((resolve) => {
      everyoneIsHere = resolve;
    });
    const { failed } = await settle(['a', 'b', 'c'], () => {
      if (++arrived === 3) everyoneIsHere();
      return everyone;
    });
    expect(failed).toStrictEqual([]);
  });

  test('that cannot be handled yet is returned, and not reported as a failure', async () => {
    const { failed, lines } = await settle(['a'], async () => {
      throw new NotYet();
    });
    expect(failed).toStrictEqual(['a']);
    expect(lines).toMatchObject([{ level: 'info', code: 'MESSAGE_POSTPONED', messageId: 'a', reason: 'NotYet' }]);
  });

  test('logs a failure with its name and place, never with its message', async () => {
    const { lines } = await settle(['a'], async () => {
      throw new TypeError('ada@example.com is not a number');
    });
    expect(lines).toMatchObject([{ level: 'error', code: 'MESSAGE_FAILED', messageId: 'a', errorName: 'TypeError' }]);
    expect(JSON.stringify(lines)).not.toContain('ada@example.com');
  });
});

describe('a message that failed', () => {
  test('is retried after a pause that grows with each failure', async () => {
    const { hidden } = await settleRecords([record('a', 1), record('b', 3), record('c', 200)], fail, {
      random: () => 0,
    });
    expect(hidden).toStrictEqual([
      [
        { receiptHandle: 'handle of a', seconds: 2 },
        { receiptHandle: 'handle of b', seconds: 8 },
        { receiptHandle: 'handle of c', seconds: 300 },
      ],
    ]);
  });

  test('is retried even if the pause cannot be set', async () => {
    const { failed, lines } = await settleRecords([record('a')], fail, {
      hide: () => Promise.reject(new Error('The queue is out of reach')),
    });
    expect(failed).toStrictEqual(['a']);
    expect(lines).toContainEqual(expect.objectContaining({ level: 'warn', code: 'MESSAGES_NOT_HIDDEN', count: 1 }));
  });

  test('among others does not affect them, and a batch without failures makes no call to its queue', async () => {
    const { hidden } = await settle(['a', 'b'], (body) => (body === 'a' ? fail() : Promise.resolve()));
    expect(hidden.flat().map(({ receiptHandle }) => receiptHandle)).toStrictEqual(['handle of a']);
    expect((await settle(['a', 'b'], () => Promise.resolve())).hidden).toStrictEqual([]);
  });

  test('repeatedly is reported with its queue, before it is handled', async () => {
    const notified: unknown[][] = [];
    await settleRecords(
      [record('a', 7), record('b', 8)],
      () => {
        expect(notified).toStrictEqual([['MessagesStuck', 1, { queue: 'kyb-service-dev-plans' }]]);
        return Promise.resolve();
      },
      { metrics: (...given) => notified.push(given) },
    );
    expect(notified).toHaveLength(1);
  });
});

describe('a message that cannot be parsed', () => {
  const read = (body: string): string => {
    if (body === 'rubbish') throw new SyntaxError('Unexpected token');
    return body;
  };

  test('goes to the dead letters at once, unchanged, and delays no other message', async () => {
    const handled: string[] = [];
    const handle = async (body: string) => handled.push(body);
    const { failed, aside, hidden, lines } = await settleRecords([record('rubbish'), record('b')], handle, { read });
    expect(aside).toStrictEqual(['rubbish']);
    expect(handled).toStrictEqual(['b']);
    expect(failed).toStrictEqual([]);
    expect(hidden).toStrictEqual([]);
    expect(lines).toMatchObject([
      { level: 'error', code: 'MESSAGE_SET_ASIDE', messageId: 'rubbish', errorName: 'SyntaxError' },
    ]);
  });

  test('is retried while the dead-letter queue is unreachable', async () => {
    const setAside = () => Promise.reject(new Error('The queue is out of reach'));
    const { failed, hidden } = await settleRecords([record('rubbish')], fail, { read, setAside });
    expect(failed).toStrictEqual(['rubbish']);
    expect(hidden.flat()).toHaveLength(1);
  });
});

describe('a message that a rule of the bus put on a queue', () => {
  const event = {
    eventId: 'sev_01KAJ3WZ5T8RB6C2F4G9J1K7NV',
    type: 'kyb.applicant.decision',
    accountId: 'usr_01KAJ3VYB2M9D5H7N1P3Q8S6TW',
    environment: 'sandbox',
    widgetId: null,
    occurredAt: '2026-11-21T14:03:27.412Z',
    data: EVENTS['kyb.applicant.decision'].example,
  };

  test('has the event as its detail', () => {
    const message = { version: '0', source: 'kyb-service', 'detail-type': event.type, detail: event };
    expect(eventOfMessage(JSON.stringify(message))).toStrictEqual(event);
  });

  test.each(['', 'no JSON', '{}', '{"detail":{"type":"unknown"}}'])('%j is refused', (body) => {
    expect(() => eventOfMessage(body)).toThrow();
  });
});
