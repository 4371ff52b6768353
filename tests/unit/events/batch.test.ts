import type { SQSRecord } from 'aws-lambda';
import { describe, expect, test } from 'vitest';
import { settleMessages } from '#shared/events/batch';
import { eventOfMessage } from '#shared/events/bus-message';
import { EVENTS } from '#shared/events/catalogue';
import { makeLogger } from '#shared/platform/logger';

const record = (messageId: string) => ({ messageId, body: messageId }) as SQSRecord;

const settle = async (ids: readonly string[], handle: (record: SQSRecord) => Promise<unknown>) => {
  const lines: Record<string, unknown>[] = [];
  const log = makeLogger({}, (line) => lines.push(JSON.parse(line)));
  const { batchItemFailures } = await settleMessages(ids.map(record), handle, log);
  return { failed: batchItemFailures.map(({ itemIdentifier }) => itemIdentifier), lines };
};

describe('a batch of messages', () => {
  test('answers the failed ones only, however they fail', async () => {
    const { failed } = await settle(['a', 'b', 'c', 'd'], ({ body }) => {
      if (body === 'b') throw new Error('at once');
      return body === 'd' ? Promise.reject(new Error('later')) : Promise.resolve();
    });
    expect(failed).toStrictEqual(['b', 'd']);
  });

  test('is handled side by side', async () => {
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

  test('logs a failure by its name and place, never by its words', async () => {
    const { lines } = await settle(['a'], async () => {
      throw new TypeError('ada@example.com is not a number');
    });
    expect(lines).toMatchObject([{ level: 'error', code: 'MESSAGE_FAILED', messageId: 'a', errorName: 'TypeError' }]);
    expect(JSON.stringify(lines)).not.toContain('ada@example.com');
  });
});

describe('a message that a rule of the bus put on a queue', () => {
  const event = {
    eventId: 'evt_01KAJ3WZ5T8RB6C2F4G9J1K7NV',
    type: 'kyb.applicant.decision',
    accountId: 'usr_01KAJ3VYB2M9D5H7N1P3Q8S6TW',
    environment: 'sandbox',
    widgetId: null,
    occurredAt: '2026-11-21T14:03:27.412Z',
    data: EVENTS['kyb.applicant.decision'].example,
  };

  test('holds the event as its detail', () => {
    const message = { version: '0', source: 'kyb-service', 'detail-type': event.type, detail: event };
    expect(eventOfMessage(JSON.stringify(message))).toStrictEqual(event);
  });

  test.each(['', 'no JSON', '{}', '{"detail":{"type":"unknown"}}'])('%j is refused', (body) => {
    expect(() => eventOfMessage(body)).toThrow();
  });
});
