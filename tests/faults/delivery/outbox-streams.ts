import type { DynamoDBRecord } from 'aws-lambda';
import { newId } from '#shared/platform/ids';
import type { OutboxWorld } from '#tests/support/outbox-world';
import { DEPLOYED_SETTINGS, type LambdaStream, makeLambdaStream, type StreamSettings } from './lambda-stream.ts';

const MINUTE_MS = 60_000;

/** An outbox, the shards of its stream, each read by the publisher under Lambda's rules, and the sweep of each minute. */
export const makeStreams = (
  world: OutboxWorld,
  random: () => number,
  {
    shards = 2,
    sweepEveryMs = MINUTE_MS,
    overlap = false,
    ...changes
  }: Partial<StreamSettings> & { shards?: number; sweepEveryMs?: number; overlap?: boolean } = {},
) => {
  const settings = { ...DEPLOYED_SETTINGS, ...changes };
  const streams = Array.from({ length: shards }, () => makeLambdaStream(world.now, random, settings));
  let sweepAtMs = world.now() + sweepEveryMs;
  /** What the publisher does between calls. A test may make it die. */
  let publish: (records: readonly DynamoDBRecord[]) => ReturnType<OutboxWorld['publish']> = world.publish;

  let isRead = true;
  const nextOf = (): { stream: LambdaStream; atMs: number } | undefined =>
    (isRead ? streams : [])
      .flatMap((stream) => {
        const atMs = stream.nextAtMs();
        return atMs === undefined ? [] : [{ stream, atMs }];
      })
      .toSorted((a, b) => a.atMs - b.atMs)[0];

  const sweep = async () => {
    if (!overlap) world.reach(sweepAtMs);
    if (world.now() >= sweepAtMs) sweepAtMs = world.now() + sweepEveryMs;
    await world.sweep().catch(() => {});
  };

  return {
    put: (shard: number, record: DynamoDBRecord) => streams[shard % shards]?.put(record),
    discarded: () => streams.flatMap(({ discarded }) => discarded),
    invocations: () => streams.reduce((total, stream) => total + stream.invocations(), 0),
    publishBy: (next: typeof publish) => {
      publish = next;
    },
    /** Whether the mapping is enabled. If not, nothing reads the stream, and the sweep runs alone. */
    enable: (enabled: boolean) => {
      isRead = enabled;
    },
    /** Advances time, with all that happens in it. */
    until: async (untilMs: number): Promise<void> => {
      for (;;) {
        const next = nextOf();
        const atMs = Math.min(next?.atMs ?? Infinity, sweepAtMs);
        if (atMs > untilMs) break;
        world.reach(atMs);
        // A sweep and publishers at the same time, if the test asks for it.
        if (overlap && next && random() < 0.3) await Promise.all([next.stream.invoke(publish), sweep()]);
        else if (next && next.atMs <= sweepAtMs) await next.stream.invoke(publish);
        else await sweep();
      }
      world.reach(untilMs);
    },
  };
};

/** The streams of a test. */
export type Streams = ReturnType<typeof makeStreams>;

/** Accounts, each with its events in one shard. */
export const accountsOf = (count: number): readonly string[] =>
  Array.from({ length: count }, () => newId('usr', Date.now()));

/** Makes this many events for each account, one after the other, in this time. */
export const happen = async (
  world: OutboxWorld,
  streams: Streams,
  accounts: readonly string[],
  { each, withinMs }: { readonly each: number; readonly withinMs: number },
): Promise<void> => {
  const startMs = world.now();
  for (let turn = 0; turn < each; turn++) {
    for (const [shard, accountId] of accounts.entries()) streams.put(shard, await world.happen(accountId));
    await streams.until(startMs + Math.round((withinMs * (turn + 1)) / each));
  }
};
