import { type Key, put, update } from '#shared/db/expressions';
import type { Table } from '#shared/db/operations';
import { type Clock, isoTime, unixSeconds } from '#shared/platform/clock';
import { NOTICE_LEASE_SECONDS } from './notice-lease.ts';
import type { ServiceEvent } from './outbox.ts';

/** How long it is remembered that a notice was sent: longer than any queue keeps its event. */
const KEPT_SECONDS = 30 * 24 * 60 * 60;

/** Another worker has the notice and has not sent it yet. The message returns, in case that one dies. */
class NoticeHeld extends Error {
  override readonly name = 'NoticeHeld';

  constructor() {
    super('Another worker is sending this notice');
  }
}

/** A notice about an event. @property key the key of its record, the same each time that the event arrives. */
export interface Notice {
  readonly key: Key;
  readonly event: Pick<ServiceEvent, 'eventId' | 'accountId'>;
}

/** The effects of sending a notice once. */
export interface SendOnceEffects {
  readonly table: Pick<Table, 'write'>;
  readonly clock: Clock;
}

/**
 * Sends a notice about an event once, however often and from how many sides the event arrives: it is claimed for
 * longer than it takes to send, and remembered for 30 days once it is sent. Only a worker that dies between sending and the table
 * has it sent twice.
 *
 * @param send sends it; what it throws leaves the notice to a later call.
 * @throws NoticeHeld while another worker has it; what `send` or the table threw. Calling it again completes it.
 */
export const sendOnce = async (
  { key, event: { eventId, accountId } }: Notice,
  { table, clock }: SendOnceEffects,
  send: () => Promise<void>,
): Promise<void> => {
  const nowMs = clock();
  const leaseUntilMs = nowMs + NOTICE_LEASE_SECONDS * 1000;
  const claim = put(
    { ...key, eventId, accountId, leaseUntilMs, expiresAtSeconds: unixSeconds(nowMs) + KEPT_SECONDS },
    { sentAt: 'missing', leaseUntilMs: { missingOr: { atMost: nowMs } } },
  );
  const claimed = await table.write(claim);
  if (!claimed.written) {
    if (claimed.found?.['sentAt'] !== undefined) return;
    throw new NoticeHeld();
  }
  await send();
  await table.write(
    update(key, { set: { sentAt: isoTime(clock()) }, when: { leaseUntilMs: { equals: leaseUntilMs } } }),
  );
};
