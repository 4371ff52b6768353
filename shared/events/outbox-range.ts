import type { Condition } from '#shared/db/expressions';
import type { WholeRange } from '#shared/db/range-reader';
import { firstIdOf, lastIdOf } from '#shared/platform/ids';
import { eventKeys } from './keys.ts';

/** A span of time in milliseconds since the epoch, both ends included. */
export type Span = readonly [fromMs: number, toMs: number];

/** The sort keys in the outbox of events whose ids were made in a span of time, by the clocks of functions. */
export const sortKeysIn = ([fromMs, toMs]: Span): readonly [string, string] => [
  eventKeys.outboxEvent('any', firstIdOf('sev', fromMs)).sk,
  eventKeys.outboxEvent('any', lastIdOf('sev', toMs)).sk,
];

/**
 * The events of an account whose ids were made in a span of time. Other accounts have events in the same partition, and
 * their items are read as well, so a span should be short.
 *
 * @param where what else the events must meet.
 */
export const eventsOfAccount = (accountId: string, span: Span, where: Condition): WholeRange => ({
  partition: eventKeys.outboxEvent(accountId, 'any').pk,
  between: sortKeysIn(span),
  where: { ...where, accountId: { equals: accountId } },
});
