import * as v from 'valibot';
import { CATEGORIES, FREQUENCIES } from '#shared/compliance/catalogue';
import { succeeded } from '#shared/http/envelope';
import { object } from '#shared/http/schemas/containers';
import { idText } from '#shared/http/schemas/texts';
import { component, DATE_TIME, described, WHOLE } from '#shared/platform/described';

/** An obligation as its owner sees it, with exactly these fields (interface: Compliance obligation). */
export const obligationBody = component(
  v.object({
    id: described(v.string(), 'Its id (`obl_`).'),
    companyId: described(v.string(), 'The company that it is for (`cmp_`).'),
    category: described(v.picklist(CATEGORIES), 'What kind of obligation it is.'),
    title: described(v.string(), 'What has to be done.'),
    description: described(v.nullable(v.string()), 'More about it; null where there is no more.'),
    frequency: described(v.picklist(FREQUENCIES), 'How often it falls due.'),
    nextDueDate: described(v.string(), 'When it is due next (`YYYY-MM-DD`): a day in Africa/Lagos.'),
    lastCompletedAt: described(v.nullable(v.string()), 'When it was completed last; null before that.', DATE_TIME),
    isSeeded: described(v.boolean(), 'Whether it came with the company.'),
    isActive: described(v.boolean(), 'Whether it is due at all.'),
    notifyLeadDays: described(
      v.array(v.number()),
      'How many days before the due date you are mailed, in `live`; the longest first.',
    ),
    daysUntilDue: described(v.number(), 'Days in Africa/Lagos until it is due; negative when it is overdue.', WHOLE),
    createdAt: described(v.string(), 'When it was created.', DATE_TIME),
    updatedAt: described(v.string(), 'When it was changed last.', DATE_TIME),
  }),
  'ComplianceObligation',
  'Something that a company has to do by a day.',
);

/** The body of a response about one obligation. */
export const oneObligation = v.object({ success: succeeded, data: obligationBody });

/** The path of calls about one obligation. */
export const obligationPath = object({ id: described(idText, 'The obligation (`obl_`).') });
