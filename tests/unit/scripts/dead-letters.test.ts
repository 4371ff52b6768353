import { describe, expect, test } from 'vitest';
import { UserError } from '#scripts/local-cloud/user-error';
import type { ReceivedMessage, StageQueues } from '#scripts/ops/stage-queues';
import { newId } from '#shared/platform/ids';
import { memoryTable } from '#tests/support/memory-table';
import { operatorOn } from '#tests/support/operator';

const SENT_AT_MS = Date.UTC(2026, 10, 20);

interface Stored extends ReceivedMessage {
  hidden: boolean;
}

/** Queues of a stage in memory, which return at most ten visible messages at once. */
const memoryQueues = (stored: Readonly<Record<string, readonly string[]>>) => {
  let handle = 0;
  const queues = new Map<string, Stored[]>();
  const add = (name: string, body: string, sentAtMs: number, groupId?: string) => {
    const message = { body, sentAtMs, groupId, receiptHandle: String(handle++), hidden: false };
    queues.set(name, [...(queues.get(name) ?? []), message]);
  };
  for (const [name, bodies] of Object.entries(stored)) {
    queues.set(name, []);
    for (const body of bodies) add(name, body, SENT_AT_MS, 'whk_1');
  }
  const of = (name: string): Stored[] => queues.get(name) ?? [];
  const effect: StageQueues = {
    list: async () => [...queues.keys()].sort().map((name) => ({ name, url: name })),
    count: async ({ name }) => of(name).length,
    receive: async ({ name }) => {
      const messages = of(name)
        .filter(({ hidden }) => !hidden)
        .slice(0, 10);
      for (const message of messages) message.hidden = true;
      return messages;
    },
    release: async ({ name }, messages) => {
      for (const { receiptHandle } of messages)
        for (const message of of(name)) if (message.receiptHandle === receiptHandle) message.hidden = false;
    },
    move: async ({ body, groupId, receiptHandle }, from, to) => {
      add(to.name, body, Date.now(), groupId);
      queues.set(
        from.name,
        of(from.name).filter((message) => message.receiptHandle !== receiptHandle),
      );
    },
  };
  return { effect, add, bodiesOf: (name: string) => of(name).map(({ body }) => body), of };
};

const setup = (stored: Parameters<typeof memoryQueues>[0]) => {
  const queues = memoryQueues(stored);
  const { run, audited } = operatorOn(memoryTable());
  const ops = (words: readonly string[], options = {}, effect: Partial<StageQueues> = {}) =>
    run(words, options, { queues: { ...queues.effect, ...effect } });
  return { ...queues, ops, audited };
};

const twelve = Array.from({ length: 12 }, (_, n) => JSON.stringify({ deliveryId: `n${n}` }));

describe('npm run ops -- dead-letters', () => {
  test('counts those of every queue', async () => {
    const { ops } = setup({ plans: ['a'], 'plans-dlq': ['b', 'c'], 'keep-lists-dlq': [] });
    expect(await ops(['dead-letters'])).toBe('keep-lists: 0\nplans: 2');
  });

  test('says so where a stage has no queues', async () => {
    const { ops } = setup({});
    await expect(ops(['dead-letters'])).rejects.toThrow('The stage has no queues.');
    await expect(ops(['redrive', 'plans'])).rejects.toThrow('The stage has no queues.');
  });
});

describe('npm run ops -- show-dead-letters', () => {
  test('shows ids and kinds, no personal data, and leaves every message visible', async () => {
    const applicantId = newId('app', SENT_AT_MS);
    const event = {
      'detail-type': 'kyb.applicant.submitted',
      detail: { environment: 'live', applicantId, name: 'Ada Obi', email: 'ada@example.com' },
    };
    const mail = { kind: 'mail', reason: 'Ada Obi asked', to: 'ada@example.com', data: { code: '123456' } };
    const bodies = [JSON.stringify(event), JSON.stringify(mail), 'Ada Obi', '"Ada Obi"', ...twelve];
    const { ops, of } = setup({ 'plans-dlq': bodies });
    const shown = await ops(['show-dead-letters', 'plans']);
    expect(shown).toContain('16 dead letters of plans\n');
    expect(shown).toContain('2026-11-20T00:00:00.000Z detail-type=kyb.applicant.submitted environment=live');
    expect(shown).toContain(`applicantId=${applicantId}`);
    expect(shown).toContain('kind=mail 88 characters');
    expect(shown).toContain('no JSON object, 7 characters');
    for (const secret of ['Ada', 'ada@', '123456']) expect(shown).not.toContain(secret);
    expect(of('plans-dlq').map(({ hidden }) => hidden)).toEqual(Array(16).fill(false));
  });

  test('leaves every message visible also when it fails half-way', async () => {
    const { ops, of, effect } = setup({ 'plans-dlq': twelve });
    let calls = 0;
    const receive: StageQueues['receive'] = async (queue) => {
      if (++calls === 2) throw new Error('socket hang up');
      return effect.receive(queue);
    };
    await expect(ops(['show-dead-letters', 'plans'], {}, { receive })).rejects.toThrow('socket hang up');
    expect(of('plans-dlq').map(({ hidden }) => hidden)).toEqual(Array(12).fill(false));
  });
});

describe('npm run ops -- redrive', () => {
  test('sends every message again with its body and group, with an audit entry', async () => {
    const { ops, bodiesOf, of, audited } = setup({ plans: [], 'plans-dlq': twelve });
    expect(await ops(['redrive', 'plans'])).toBe('12 dead letters of plans were sent again.');
    expect(bodiesOf('plans').sort()).toEqual([...twelve].sort());
    expect(of('plans').map(({ groupId }) => groupId)).toEqual(Array(12).fill('whk_1'));
    expect(bodiesOf('plans-dlq')).toEqual([]);
    expect(await audited('plans')).toMatchObject([{ action: 'dead_letters.redriven', before: { deadLetters: 12 } }]);
  });

  test('ends although each message fails again at once, and leaves those visible', async () => {
    const { ops, add, of, effect } = setup({ plans: [], 'plans-dlq': twelve });
    const move: StageQueues['move'] = async (message, from, to) => {
      await effect.move(message, from, to);
      add('plans-dlq', message.body, Date.now() + 1);
    };
    expect(await ops(['redrive', 'plans'], {}, { move })).toBe('12 dead letters of plans were sent again.');
    expect(of('plans-dlq').map(({ hidden }) => hidden)).toEqual(Array(12).fill(false));
  });

  test('loses nothing when it is interrupted, and continues when it is repeated', async () => {
    const { ops, bodiesOf, of, effect } = setup({ plans: [], 'plans-dlq': twelve });
    let moves = 0;
    const move: StageQueues['move'] = async (message, from, to) => {
      if (++moves === 4) throw new Error('socket hang up');
      await effect.move(message, from, to);
    };
    await expect(ops(['redrive', 'plans'], {}, { move })).rejects.toThrow('socket hang up');
    for (const message of of('plans-dlq')) message.hidden = false;
    await ops(['redrive', 'plans']);
    expect(bodiesOf('plans').sort()).toEqual([...twelve].sort());
  });

  test('moves and audits nothing in a dry run, or when there is nothing', async () => {
    const { ops, bodiesOf, audited } = setup({ plans: [], 'plans-dlq': twelve, mails: [], 'mails-dlq': [] });
    expect(await ops(['redrive', 'plans'], { 'dry-run': true })).toContain(
      '12 dead letters of plans are sent again (not',
    );
    expect(await ops(['redrive', 'mails'])).toBe('0 dead letters of mails were sent again.');
    expect([bodiesOf('plans'), await audited('plans'), await audited('mails')]).toEqual([[], [], []]);
  });

  test('names a queue that does not exist, and one that nothing takes again', async () => {
    const { ops } = setup({ plans: [], 'plans-dlq': [], 'keep-lists-dlq': [] });
    await expect(ops(['redrive', 'plan'])).rejects.toThrow(
      new UserError("There are no dead letters of 'plan'. There are those of keep-lists, plans."),
    );
    await expect(ops(['show-dead-letters', 'x'])).rejects.toThrow("There are no dead letters of 'x'.");
    await expect(ops(['redrive', 'keep-lists'])).rejects.toThrow('Nothing takes the dead letters of keep-lists again.');
  });
});
