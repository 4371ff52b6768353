import { type Key, update } from '#shared/db/expressions';
import type { Table } from '#shared/db/operations';
import { type Clock, isoTime, unixSeconds } from '#shared/platform/clock';
import { errorFields, type Logger } from '#shared/platform/logger';
import { mailKeys } from './keys.ts';
import { SENDING_LEASE_SECONDS } from './lanes.ts';

/** How long a sent one is remembered: longer than anything orders it again. */
const KEPT_SECONDS = 30 * 24 * 60 * 60;

/** Another worker has it and has not sent it yet. The message returns, in case that worker dies. */
class SendingHeld extends Error {
  override readonly name = 'SendingHeld';

  constructor() {
    super('Another worker is sending this');
  }
}

/** The outcome of a sending: accepted by its service, kept for its account, or dropped for good. */
export type SendingOutcome = 'sent' | 'kept' | 'dropped';

/** The effects of sending once. */
export interface SendOnceEffects {
  readonly table: Pick<Table, 'write'>;
  readonly clock: Clock;
  readonly log: Logger;
}

const MARK_TRIES = 3;

/** Makes a write that only a repetition depends on: tried a few times, and reported if it fails. */
const mark = async (
  key: Key,
  changes: Omit<Parameters<typeof update>[1], 'when'>,
  leaseUntilMs: number,
  { table, log }: SendOnceEffects,
): Promise<void> => {
  for (let tries = 1; ; tries++) {
    try {
      await table.write(update(key, { ...changes, when: { leaseUntilMs: { equals: leaseUntilMs } } }));
      return;
    } catch (error) {
      if (tries < MARK_TRIES) continue;
      log.error('MAIL_NOT_MARKED', errorFields(error));
      return;
    }
  }
};

/**
 * Sends a mail or a text message once, however often and from however many sides it is ordered. All of them are sent
 * this way. It is leased before, and marked as concluded after. If that mark fails after the service accepted it, it is
 * not sent again: the order counts as fulfilled. A failure of `send` releases the lease at once, for the next try. It
 * is therefore sent twice only if a worker dies, or a response of the service is lost, after the service has accepted
 * it.
 *
 * @param id the same each time that it is ordered.
 * @param send sends it. Its argument is the number of the try, from 1. What it throws leaves the sending to a later
 * call.
 * @throws SendingHeld while another worker has it; whatever `send`, or the table before it, threw. Calling this again
 * completes it.
 */
export const sendOnce = async (
  id: string,
  effects: SendOnceEffects,
  send: (tries: number) => Promise<SendingOutcome>,
): Promise<void> => {
  const { table, clock } = effects;
  const key = mailKeys.sentMail(id);
  const nowMs = clock();
  const leaseUntilMs = nowMs + SENDING_LEASE_SECONDS * 1000;
  const taken = await table.write(
    update(key, {
      set: { leaseUntilMs, expiresAtSeconds: unixSeconds(nowMs) + KEPT_SECONDS },
      add: { tries: 1 },
      when: { endedAt: 'missing', leaseUntilMs: { missingOr: { atMost: nowMs } } },
    }),
  );
  if (!taken.written) {
    if (taken.found?.['endedAt'] !== undefined) return;
    throw new SendingHeld();
  }
  let outcome: SendingOutcome;
  try {
    outcome = await send(Number(taken.item?.['tries'] ?? 1));
  } catch (error) {
    await mark(key, { remove: ['leaseUntilMs'] }, leaseUntilMs, effects);
    throw error;
  }
  await mark(key, { set: { endedAt: isoTime(clock()), outcome } }, leaseUntilMs, effects);
};
