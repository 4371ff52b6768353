import * as v from 'valibot';
import { list, object } from '#shared/http/schemas/containers';
import { idText, text } from '#shared/http/schemas/texts';
import { moment } from '#shared/http/schemas/time-range';
import { wholeNumberBetween } from '#shared/http/schemas/whole-numbers';
import { isDay } from '#shared/platform/calendar';
import { described } from '#shared/platform/described';
import { CATEGORIES, FREQUENCIES } from './catalogue.ts';

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** A calendar day from the year 2000 to 9998, as `YYYY-MM-DD`. */
// @__NO_SIDE_EFFECTS__
export function dayText(name: string) {
  return v.pipe(
    text(10),
    // For the API document: the rule of the check that follows.
    v.metadata({ format: 'date', minLength: 10 }),
    v.check(
      (day) => DAY.test(day) && day >= '2000' && day < '9999' && isDay(day),
      `${name} must be a date from the year 2000 on, such as 2026-11-21`,
    ),
  );
}

/** Maximum number of reminders of an obligation. */
const MAX_LEAD_DAYS = 10;

const categoryName = v.picklist(CATEGORIES);
const category = described(
  categoryName,
  'The category of the obligation: one of the categories in the catalogue, or `custom`.',
);
const title = described(text(200, { minLength: 1, trim: true }), 'The title of the obligation: what must be done.');
const description = v.exactOptional(
  v.nullable(
    described(
      v.pipe(
        text(1000, { trim: true }),
        v.transform((more) => (more === '' ? null : more)),
      ),
      'Further details. Null or empty for none.',
    ),
  ),
);
const frequency = described(
  v.picklist(FREQUENCIES),
  'How often the obligation falls due, which decides what completing it does. `monthly` and `annual` move ' +
    'the due date on by a month or a year. `one_off` deactivates the obligation. `custom` leaves the due ' +
    'date to you.',
);
const nextDueDate = described(dayText('nextDueDate'), 'The next due date, a day in Africa/Lagos.');
const notifyLeadDays = described(
  list(wholeNumberBetween(0, 365), MAX_LEAD_DAYS),
  'The numbers of days before the due date at which to email you a reminder. Reminders are sent in `live` ' +
    'only. An empty list turns them off.',
);

/** The body of a new obligation. */
export const obligationDraftBody = object({
  companyId: described(idText, 'The id of one of your companies (`cmp_`).'),
  category,
  title,
  description,
  frequency,
  nextDueDate,
  notifyLeadDays: v.exactOptional(notifyLeadDays),
});

/** The fields of a new obligation. */
export type ObligationDraft = v.InferOutput<typeof obligationDraftBody>;

/** Body of "change an obligation". Fields that are left out stay unchanged. */
export const obligationChangeBody = object({
  title: v.exactOptional(title),
  description,
  frequency: v.exactOptional(frequency),
  nextDueDate: v.exactOptional(nextDueDate),
  notifyLeadDays: v.exactOptional(notifyLeadDays),
  isActive: v.exactOptional(
    described(v.boolean(), 'Whether the obligation is active. No reminders are sent for an inactive obligation.'),
  ),
});

/** The changes of an obligation. */
export type ObligationChange = v.InferOutput<typeof obligationChangeBody>;

/** The body of a completion. */
export const completionBody = object({
  completedAt: v.exactOptional(
    described(
      moment('completedAt', 'first'),
      'When the obligation was completed: a timestamp, or a date, which stands for that day in Africa/Lagos. ' +
        'Must not be in the future. The default is now.',
    ),
  ),
});

/** `category`, as a filter. */
export const categoryFilter = v.optional(
  described(categoryName, 'Only obligations in this category: one of the categories in the catalogue, or `custom`.'),
);
