import { expect, test, vi } from 'vitest';
import { foundIn } from './words.ts';
import { erasureWorld, everyItem, liveThrough } from './world.ts';

await vi.hoisted(async () => (await import('#tests/support/own-table')).useOwnTable());

const written = vi.hoisted((): string[] => []);
vi.mock('#shared/platform/standard-output', () => ({ toStandardOutput: (line: string) => written.push(line) }));

test('no word of an erased applicant is left anywhere', { timeout: 120_000 }, async () => {
  const world = await erasureWorld((line) => written.push(line));
  world.deliveries.receiver.respondWith(({ rawBody }) => ({
    status: 200,
    // A receiver that repeats what it was sent, and what it knows itself.
    body: `${rawBody.toString('utf8')} for ${world.words.word(`response ${rawBody.length}`)}`,
  }));
  const lived = await liveThrough(world);
  const before = new Set(
    [...(await everyItem()), ...world.files.kept.values()].flatMap((one) => foundIn(one, world.words)),
  );
  console.log([...world.words.made.keys()].filter((w) => !before.has(w)));
  console.log(foundIn(written, world.words));
  const erased = await world.erase(lived.id);
  expect(erased.status).toBe(200);
  await world.sweep();
  await world.sweep(11 * 60_000);
  const left = (await everyItem()).flatMap((item) =>
    foundIn(item, world.words).map((what) => `${item.pk} ${item.sk}: ${what}`),
  );
  expect(left).toEqual([]);
});
