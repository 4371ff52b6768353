import * as v from 'valibot';
import { onOneLine } from './one-line.ts';
import { shownName } from './shown-name.ts';

/** To the owner of a company: one of its obligations is due, soon or already. */
export const obligationDueData = v.object({
  obligationId: v.string(),
  companyId: v.string(),
  companyName: v.string(),
  title: v.string(),
  /** `YYYY-MM-DD` */
  dueDate: v.string(),
  /** In Africa/Lagos; negative when it is overdue. */
  daysUntilDue: v.number(),
});

const DAY = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', day: 'numeric', month: 'long', year: 'numeric' });

const countedDays = (days: number): string => `${days} ${days === 1 ? 'day' : 'days'}`;

/** `is due in 7 days`, as it is said of the obligation. */
const whenDue = (daysUntilDue: number): string => {
  if (daysUntilDue < 0) return `is overdue by ${countedDays(-daysUntilDue)}`;
  return daysUntilDue === 0 ? 'is due today' : `is due in ${countedDays(daysUntilDue)}`;
};

/** Subject and text of the mail. */
export const obligationDue = (data: v.InferOutput<typeof obligationDueData>) => {
  const { obligationId, companyId, dueDate, daysUntilDue } = data;
  const [title, companyName] = [onOneLine(data.title), onOneLine(data.companyName)];
  return {
    subject: `${shownName(data.title) ?? 'An obligation'} of ${companyName} ${whenDue(daysUntilDue)}`,
    text: [
      `${title} of ${companyName} ${whenDue(daysUntilDue)}:`,
      `its due date is ${DAY.format(new Date(`${dueDate}T00:00:00Z`))}.`,
      '',
      `Obligation: ${obligationId}`,
      `Company: ${companyId}`,
      '',
      'Once it is done, complete it, and it moves to its next due date:',
      `POST /v1/compliance/obligations/${obligationId}/complete`,
      '',
      'When you are reminded is up to you: PATCH it with other notifyLeadDays, or with {"isActive": false} where it is not',
      'due at all.',
      '',
    ].join('\n'),
  };
};
