import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readNewestMentions } from '#shared/monitoring/mentions/newest-mentions';
import { eventWrite, type MonitoringEvent } from '#shared/monitoring/vendors/monitoring-event';
import { isoTime } from '#shared/platform/clock';
import { newId } from '#shared/platform/ids';
import { memoryTable } from '#tests/support/memory-table';

const NOW_MS = Date.parse('2026-11-22T10:00:00.000Z');

const mentionOf = (vendorId: string, atMs: number, number: number): MonitoringEvent => ({
  eventId: newId('evt', atMs),
  vendorId,
  environment: 'live',
  kind: 'adverse_media',
  severity: 'MEDIUM',
  source: 'press',
  headline: null,
  url: null,
  whatChanged: null,
  agentName: 'test',
  deltaHundredths: -800,
  effectiveDeltaHundredths: -800,
  number,
  createdAt: isoTime(atMs),
});

/** A table with mentions of some vendors, and the number of items and rounds that reading them takes. */
const world = async (atsOfVendors: readonly (readonly number[])[]) => {
  const table = memoryTable();
  const vendors = [];
  const mentions: MonitoringEvent[] = [];
  for (const ats of atsOfVendors) {
    const vendorId = newId('cmp', NOW_MS);
    const own = ats.map((at, index) => mentionOf(vendorId, NOW_MS + at, index + 2));
    for (const mention of own) await table.write(eventWrite(mention));
    mentions.push(...own);
    const latestMentionAt = own
      .map(({ createdAt }) => createdAt)
      .sort()
      .at(-1);
    vendors.push({ vendorId, ...(latestMentionAt !== undefined && { latestMentionAt }) });
  }
  let itemsRead = 0;
  let queries = 0;
  const counting = {
    query: async (range: Parameters<typeof table.query>[0]) => {
      queries++;
      const page = await table.query(range);
      itemsRead += page.items.length;
      return page;
    },
  };
  const newestFirst = mentions
    .map(({ createdAt, eventId }) => `${createdAt}~${eventId}`)
    .sort()
    .reverse();
  return { table: counting, vendors, newestFirst, read: () => ({ itemsRead, queries }) };
};

const positions = (mentions: readonly MonitoringEvent[]) =>
  mentions.map(({ createdAt, eventId }) => `${createdAt}~${eventId}`);

describe('the newest mentions of some vendors', () => {
  const vendors = fc.array(fc.array(fc.nat({ max: 30 }), { maxLength: 8 }), { maxLength: 8 });

  test('are those that a search through all of them finds, however they are spread, even within a moment', async () => {
    await fc.assert(
      fc.asyncProperty(vendors, fc.integer({ min: 1, max: 40 }), async (atsOfVendors, count) => {
        const { table, vendors: mentioned, newestFirst } = await world(atsOfVendors);
        expect(positions(await readNewestMentions(table, mentioned, count))).toEqual(newestFirst.slice(0, count));
      }),
      { numRuns: 150 },
    );
  });

  test('are found although the latest mention of a vendor is earlier than its state says', async () => {
    await fc.assert(
      fc.asyncProperty(
        vendors,
        fc.array(fc.nat({ max: 60 }), { minLength: 8, maxLength: 8 }),
        fc.integer({ min: 1, max: 20 }),
        async (atsOfVendors, later, count) => {
          const { table, vendors: mentioned, newestFirst } = await world(atsOfVendors);
          const stale = mentioned.map(({ vendorId, latestMentionAt }, index) => ({
            vendorId,
            latestMentionAt: isoTime(Date.parse(latestMentionAt ?? isoTime(NOW_MS)) + (later[index] ?? 0)),
          }));
          expect(positions(await readNewestMentions(table, stale, count))).toEqual(newestFirst.slice(0, count));
        },
      ),
      { numRuns: 150 },
    );
  });

  test('cost as many queries as mentions at most, and few items of each vendor, however many there are', async () => {
    const ats = Array.from({ length: 20 }, (_, vendor) =>
      Array.from({ length: 50 }, (_, index) => index * 20 + vendor),
    );
    const { table, vendors: mentioned, newestFirst, read } = await world(ats);
    expect(positions(await readNewestMentions(table, mentioned, 10))).toEqual(newestFirst.slice(0, 10));
    expect(read().queries).toBeLessThanOrEqual(10);
    expect(read().itemsRead).toBeLessThanOrEqual((10 * 11) / 2);
  });
});
