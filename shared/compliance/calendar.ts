import * as v from 'valibot';
import { check, type Item, put, remove, update, type WriteOperation } from '#shared/db/expressions';
import { isId } from '#shared/platform/ids';
import { CATEGORIES, type Category } from './catalogue.ts';
import { obligationKeys } from './keys.ts';
import type { Obligation } from './obligation.ts';

/** Maximum number of obligations of an account for a company: a list reads an entry for each. */
export const MAX_OBLIGATIONS = 50;

/** An obligation in the calendar of its company: the fields that lists sort and filter by. */
export interface CalendarEntry {
  readonly obligationId: string;
  readonly companyId: string;
  readonly category: Category;
  readonly nextDueDate: string;
  readonly isActive: boolean;
}

const calendarSchema = v.object({ companyId: v.string(), version: v.number() });

type Placed = Pick<Obligation, 'id' | 'accountId' | 'environment' | 'companyId'>;

const calendarKey = ({ accountId, environment, companyId }: Omit<Placed, 'id'>) =>
  obligationKeys.obligationCalendar(accountId, environment, companyId);

/** Each obligation is an attribute named by its id, so that concurrent changes of different ones are both kept. */
const entryOf = ({ nextDueDate, category, isActive }: Obligation): string =>
  `${nextDueDate}#${category}#${isActive ? 1 : 0}`;

/** The entries of a calendar. */
export const entriesOf = (item: Item): readonly CalendarEntry[] => {
  const { companyId } = v.parse(calendarSchema, item);
  return Object.entries(item).flatMap(([obligationId, entry]) => {
    if (!isId('obl', obligationId)) return [];
    const [nextDueDate = '', category, active] = v.parse(v.string(), entry).split('#');
    return {
      obligationId,
      companyId,
      nextDueDate,
      category: v.parse(v.picklist(CATEGORIES), category),
      isActive: active === '1',
    };
  });
};

/** The write of a company's first calendar, with its obligations; it refuses when there is one already. */
export const calendarWrite = (place: Omit<Placed, 'id'>, obligations: readonly Obligation[]): WriteOperation =>
  put({
    ...calendarKey(place),
    companyId: place.companyId,
    obligationCount: obligations.length,
    version: 1,
    ...Object.fromEntries(obligations.map((obligation) => [obligation.id, entryOf(obligation)])),
  });

/** The write that adds an obligation; it refuses when the company has the maximum number. */
export const entryAddition = (obligation: Obligation): WriteOperation =>
  update(calendarKey(obligation), {
    add: { obligationCount: 1, version: 1 },
    set: { companyId: obligation.companyId, [obligation.id]: entryOf(obligation) },
    when: { obligationCount: { missingOr: { below: MAX_OBLIGATIONS } } },
  });

/** The write of a changed obligation; undefined when its entry is unchanged. */
export const entryChange = (before: Obligation, after: Obligation): WriteOperation | undefined =>
  entryOf(before) === entryOf(after)
    ? undefined
    : update(calendarKey(after), {
        add: { version: 1 },
        set: { [after.id]: entryOf(after) },
        when: { [after.id]: 'exists' },
      });

/** The write that removes an obligation. */
export const entryRemoval = (obligation: Obligation): WriteOperation =>
  update(calendarKey(obligation), {
    add: { obligationCount: -1, version: 1 },
    remove: [obligation.id],
    when: { [obligation.id]: 'exists' },
  });

/**
 * The write that ends a calendar; it refuses when the calendar has changed since it was read.
 *
 * @param item the calendar; undefined when there was none.
 */
export const calendarEnd = (place: Omit<Placed, 'id'>, item: Item | undefined): WriteOperation =>
  item
    ? remove(calendarKey(place), { version: { equals: v.parse(calendarSchema, item).version } })
    : check(calendarKey(place), { pk: 'missing' });
