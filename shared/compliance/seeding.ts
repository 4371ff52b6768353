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
import { obligationKeyOf } from './obligation-repository.ts';
import { nextReminder } from './reminders.ts';

/** The obligations that a company gets with its owner: one for each category of the catalogue. */
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

/** Names writes uniquely. */
const named = (name: string, operations: readonly WriteOperation[]): Readonly<Record<string, WriteOperation>> =>
  Object.fromEntries(operations.map((operation, index) => [`${name}${index}`, operation]));

/**
 * The writes that seed a company's obligations, for the transaction that gives it an owner. An owner therefore gets
 * them exactly once.
 */
export const seedWrites = (company: OwnedCompany, nowMs: number): Readonly<Record<string, WriteOperation>> => {
  const obligations = seededObligations(company, nowMs);
  const place = { accountId: company.ownerId, environment: company.environment, companyId: company.id };
  return named('seed', [calendarWrite(place, obligations), ...obligations.map((one) => put(toObligationItem(one)))]);
};

/** Reads the calendar that {@link endedObligations} ends. */
export const readCalendar = (
  table: ItemReader,
  { accountId, environment }: AccountEnvironment,
  companyId: string,
): Promise<Item | undefined> => table.get(obligationKeys.obligationCalendar(accountId, environment, companyId));

/**
 * The writes that delete all of an owner's obligations for a company, with their reminders, for the transaction that
 * ends the ownership. They refuse when an obligation has been added or deleted since.
 */
export const endedObligations = (
  company: OwnedCompany,
  calendar: Item | undefined,
  nowMs: number,
): Readonly<Record<string, WriteOperation>> => {
  const place = { accountId: company.ownerId, environment: company.environment, companyId: company.id };
  const deletions = (calendar ? entriesOf(calendar) : []).map(({ obligationId }) =>
    update(obligationKeyOf({ ...place, id: obligationId }), {
      set: { deletedAt: isoTime(nowMs) },
      remove: ['remindAt', 'gsi4pk', 'gsi4sk'],
      when: { pk: 'exists', ...NOT_DELETED },
    }),
  );
  return named('formerObligation', [calendarEnd(place, calendar), ...deletions]);
};

/**
 * The writes that replace the obligations of a company, for the transaction that gives it another owner: {@link
 * endedObligations}, and those of the catalogue.
 */
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
