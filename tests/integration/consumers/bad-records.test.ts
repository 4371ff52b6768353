import { readFile } from 'node:fs/promises';
import type { DynamoDBBatchResponse, DynamoDBRecord, SQSBatchResponse, SQSRecord } from 'aws-lambda';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { CONSUMERS } from '#functions/events/consumers';
import type { Consumer } from '#shared/consumers/consumer';
import { type Item, type Key, put } from '#shared/db/expressions';
import { operationsOf } from '#shared/db/named-operations';
import type { Table } from '#shared/db/operations';
import { LIST_FAMILIES, type ListFamily } from '#shared/key-families';
import { newId } from '#shared/platform/ids';
import { newDeliveryItem } from '#shared/webhooks/deliveries/records/delivery';
import { deliveryLogKeys } from '#shared/webhooks/delivery-log/keys';
import type { Registration } from '#shared/webhooks/registrations/registration';
import { insertOf, outboxItem } from '#tests/support/outbox-records';

// This file has its own table, because sweeps take whatever is due.
await vi.hoisted(async () => (await import('#tests/support/own-table')).useOwnTable());

const stage = vi.hoisted(() => ({
  lines: [] as Record<string, unknown>[],
  sent: [] as { url: string; body: string }[],
  refuses: (_item: unknown): boolean => false,
}));

vi.mock('#shared/platform/standard-output', () => ({
  toStandardOutput: (line: string) => stage.lines.push(JSON.parse(line)),
}));

vi.mock('#shared/platform/sqs', async (original) => ({
  ...(await original<typeof import('#shared/platform/sqs')>()),
  sendToQueue: async (url: string, { body }: { body: string }) => void stage.sent.push({ url, body }),
  hideMessages: async () => undefined,
}));

vi.mock('#shared/platform/event-bridge', async (original) => ({
  ...(await original<typeof import('#shared/platform/event-bridge')>()),
  putEntries: async (entries: readonly unknown[]) => entries.map(() => 'taken'),
}));

/** The table, except for what a test makes it refuse. */
vi.mock('#shared/db/client', async (original) => {
  const { serviceTable } = await original<typeof import('#shared/db/client')>();
  const refuse = () => Promise.reject(Object.assign(new Error('It is refused'), { name: 'ValidationException' }));
  const guarded =
    <Given, Result>(call: (given: Given) => Promise<Result>, parts: (given: Given) => readonly unknown[]) =>
    (given: Given): Promise<Result> =>
      parts(given).some((part) => stage.refuses(part)) ? (refuse() as Promise<Result>) : call(given);
  return {
    serviceTable: (): Table => {
      const table = serviceTable();
      return {
        ...table,
        get: guarded(table.get, (key) => [key]),
        getMany: guarded(table.getMany, (keys) => keys),
        query: guarded(table.query, (range) => [range]),
        queryAll: guarded(table.queryAll, (range) => [range]),
        write: guarded(table.write, (operation) => [operation]),
        transact: guarded(table.transact, (operations) => operationsOf(operations)) as Table['transact'],
      };
    },
  };
});

beforeEach(() => {
  stage.lines.length = 0;
  stage.sent.length = 0;
  stage.refuses = () => false;
  vi.stubEnv('DEAD_LETTER_QUEUE_URL', 'dead-letters');
  vi.stubEnv('API_URL', 'https://api.example.com');
  for (const name of [
    'QUEUE_URL',
    'UNPUBLISHABLE_QUEUE_URL',
    'BUS_NAME',
    'SALES_EMAIL',
    'MAIL_FROM',
    'MAIL_CONFIGURATION_SET',
  ]) {
    vi.stubEnv(name, `${name.toLowerCase()}@example.com`);
  }
});

const invoke = async <Result>({ name }: Consumer, event?: object): Promise<Result> => {
  const { handler } = (await import(`#functions/events/${name}`)) as { handler: (event?: object) => Promise<Result> };
  return handler(event);
};

const of = (kind: Consumer['trigger']['kind']) =>
  CONSUMERS.filter(({ trigger }) => trigger.kind === kind).map((consumer) => [consumer.name, consumer] as const);

const codes = (code: string) => stage.lines.filter((line) => line['code'] === code);

describe('a message that cannot be read goes to the dead letters at once, and the others are still tried:', () => {
  test.each(of('queue'))('%s', async (name, consumer) => {
    const sample = JSON.parse(await readFile(`tests/events/${name}.json`, 'utf8')) as { Records: SQSRecord[] };
    const [sent] = sample.Records;
    if (!sent) throw new Error('A sample is a message');
    const record = { ...sent, body: sent.body.replaceAll(/<\w+>/g, newId('addr', Date.now())) };
    const bodies = ['{"detail":', '{"nothing":"of ours"}'];
    const unreadable = bodies.map((body, index) => ({ ...record, body, messageId: `unreadable-${index}` }));
    // The table also refuses what a good message needs, so that the test sees it tried and returned.
    stage.refuses = () => true;
    const { batchItemFailures } = await invoke<SQSBatchResponse>(consumer, { Records: [...unreadable, record] });
    expect(stage.sent.filter(({ url }) => url === 'dead-letters').map(({ body }) => body)).toStrictEqual(bodies);
    expect(codes('MESSAGE_SET_ASIDE').map(({ messageId }) => messageId)).toStrictEqual([
      'unreadable-0',
      'unreadable-1',
    ]);
    expect(batchItemFailures).toStrictEqual([{ itemIdentifier: record.messageId }]);
    expect(codes('MESSAGE_FAILED')).toMatchObject([{ messageId: record.messageId, errorName: expect.any(String) }]);
  });
});

describe('a message whose item the table always refuses is retried until it is a dead letter, and does not affect its neighbours:', () => {
  /**
   * These consumers call the table without an id of the message: some need the stage's secrets first, and one hashes
   * addresses.
   */
  const OTHERS = ['send-codes', 'suppress-addresses', 'deliver-webhook'];

  /** The kind of id that a placeholder of a sample stands for; an address verification's if none is named. */
  const PREFIXES: Readonly<Record<string, string>> = {
    ACCOUNT_ID: 'usr',
    WIDGET_ID: 'wgt',
    SUBMITTED_APPLICANT_ID: 'app',
  };

  test.each(of('queue').filter(([name]) => !OTHERS.includes(name)))('%s', async (name, consumer) => {
    const sample = JSON.parse(await readFile(`tests/events/${name}.json`, 'utf8')) as { Records: SQSRecord[] };
    const [sent] = sample.Records;
    if (!sent) throw new Error('A sample is a message');
    /** The sample, with this text in all its ids, which belong to nothing. */
    const about = (id: string): SQSRecord => {
      const body = sent.body
        .replaceAll(/<(\w+)>/g, (_, placeholder) => `${PREFIXES[placeholder] ?? 'addr'}_${id}`)
        .replaceAll(/(?<=[a-z]_)[0-9A-HJKMNP-TV-Z]{26}/g, id)
        .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, id)
        .replaceAll(/[\w.]+(?=@)/g, `address-${id}`);
      return { ...sent, body, messageId: id };
    };
    const [one, refused, other] = [1, 2, 3].map(() => newId('addr', Date.now()).slice(5)) as [string, string, string];
    const tried = new Set<string>();
    stage.refuses = (part) => {
      const text = JSON.stringify(part).toUpperCase();
      for (const id of [one, refused, other]) if (text.includes(id)) tried.add(id);
      return text.includes(refused);
    };
    const failuresOf = async (...ids: string[]) => {
      stage.lines.length = 0;
      const { batchItemFailures } = await invoke<SQSBatchResponse>(consumer, { Records: ids.map(about) });
      const failed = batchItemFailures.map(({ itemIdentifier }) => itemIdentifier);
      expect(
        codes('MESSAGE_FAILED')
          .map(({ messageId }) => messageId)
          .toSorted(),
      ).toStrictEqual(failed.toSorted());
      return Object.fromEntries(codes('MESSAGE_FAILED').map(({ messageId, errorName }) => [messageId, errorName]));
    };
    const together = await failuresOf(one, refused, other);
    expect([...tried].toSorted()).toStrictEqual([one, refused, other].toSorted());
    // For some consumers, the subject of the sample does not exist. They may fail for this reason only.
    expect(together).toStrictEqual({ ...(await failuresOf(one, other)), [refused]: 'ValidationException' });
    expect(stage.sent.filter(({ url }) => url === 'dead-letters')).toStrictEqual([]);
  });
});

describe('an item that a sweep cannot read is reported by its key and moved behind the others, however many there are:', () => {
  /** More than a page of items. */
  const COUNT = 30;

  const isSwept = (family: string): family is ListFamily =>
    family in LIST_FAMILIES && LIST_FAMILIES[family as ListFamily].index === 'gsi4';

  const sweptBy = ({ touches }: Consumer): readonly ListFamily[] => (touches.reads ?? []).filter(isSwept);

  test('each schedule sweeps a list, and one of them two', () => {
    const counts = of('schedule').map(([name, consumer]) => [name, sweptBy(consumer).length] as const);
    expect(counts.filter(([, count]) => count !== 1)).toStrictEqual([['expire-applicants', 2]]);
  });

  const lists = of('schedule').flatMap(([name, consumer]) =>
    sweptBy(consumer).map((family) => [name, family, consumer] as const),
  );

  test.each(lists)('%s of %s', async (_, family, consumer) => {
    const { index } = LIST_FAMILIES[family];
    const partition = LIST_FAMILIES[family].partition.replace('*', '0');
    const { serviceTable } = await import('#shared/db/client');
    const table = serviceTable();
    const items: Item[] = Array.from({ length: COUNT }, (_, number) => ({
      pk: `UNREADABLE#${consumer.name}#${family}`,
      sk: `ITEM#${String(number).padStart(2, '0')}`,
      [`${index}pk`]: partition,
      [`${index}sk`]: `2020-01-01T00:00:00.000Z~${number}`,
      overdueKind: 'recovery',
    }));
    for (const item of items) await table.write(put(item));
    await invoke(consumer).catch(() => {});
    const left = await table.query({ index, partition, between: ['0', new Date().toISOString()] });
    expect(left.items).toStrictEqual([]);
    const reported = [...codes('ITEM_SET_ASIDE'), ...codes('EVENT_SET_ASIDE')].map(({ messageId }) =>
      String(messageId),
    );
    expect(items.filter(({ sk }) => !reported.some((key) => key.includes(sk)))).toStrictEqual([]);
    if (consumer.name !== 'sweep-events')
      expect(stage.lines.filter((line) => 'ItemsSetAside' in line)).toHaveLength(COUNT);
  });
});

/** Records of a stream: a good one, one that the table always refuses, and another good one. */
const STREAMS: Readonly<
  Record<
    string,
    () => {
      records: DynamoDBRecord[];
      /** The table's contents before the batch. */
      items: readonly Item[];
      refused: (part: unknown) => boolean;
      reported: string;
      /** What the table contains for each good record that was handled. */
      done: Readonly<Record<string, unknown>>;
      doneKeys: readonly Key[];
    }
  >
> = {
  'publish-events': () => {
    const long = new Date(Date.now() - 10 * 60_000).toISOString();
    const [one, bad, other] = [1, 2, 3].map((number) => outboxItem(number, { occurredAt: long })) as [Item, Item, Item];
    return {
      records: [one, bad, other].map((item, index) => insertOf(item, String(index))),
      refused: (part) => JSON.stringify(part).includes(String(bad['eventId'])),
      reported: 'EVENT_SET_ASIDE',
      items: [one, bad, other],
      done: { feedNumber: expect.any(Number), publishedAt: expect.any(String) },
      doneKeys: [one, other],
    };
  },
  'keep-lists': () => {
    const longAgoMs = Date.now() - 10 * 60_000;
    const registration = {
      registrationId: newId('whk', longAgoMs),
      accountId: newId('usr', longAgoMs),
      environment: 'sandbox',
      isActive: true,
      endpoint: 'https://receiver.example/hooks',
    } as Registration;
    const items = [1, 2, 3].map(() =>
      newDeliveryItem(
        {
          eventId: newId('sev', longAgoMs),
          occurredAt: new Date(longAgoMs).toISOString(),
          type: 'webhook.test',
          data: {},
        },
        registration,
        longAgoMs,
      ),
    ) as [Item, Item, Item];
    return {
      records: items.map((item, index) => {
        const { dynamodb, ...record } = insertOf(item, String(index));
        return {
          ...record,
          dynamodb: { ...dynamodb, ApproximateCreationDateTime: longAgoMs / 1000 },
        } as DynamoDBRecord;
      }),
      // A row of the log has the ids without their prefixes.
      refused: (part) => JSON.stringify(part).includes(String(items[1]['deliveryId']).slice('whd_'.length)),
      reported: 'DELIVERY_NOT_LOGGED',
      items: [],
      done: {
        version: 2,
        rows: expect.stringMatching(
          new RegExp([items[0], items[2]].map((item) => String(item['deliveryId']).slice('whd_'.length)).join('.* ')),
        ),
      },
      doneKeys: [deliveryLogKeys.logPage(registration.registrationId, new Date(0).toISOString())],
    };
  },
};

describe('of a stream, a record that cannot be read and one that is always refused are set aside, and the others are handled:', () => {
  test.each(of('stream'))('%s', async (name, consumer) => {
    const brought = STREAMS[name]?.();
    if (!brought) throw new Error('Say what this stream brings');
    const { records, items, refused, reported, done, doneKeys } = brought;
    const { serviceTable } = await import('#shared/db/client');
    for (const item of items) await serviceTable().write(put(item));
    stage.refuses = refused;
    const unreadable = { ...records[0], dynamodb: { SequenceNumber: '9', NewImage: {} } };
    const response = await invoke<DynamoDBBatchResponse>(consumer, { Records: [unreadable, ...records] });
    expect(response.batchItemFailures).toStrictEqual([]);
    expect(codes(reported)).toHaveLength(2);
    for (const { pk, sk } of doneKeys) expect(await serviceTable().get({ pk, sk })).toMatchObject(done);
  });
});
