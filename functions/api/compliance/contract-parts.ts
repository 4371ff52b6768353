import * as v from 'valibot';
import { CATEGORIES, FREQUENCIES } from '#shared/compliance/catalogue';
import { succeeded } from '#shared/http/envelope';
import { object } from '#shared/http/schemas/containers';
import { idText } from '#shared/http/schemas/texts';
import { component, DATE_TIME, described, WHOLE } from '#shared/platform/described';

/** An obligation as its owner sees it, with exactly these fields (interface: Compliance obligation). */
export const obligationBody = component(
  v.object({
    id: described(v.string(), "The obligation's id (`obl_`)."),
    companyId: described(v.string(), 'The company that the obligation concerns (`cmp_`).'),
    category: described(v.picklist(CATEGORIES), 'The kind of obligation.'),
    title: described(v.string(), 'What the company must do.'),
    description: described(v.nullable(v.string()), 'Details of the obligation; null if there are none.'),
    frequency: described(v.picklist(FREQUENCIES), 'How often the obligation falls due.'),
    nextDueDate: described(v.string(), 'The next due date (`YYYY-MM-DD`): a day in Africa/Lagos.'),
    lastCompletedAt: described(
      v.nullable(v.string()),
      'When the obligation was last completed; null if it never was.',
      DATE_TIME,
    ),
    isSeeded: described(v.boolean(), 'Whether the obligation was created with the company, from the catalogue.'),
    isActive: described(v.boolean(), 'Whether the obligation is active.'),
    notifyLeadDays: described(
      v.array(v.number()),
      'How many days before the due date you are reminded by mail, longest first. Mails are sent in `live`.',
    ),
    daysUntilDue: described(v.number(), 'Days in Africa/Lagos until the due date; negative if overdue.', WHOLE),
    createdAt: described(v.string(), 'When the obligation was created.', DATE_TIME),
    updatedAt: described(v.string(), 'When the obligation was last updated.', DATE_TIME),
  }),
  'ComplianceObligation',
  'Something that a company must do by a certain day.',
);

/** The body of a response about one obligation. */
export const oneObligation = v.object({ success: succeeded, data: obligationBody });

/** The path of calls about one obligation. */
export const obligationPath = object({ id: described(idText, 'The obligation (`obl_`).') });
