import type { OwnedCompany } from '#shared/companies/company-repository';
import { type Item, put, update, type WriteOperation } from '#shared/db/expressions';
import type { ItemReader } from '#shared/db/operations';
import { NOT_DELETED } from '#shared/db/soft-deletion';
import { lagosDay } from '#shared/platform/calendar';
import { isoTime } from '#shared/platform/clock';
import { newId } from '#shared/platform/ids';
import type { AccountEnvironment } from '#shared/platform/scope';
import { calendarEnd, calendarWrite, entriesOf } from './calendar.ts';
import { CATALOGUE, SEEDED_CATEGORIES } from './catalogue.ts';
import { firstDueDate } from './due-dates.ts';
import { obligationKeys } from './keys.ts';
import { DEFAULT_LEAD_DAYS, type Obligation, toObligationItem } from './obligation.ts';
import { nextReminder } from './reminders.ts';

/** The obligations that a company gets with its owner: one of each category of the catalogue. */
const seededObligations = (company: OwnedCompany, nowMs: number): readonly Obligation[] => {
  const { id: companyId, ownerId: accountId, environment, classificationId, registry } = company;
  const business = { classificationId, registrationDate: registry.registrationDate };
  const today = lagosDay(nowMs);
  const at = isoTime(nowMs);
  return SEEDED_CATEGORIES.map((category) => {
    const { title, description, frequency, firstDue } = CATALOGUE[category];
    const reminded = {
      environment,
      isActive: true,
      notifyLeadDays: [...DEFAULT_LEAD_DAYS],
      ...firstDueDate(firstDue, business, today),
    };
    const remindAt = nextReminder(reminded, nowMs);
    return {
      id: newId('obl', nowMs),
      accountId,
      companyId,
      category,
      title,
      description,
      frequency,
      ...reminded,
      ...(remindAt !== undefined && { remindAt }),
      isSeeded: true,
      version: 1,
      createdAt: at,
      updatedAt: at,
    };
  });
};

/** Writes by names that are theirs alone. */
const named = (name: string, operations: readonly WriteOperation[]): Readonly<Record<string, WriteOperation>> =>
  Object.fromEntries(operations.map((operation, index) => [`${name}${index}`, operation]));

/**
 * The writes that seed the obligations of a company, for the transaction that gives it its owner: exactly once for an
 * owner, because that is.
 */
export const seedWrites = (company: OwnedCompany, nowMs: number): Readonly<Record<string, WriteOperation>> => {
  const obligations = seededObligations(company, nowMs);
  const place = { accountId: company.ownerId, environment: company.environment, companyId: company.id };
  return named('seed', [calendarWrite(place, obligations), ...obligations.map((one) => put(toObligationItem(one)))]);
};

/** Reads what {@link endedObligations} ends. */
export const readCalendar = (
  table: ItemReader,
  { accountId, environment }: AccountEnvironment,
  companyId: string,
): Promise<Item | undefined> => table.get(obligationKeys.obligationCalendar(accountId, environment, companyId));

/**
 * The writes beside those that take a company from its owner: every obligation of the owner for it is deleted, with its
 * reminders. Refused when one of them has been added or deleted since.
 */
export const endedObligations = (
  company: OwnedCompany,
  calendar: Item | undefined,
  nowMs: number,
): Readonly<Record<string, WriteOperation>> => {
  const place = { accountId: company.ownerId, environment: company.environment, companyId: company.id };
  const { accountId } = place;
  const deletions = (calendar ? entriesOf(calendar) : []).map(({ obligationId }) =>
    update(obligationKeys.obligation(obligationId), {
      set: { deletedAt: isoTime(nowMs) },
      remove: ['remindAt', 'gsi2pk', 'gsi2sk'],
      when: { accountId: { equals: accountId }, ...NOT_DELETED },
    }),
  );
  return named('formerObligation', [calendarEnd(place, calendar), ...deletions]);
};

/** The writes beside those that give a company another owner: {@link endedObligations}, and those of the catalogue. */
export const transferredObligations = async (
  table: ItemReader,
  company: OwnedCompany,
  newOwnerId: string,
  nowMs: number,
): Promise<Readonly<Record<string, WriteOperation>>> => {
  const { id, ownerId: accountId, environment } = company;
  const calendar = await readCalendar(table, { accountId, environment }, id);
  return {
    ...endedObligations(company, calendar, nowMs),
    ...seedWrites({ ...company, ownerId: newOwnerId }, nowMs),
  };
};
