import * as v from 'valibot';
import { defineMail } from './mail.ts';
import { onOneLine } from './one-line.ts';
import { shownName } from './shown-name.ts';

/** `21 December 2026` */
const readableDay = (date: string): string =>
  new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', day: 'numeric', month: 'long', year: 'numeric' }).format(
    new Date(`${date}T00:00:00Z`),
  );

const countedDays = (days: number): string => `${days} ${days === 1 ? 'day' : 'days'}`;

/** When an obligation is due, in words: `is due in 7 days`. */
const whenDue = (daysUntilDue: number): string => {
  if (daysUntilDue < 0) return `is overdue by ${countedDays(-daysUntilDue)}`;
  return daysUntilDue === 0 ? 'is due today' : `is due in ${countedDays(daysUntilDue)}`;
};

/** To the owner of a company: one of its obligations is due soon, or already overdue. */
export const obligationDue = defineMail({
  template: 'obligationDue',
  lane: 'mails',
  unsubscribe: { code: 1, about: 'upcoming obligations of your companies' },
  data: v.object({
    obligationId: v.string(),
    companyId: v.string(),
    companyName: v.string(),
    title: v.string(),
    /** `YYYY-MM-DD` */
    dueDate: v.string(),
    /** In Africa/Lagos; negative when it is overdue. */
    daysUntilDue: v.number(),
  }),
  subject: ({ title, companyName, daysUntilDue }) =>
    `${shownName(title) ?? 'An obligation'} for ${onOneLine(companyName)} ${whenDue(daysUntilDue)}`,
  text: ({ obligationId, companyId, companyName, title, dueDate, daysUntilDue }) => [
    `${onOneLine(title)} for ${onOneLine(companyName)} ${whenDue(daysUntilDue)}.`,
    '',
    `Due date: ${readableDay(dueDate)}`,
    `Obligation: ${obligationId}`,
    `Company: ${companyId}`,
    '',
    'Once it is done, complete it. It then moves to its next due date:',
    `POST /v1/compliance/obligations/${obligationId}/complete`,
    '',
    'To be reminded on different days, PATCH the obligation with other notifyLeadDays. If it does not apply ' +
      'to the company,',
    'PATCH it with {"isActive": false}.',
  ],
});
