import { expect, test } from 'vitest';
import { put } from '#shared/db/expressions';
import { eventsAbout } from '#shared/events/erase-events';
import { eventKeys } from '#shared/events/keys';
import { derivedId } from '#shared/platform/ids';
import { memoryTable } from '#tests/support/memory-table';

const HOUR_MS = 60 * 60_000;
const FROM_MS = Date.parse('2026-09-01T00:00:00.000Z');
const APPLICANT = { accountId: 'usr_1', environment: 'live', applicantId: 'app_1' } as const;

/** An event about each of two applicants of two accounts at each of these times. */
const tableWith = async (times: readonly number[]) => {
  const table = memoryTable();
  for (const [index, atMs] of times.entries()) {
    for (const [other, [accountId, applicantId]] of [
      ['usr_1', 'app_1'],
      ['usr_1', 'app_2'],
      ['usr_2', 'app_1'],
    ].entries()) {
      const eventId = derivedId('sev', atMs, Buffer.alloc(10, index * 3 + other));
      await table.write(
        put({ ...eventKeys.outboxEvent(String(accountId), eventId), accountId, data: { applicantId }, index }),
      );
    }
  }
  return table;
};

test.each([
  ['a moment', 0],
  ['a day less a moment', 24 * HOUR_MS - 1],
  ['a day', 24 * HOUR_MS],
  ['ten days', 240 * HOUR_MS],
  ['more days than events are kept', 80 * 24 * HOUR_MS],
])('The events about an applicant within %s are each found once, from end to end', async (_, lengthMs) => {
  const toMs = FROM_MS + lengthMs;
  const times = [FROM_MS - 1, FROM_MS, toMs, toMs + 1];
  for (let atMs = FROM_MS + 1; atMs < toMs; atMs += 24 * HOUR_MS - 1) times.push(atMs, Math.min(atMs + 1, toMs));
  const table = await tableWith(times);
  const found = await eventsAbout(table, APPLICANT, [FROM_MS, toMs]);
  const within = times.flatMap((atMs, index) => (atMs >= FROM_MS && atMs <= toMs ? index : []));
  expect(found.map(({ index }) => index).sort((one, other) => Number(one) - Number(other))).toEqual(within);
});
