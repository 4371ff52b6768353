import * as v from 'valibot';
import { CATEGORIES, FREQUENCIES } from '#shared/compliance/catalogue';
import { succeeded } from '#shared/http/envelope';
import { object } from '#shared/http/schemas/containers';
import { idText } from '#shared/http/schemas/texts';
import { component, DATE_TIME, described, WHOLE } from '#shared/platform/described';

/** An obligation as its owner sees it, with exactly these fields (interface: Compliance obligation). */
export const obligationBody = component(
  v.object({
    id: described(v.string(), 'The id of the obligation (`obl_`).'),
    companyId: described(v.string(), 'The id of the company that the obligation concerns (`cmp_`).'),
    category: described(v.picklist(CATEGORIES), 'The category of the obligation.'),
    title: described(v.string(), 'The title of the obligation: what the company must do.'),
    description: described(v.nullable(v.string()), 'Further details. Null if there are none.'),
    frequency: described(v.picklist(FREQUENCIES), 'How often the obligation falls due.'),
    nextDueDate: described(v.string(), 'The next due date (`YYYY-MM-DD`), a day in Africa/Lagos.'),
    lastCompletedAt: described(
      v.nullable(v.string()),
      'When the obligation was last completed. Null if it was never completed.',
      DATE_TIME,
    ),
    isSeeded: described(
      v.boolean(),
      'Whether the obligation was created from the catalogue, together with the company.',
    ),
    isActive: described(v.boolean(), 'Whether the obligation is active.'),
    notifyLeadDays: described(
      v.array(v.number()),
      'The numbers of days before the due date at which you are emailed a reminder, highest first. Reminders ' +
        'are sent in `live` only.',
    ),
    daysUntilDue: described(
      v.number(),
      'The number of days until the due date, in Africa/Lagos. Negative if the obligation is overdue.',
      WHOLE,
    ),
    createdAt: described(v.string(), 'When the obligation was created.', DATE_TIME),
    updatedAt: described(v.string(), 'When the obligation was last updated.', DATE_TIME),
  }),
  'ComplianceObligation',
  'Something that a company must do by a certain date.',
);

/** The body of a response about one obligation. */
export const oneObligation = v.object({ success: succeeded, data: obligationBody });

/** The path of calls about one obligation. */
export const obligationPath = object({ id: described(idText, 'The id of the obligation (`obl_`).') });
