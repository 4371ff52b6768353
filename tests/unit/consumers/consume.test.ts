import type { SQSEvent } from 'aws-lambda';
import { describe, expect, test } from 'vitest';
import { consume, type QueueKit } from '#shared/consumers/consume';
import { consumer } from '#shared/consumers/consumer';
import { effect } from '#shared/platform/effect';
import { makeLogger } from '#shared/platform/logger';
import { memoryTable } from '#tests/support/memory-table';

const declared = consumer({
  name: 'send-letters',
  group: 'mails',
  trigger: { kind: 'queue', queue: 'mails', batchSize: 5, maxConcurrency: 2, lateAfterSeconds: 60 },
  touches: { reads: ['account'], uses: ['sales'] },
  timeoutSeconds: 30,
  failureMeansToCustomer: 'Nobody gets letters.',
});

const sales = effect('sales', (): string => 'sales@example.com');

/** A kit that records what happens to messages. */
const setUp = () => {
  const [hidden, aside, lines] = [[] as string[], [] as string[], [] as Record<string, unknown>[]];
  const kit: Partial<QueueKit> = {
    table: () => memoryTable(),
    hide: async (messages) => void hidden.push(...messages.map(({ receiptHandle }) => receiptHandle)),
    setAside: async (body) => void aside.push(body),
    log: makeLogger({}, (line) => lines.push(JSON.parse(line))),
    metrics: () => undefined,
  };
  return { kit, hidden, aside, lines };
};

const eventOf = (...bodies: readonly string[]): SQSEvent =>
  ({ Records: bodies.map((body) => ({ body, messageId: `m-${body}`, receiptHandle: `r-${body}` })) }) as SQSEvent;

describe('a consumer of a queue', () => {
  const handled: string[] = [];
  const handler = consume(declared, {
    effects: [sales],
    read: (body) => {
      if (body === 'unreadable') throw new Error('It is no letter');
      return body.toUpperCase();
    },
    handle: async (content, { sales: salesEmail }) => {
      if (content === 'LOST') throw new Error('It is lost');
      handled.push(`${content} to ${salesEmail()}`);
    },
  });

  test('handles and settles each message separately, and a test may replace some of its effects', async () => {
    const { kit, hidden, aside, lines } = setUp();
    const replaced = handler.with({ sales: () => 'test@example.com' }, kit);
    expect(await replaced(eventOf('one', 'unreadable', 'lost', 'two'))).toStrictEqual({
      batchItemFailures: [{ itemIdentifier: 'm-lost' }],
    });
    expect(handled).toStrictEqual(['ONE to test@example.com', 'TWO to test@example.com']);
    expect([hidden, aside]).toStrictEqual([['r-lost'], ['unreadable']]);
    expect(lines.map(({ code }) => code)).toStrictEqual(['MESSAGE_SET_ASIDE', 'MESSAGE_FAILED']);
  });

  test('exposes its declaration', () => {
    expect(handler.consumer).toBe(declared);
  });
});

test('undeclared effects and missing effects of a consumer do not compile', () => {
  const work = { read: (body: string) => body };
  // @ts-expect-error: declared, and not given
  consume(declared, { ...work, handle: async () => undefined });
  // @ts-expect-error: given, and not declared
  consume(declared, { ...work, effects: [sales, effect('pepper', 1)], handle: async () => undefined });
  // @ts-expect-error: it declares no writes
  consume(declared, { ...work, effects: [sales], handle: (_, { table }) => table.write({} as never) });
});
