import type { Bound } from '#shared/db/bound';
import { type Item, update } from '#shared/db/expressions';
import type { Table } from '#shared/db/operations';
import { allEnded } from '#shared/platform/all-ended';
import { DAY_MS } from '#shared/platform/calendar';
import type { AccountEnvironment } from '#shared/platform/scope';
import { KEPT_SECONDS, type ServiceEvent } from './outbox.ts';
import { entryOfItem } from './outbox-entry.ts';
import { eventsOfAccount, type Span } from './outbox-range.ts';

/** The applicant whose events are erased. */
export interface ConcernedApplicant extends AccountEnvironment {
  readonly applicantId: string;
}

/**
 * The `data` of an event about an applicant without the reference that its account, or a visitor, gave the applicant.
 */
export const withoutReference = (data: ServiceEvent['data']): ServiceEvent['data'] =>
  'referenceId' in data ? { ...data, referenceId: null } : data;

/** Events about one applicant: far more than follow from its longest timeline. */
const ABOUT_BOUND: Bound = { most: 100_000, why: 'more would not fit into the memory of the function' };

/** Days in which the outbox has its events, and may have some that are expired. */
const KEPT_DAYS = KEPT_SECONDS / 86_400 + 2;

/** The parts of a span, latest first: its last days, and all before. */
const partsOf = ([fromMs, toMs]: Span): readonly Span[] => {
  const parts: Span[] = [];
  let endMs = toMs;
  for (; parts.length < KEPT_DAYS && endMs - fromMs >= DAY_MS; endMs -= DAY_MS) parts.push([endMs - DAY_MS + 1, endMs]);
  return [...parts, [fromMs, endMs]];
};

/**
 * Reads the events of an account that concern an applicant and happened within a span of time. A long span, of an
 * applicant whose timeline has gaps, is read in days side by side, because it includes the events of other accounts:
 * one after the other, a month of a large stage would take longer than the function may run.
 */
export const eventsAbout = async (
  table: Pick<Table, 'queryAll'>,
  { accountId, applicantId }: ConcernedApplicant,
  span: Span,
): Promise<readonly Item[]> => {
  const where = { 'data>applicantId': { equals: applicantId } } as const;
  const parts = partsOf(span).map((part) => table.queryAll(eventsOfAccount(accountId, part, where), ABOUT_BOUND));
  return (await allEnded(parts)).flat();
};

/** Erases the reference of its applicant from an event. Feeds show events as the outbox has them. */
export const eraseEvent = async (table: Pick<Table, 'write'>, item: Item): Promise<void> => {
  const { key, event } = entryOfItem(item);
  if (!key || !event) throw new TypeError('An event of an erased applicant cannot be read');
  if ((event.data['referenceId'] ?? null) === null) return;
  await table.write(update(key, { set: { data: withoutReference(event.data) }, when: { eventId: 'exists' } }));
};
