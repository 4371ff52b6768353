import { setImmediate as turn } from 'node:timers/promises';
import type { DynamoDBRecord } from 'aws-lambda';
import { describe, expect, test } from 'vitest';
import { handler } from '#functions/api/webhooks/list-events';
import { listEvents } from '#functions/api/webhooks/list-events.contract';
import { serviceTable } from '#shared/db/client';
import { EVENTS, type EventType } from '#shared/events/catalogue';
import type { Environment } from '#shared/platform/environments';
import { apiKeyFor, signedInAccount } from '#tests/support/accounts';
import { apiEvent } from '#tests/support/api-event';
import { lambdaContext } from '#tests/support/lambda-context';
import { makeOutboxWorld } from '#tests/support/outbox-world';
import { securitySuite } from '#tests/support/security-suite';
import { stepWhile, waitUntil } from '#tests/support/wait-until';

interface Caller {
  readonly accountId: string;
  readonly headers: Readonly<Record<string, string>>;
}

interface Page {
  readonly statusCode: number;
  readonly code: string | undefined;
  readonly details?: readonly { readonly path: string }[];
  readonly data: readonly {
    readonly id: string;
    readonly event: string;
    readonly environment: string;
    readonly data: { referenceId: string };
  }[];
  readonly nextAfter: string;
}

const poll = async ({ headers }: Caller, query: Record<string, string> = {}): Promise<Page> => {
  const { method, route } = listEvents;
  const response = await handler(
    apiEvent({ method, route, path: route, query, headers }),
    lambdaContext('list-events'),
  );
  return { statusCode: response.statusCode, ...JSON.parse(response.body ?? '{}') };
};

/** The numbers of the events on a page, as the outbox world counts them. */
const numbersOf = ({ data }: Pick<Page, 'data'>): number[] =>
  data.map(({ data: { referenceId } }) => Number(referenceId));

/** Polls until a page is empty. Returns every number received, and the last position. */
const pollAll = async (caller: Caller, query: Record<string, string> = {}) => {
  const numbers: number[] = [];
  let after: string | undefined = query['after'];
  let isOver = false;
  const readOn = async () => {
    const page = await poll(caller, { ...query, ...(after !== undefined && { after }) });
    numbers.push(...numbersOf(page));
    after = page.nextAfter;
    isOver = page.data.length === 0;
  };
  await stepWhile(() => !isOver, readOn, { most: 100, what: 'an empty page' });
  return { numbers, after: String(after) };
};

const from1To = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);

/** An account, and an outbox with its events. */
const makeWorld = async () => {
  const account = await signedInAccount();
  const world = makeOutboxWorld(serviceTable());
  const happen = (environment: Environment = 'sandbox'): Promise<DynamoDBRecord> => {
    world.pass(1);
    return world.happen(account.accountId, { environment });
  };
  const happenAll = async (count: number): Promise<DynamoDBRecord[]> => {
    const records: DynamoDBRecord[] = [];
    for (let number = 0; number < count; number++) records.push(await happen());
    return records;
  };
  return { ...world, emitted: world.happen, account, happen, happenAll };
};

describe('poll the event feed: what it promises', () => {
  test('shows an event as webhooks do, once it is published', async () => {
    const { account, happen, publish } = await makeWorld();
    const record = await happen();
    expect(await poll(account)).toMatchObject({ statusCode: 200, data: [], nextAfter: 'live-0_sandbox-0' });
    await publish([record]);
    expect(await poll(account)).toStrictEqual({
      statusCode: 200,
      success: true,
      data: [
        {
          id: record.dynamodb?.NewImage?.['eventId']?.S,
          event: 'kyb.applicant.created',
          environment: 'sandbox',
          createdAt: record.dynamodb?.NewImage?.['occurredAt']?.S,
          data: expect.objectContaining({ referenceId: '1', createdBy: 'account' }),
        },
      ],
      nextAfter: 'live-0_sandbox-1',
    });
  });

  test('gives every event once and in order, whatever the size of the pages', async () => {
    const { account, happenAll, publish } = await makeWorld();
    const records = await happenAll(105);
    await publish(records.slice(0, 60));
    await publish(records.slice(60));
    expect((await pollAll(account, { limit: '100' })).numbers).toStrictEqual(from1To(105));
    expect((await pollAll(account, { limit: '7' })).numbers).toStrictEqual(from1To(105));
    expect((await poll(account)).data).toHaveLength(20);
  });

  test('treats an empty position as none', async () => {
    const { account, happenAll, publish } = await makeWorld();
    await publish(await happenAll(2));
    expect(numbersOf(await poll(account, { after: '' }))).toStrictEqual([1, 2]);
  });

  test('continues from its position, after any pause', async () => {
    const { account, happenAll, publish } = await makeWorld();
    await publish(await happenAll(3));
    const { after } = await pollAll(account);
    expect(await pollAll(account, { after })).toStrictEqual({ numbers: [], after });
    await publish(await happenAll(2));
    expect((await pollAll(account, { after })).numbers).toStrictEqual([4, 5]);
  });

  test('has an event once, however often and by however many publishers it is published', async () => {
    const { account, happenAll, publish } = await makeWorld();
    const records = await happenAll(30);
    await Promise.all([
      publish(records),
      publish(records.slice(10)),
      publish(records.slice(0, 20)),
      publish(records.slice(5, 25)),
    ]);
    await publish(records);
    const { numbers, after } = await pollAll(account);
    expect(numbers.toSorted((a, b) => a - b)).toStrictEqual(from1To(30));
    expect(after).toBe('live-0_sandbox-30');
  });

  test('skips none for a reader among 200 writers', { tags: ['load'] }, async () => {
    const { account, happen, publish } = await makeWorld();
    const stream: DynamoDBRecord[] = [];
    let writing = true;
    const write = async () => {
      await Promise.all(Array.from({ length: 200 }, async () => stream.push(await happen())));
      writing = false;
    };
    const drain = async () => {
      while (writing || stream.length > 0) {
        const batch = stream.splice(0, 50);
        if (batch.length > 0) await publish(batch);
        else await turn();
      }
    };
    const seen: number[] = [];
    const read = async () => {
      let after: string | undefined;
      await waitUntil(
        async () => {
          const page = await poll(account, { limit: '100', ...(after !== undefined && { after }) });
          seen.push(...numbersOf(page));
          after = page.nextAfter;
          return seen.length >= 200;
        },
        { timeoutMs: 60_000, intervalMs: 0, what: () => `200 events: ${seen.length} were read` },
      );
    };
    // Four publishers at once, like sweeps next to a stream. Each numbers events of this one feed.
    await Promise.all([write(), drain(), drain(), drain(), drain(), read()]);
    expect(seen.toSorted((a, b) => a - b)).toStrictEqual(from1To(200));
    const { numbers } = await pollAll(account, { limit: '100' });
    expect(numbers).toStrictEqual(seen);
  });

  test('merges both environments for a session, and counts each in the position', async () => {
    const { account, happen, publish } = await makeWorld();
    const records = [await happen('live'), await happen(), await happen(), await happen('live'), await happen()];
    await publish(records);
    const first = await poll(account, { limit: '3' });
    expect([numbersOf(first), first.nextAfter]).toStrictEqual([[1, 2, 3], 'live-1_sandbox-2']);
    const second = await poll(account, { limit: '3', after: first.nextAfter });
    expect([numbersOf(second), second.nextAfter]).toStrictEqual([[4, 5], 'live-2_sandbox-3']);
  });

  test('shows an API key only its own environment, and so does `environment` to a session', async () => {
    const { account, happen, publish } = await makeWorld();
    await publish([await happen('live'), await happen(), await happen('live')]);
    const key = await apiKeyFor(account, 'live');
    expect(await pollAll(key)).toStrictEqual({ numbers: [1, 3], after: 'live-2' });
    expect(await pollAll(account, { environment: 'live' })).toStrictEqual({ numbers: [1, 3], after: 'live-2' });
    expect(await pollAll(key, { after: 'live-1_sandbox-0' })).toStrictEqual({ numbers: [3], after: 'live-2' });
    expect(await poll(key, { environment: 'sandbox' })).toMatchObject({
      statusCode: 400,
      code: 'ENVIRONMENT_MISMATCH',
    });
  });

  test('treats a position beyond the end as the end', async () => {
    const { account, happenAll, publish } = await makeWorld();
    await publish(await happenAll(2));
    const { data, nextAfter } = await poll(account, { after: 'live-7_sandbox-999999999999' });
    expect([data, nextAfter]).toStrictEqual([[], 'live-0_sandbox-2']);
  });

  /**
   * Events that only the service itself acts on, because they announce what a reviewer, a wallet or a visit is about to
   * do.
   */
  const INTERNAL: readonly EventType[] = [
    'kyb.reassessment.requested',
    'kyb.export.requested',
    'verification.address.submitted',
    'verification.address.step_due',
    'wallet.balance.low',
    'wallet.top_up.due',
    'wallet.auto_top_up.stopped',
    'monitoring.watch.paused',
  ];

  test('has no internal event and every other one, published at once or late', async () => {
    const { account, publish, pass, ...world } = await makeWorld();
    const types = Object.keys(EVENTS) as EventType[];
    const happen = (type: EventType) => {
      pass(1);
      return world.emitted(account.accountId, { type, data: EVENTS[type].example });
    };
    for (const lateMs of [0, 60_000]) {
      const records: DynamoDBRecord[] = [];
      for (const type of types) records.push(await happen(type));
      pass(lateMs);
      await publish(records);
    }
    const { data } = await poll(account, { limit: '100' });
    const shown = data.map(({ event }) => event).sort();
    const visible = types.filter((type) => !INTERNAL.includes(type));
    expect(shown).toStrictEqual([...visible, ...visible].sort());
    expect(shown.length).toBeLessThan(100);
    const key = await apiKeyFor(account, 'sandbox');
    expect((await poll(key, { limit: '100' })).data).toHaveLength(shown.length);
  });

  test("has none of another account's events", async () => {
    const { happenAll, publish } = await makeWorld();
    await publish(await happenAll(2));
    expect((await poll(await signedInAccount())).data).toStrictEqual([]);
  });
});

describe('an event feed while the table fails', () => {
  test('stops and loses nothing: the stream delivers again what is not in the feed', async () => {
    const world = await makeWorld();
    const records = await world.happenAll(3);
    const { write } = world.effects.table;
    world.effects.table = { ...world.effects.table, write: () => Promise.reject(new Error('Out of reach')) };
    await expect(world.publish(records)).rejects.toThrow('None of 3 records');
    expect((await poll(world.account)).data).toStrictEqual([]);
    expect(world.lines).toContainEqual(expect.objectContaining({ code: 'EVENT_NOT_NUMBERED' }));
    expect(await world.itemOf(records[0] ?? {})).not.toHaveProperty('publishedAt');
    world.effects.table = { ...world.effects.table, write };
    await world.publish(records);
    expect((await pollAll(world.account)).numbers).toStrictEqual([1, 2, 3]);
  });

  test('gets events that were set aside once an operator publishes them', async () => {
    const world = await makeWorld();
    const [record] = await world.happenAll(1);
    const unreadable = { ...record, dynamodb: { ...record?.dynamodb, NewImage: {} } };
    await world.publish([unreadable]);
    expect(world.aside).toHaveLength(1);
    expect((await poll(world.account)).data).toStrictEqual([]);
    await world.publish(record ? [record] : []);
    expect((await pollAll(world.account)).numbers).toStrictEqual([1]);
  });
});

describe('poll the event feed: what it refuses', () => {
  test.each([{ after: 'sev_01KAJ3X7H4K2M5P8S1V4Y7B0D3' }, { after: 'live-x' }, { limit: '101' }, { limit: '0' }])(
    '%o',
    async (query: Record<string, string>) => {
      const page = await poll(await signedInAccount(), query);
      expect([page.statusCode, page.code]).toStrictEqual([400, 'VALIDATION_FAILED']);
    },
  );

  test('a position only in the other environment, which would start from the beginning', async () => {
    const { account, happenAll, publish } = await makeWorld();
    await publish(await happenAll(2));
    const key = await apiKeyFor(account, 'sandbox');
    for (const page of [
      await poll(key, { after: 'live-2' }),
      await poll(account, { after: 'live-2', environment: 'sandbox' }),
    ]) {
      expect([page.statusCode, page.code]).toStrictEqual([400, 'VALIDATION_FAILED']);
      expect(page.details).toMatchObject([{ path: 'after' }]);
    }
    expect(numbersOf(await poll(key, { after: 'live-0_sandbox-1' }))).toStrictEqual([2]);
    expect(numbersOf(await poll(account, { after: 'live-0' }))).toStrictEqual([1, 2]);
  });
});

securitySuite({ contract: listEvents, handler, request: () => ({}) });
