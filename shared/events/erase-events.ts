import { type Item, update } from '#shared/db/expressions';
import type { Table } from '#shared/db/operations';
import { firstIdOf, lastIdOf } from '#shared/platform/ids';
import type { AccountEnvironment } from '#shared/platform/scope';
import { eventKeys } from './keys.ts';
import type { ServiceEvent } from './outbox.ts';
import { entryOfItem } from './outbox-entry.ts';

/** The applicant whose events are erased. */
export interface ConcernedApplicant extends AccountEnvironment {
  readonly applicantId: string;
}

/**
 * The `data` of an event about an applicant without the reference that its account, or a visitor, gave the applicant.
 */
export const withoutReference = (data: ServiceEvent['data']): ServiceEvent['data'] =>
  'referenceId' in data ? { ...data, referenceId: null } : data;

/** Number of the account's events that are read at once. */
const PAGE = 250;

/**
 * Reads the events of an account that concern an applicant and happened within a span of time, in milliseconds since
 * the epoch, both ends included.
 */
export const eventsAbout = async (
  table: Pick<Table, 'query'>,
  { accountId, applicantId }: ConcernedApplicant,
  [fromMs, toMs]: readonly [number, number],
): Promise<readonly Item[]> => {
  const [first, last] = [firstIdOf('sev', fromMs), lastIdOf('sev', toMs)];
  const { pk: partition, sk: from } = eventKeys.outboxEvent(accountId, first);
  const found: Item[] = [];
  let after: Record<string, unknown> | undefined;
  do {
    const between = [from, eventKeys.outboxEvent(accountId, last).sk] as const;
    const page = await table.query({ partition, between, limit: PAGE, ...(after && { after }) });
    found.push(...page.items.filter(({ data }) => (data as ServiceEvent['data'])['applicantId'] === applicantId));
    after = page.next;
  } while (after);
  return found;
};

/** Erases the reference of its applicant from an event. Feeds show events as the outbox has them. */
export const eraseEvent = async (table: Pick<Table, 'write'>, item: Item): Promise<void> => {
  const { key, event } = entryOfItem(item);
  if (!key || !event) throw new TypeError('An event of an erased applicant cannot be read');
  if ((event.data['referenceId'] ?? null) === null) return;
  await table.write(update(key, { set: { data: withoutReference(event.data) }, when: { eventId: 'exists' } }));
};
