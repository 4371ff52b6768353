import * as v from 'valibot';
import { list, object } from '#shared/http/schemas/containers';
import { idText, text } from '#shared/http/schemas/texts';
import { moment } from '#shared/http/schemas/time-range';
import { isDay } from '#shared/platform/calendar';
import { described, WHOLE } from '#shared/platform/described';
import { CATEGORIES, FREQUENCIES } from './catalogue.ts';

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** A calendar day from the year 2000 to 9998, as `YYYY-MM-DD`. */
// @__NO_SIDE_EFFECTS__
export function dayText(name: string) {
  return v.pipe(
    text(10),
    // For the API document: the rule of the check after it.
    v.metadata({ format: 'date', minLength: 10 }),
    v.check(
      (day) => DAY.test(day) && day >= '2000' && day < '9999' && isDay(day),
      `${name} must be a date from the year 2000 on, such as 2026-11-21`,
    ),
  );
}

/** How many reminders an obligation may have. */
const MAX_LEAD_DAYS = 10;

const category = described(v.picklist(CATEGORIES), 'What kind of obligation it is: one of the catalogue, or `custom`.');
const title = described(text(200, { minLength: 1, trim: true }), 'What has to be done.');
const description = v.exactOptional(
  v.nullable(
    described(
      v.pipe(
        text(1000, { trim: true }),
        v.transform((more) => (more === '' ? null : more)),
      ),
      'More about it; null or an empty text says that there is no more.',
    ),
  ),
);
const frequency = described(
  v.picklist(FREQUENCIES),
  'What its completion does: `monthly` and `annual` move the due date on by a month or a year, `one_off` deactivates ' +
    'it, `custom` leaves the due date to you.',
);
const nextDueDate = described(dayText('nextDueDate'), 'When it is due next: a day in Africa/Lagos.');
const notifyLeadDays = described(
  list(
    v.pipe(
      v.number(),
      v.integer('Must be a whole number'),
      v.minValue(0, 'Must be 0 or more'),
      v.maxValue(365, 'Must be 365 or less'),
      v.metadata(WHOLE as Record<string, unknown>),
    ),
    MAX_LEAD_DAYS,
  ),
  'How many days before the due date you are mailed, in `live`; none with an empty list.',
);

/** The body of a new obligation. */
export const obligationDraftBody = object({
  companyId: described(idText, 'A company of yours (`cmp_`).'),
  category,
  title,
  description,
  frequency,
  nextDueDate,
  notifyLeadDays: v.exactOptional(notifyLeadDays),
});

/** What an account states of a new obligation. */
export type ObligationDraft = v.InferOutput<typeof obligationDraftBody>;

/** The body of a change of an obligation: what is left out stays. */
export const obligationChangeBody = object({
  title: v.exactOptional(title),
  description,
  frequency: v.exactOptional(frequency),
  nextDueDate: v.exactOptional(nextDueDate),
  notifyLeadDays: v.exactOptional(notifyLeadDays),
  isActive: v.exactOptional(described(v.boolean(), 'Whether it is due at all; an inactive one is not reminded of.')),
});

/** What an account changes of an obligation. */
export type ObligationChange = v.InferOutput<typeof obligationChangeBody>;

/** The body of a completion. */
export const completionBody = object({
  completedAt: v.exactOptional(
    described(
      moment('completedAt', 'first'),
      'When it was completed: a timestamp, or a date, which is a day in Africa/Lagos. Not in the future; now without it.',
    ),
  ),
});

/** `category`, as a filter. */
export const categoryFilter = v.optional(category);
