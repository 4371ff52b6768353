import { type Key, update } from '#shared/db/expressions';
import type { Table } from '#shared/db/operations';
import { type Clock, isoTime, unixSeconds } from '#shared/platform/clock';
import { errorFields, type Logger } from '#shared/platform/logger';
import { mailKeys } from './keys.ts';
import { SENDING_LEASE_SECONDS } from './lanes.ts';

/** How long it is remembered that one was sent: longer than anything orders it again. */
const KEPT_SECONDS = 30 * 24 * 60 * 60;

/** Another worker has it and has not sent it yet. The message returns, in case that one dies. */
class SendingHeld extends Error {
  override readonly name = 'SendingHeld';

  constructor() {
    super('Another worker is sending this');
  }
}

/** What became of what was to be sent: accepted by its service, kept for its account, or dropped for good. */
export type SendingOutcome = 'sent' | 'kept' | 'dropped';

/** The effects of sending once. */
export interface SendOnceEffects {
  readonly table: Pick<Table, 'write'>;
  readonly clock: Clock;
  readonly log: Logger;
}

const MARK_TRIES = 3;

/** Does a write that nothing depends on but a repetition: tried a few times, and reported when it cannot be done. */
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
 * Sends a mail or a text message once, however often and from how many sides it is ordered: the one mechanism of all of
 * them. It is taken on with a lease before, and concluded after. A mark that fails after it was accepted is no reason to
 * send it again: the order counts as fulfilled. A failure of `send` gives it back at once, for the next try. So it is sent
 * twice only where a worker dies, or an answer of the service is lost, after the service has accepted it.
 *
 * @param id the same each time that it is ordered.
 * @param send sends it. Its argument is how often it was taken on, from 1; what it throws leaves it to a later call.
 * @throws SendingHeld while another worker has it; what `send`, or the table before it, threw. Calling it again completes
 * it.
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
