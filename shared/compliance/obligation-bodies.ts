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

const category = described(
  v.picklist(CATEGORIES),
  'The category of the obligation: one from the catalogue, or `custom`.',
);
const title = described(text(200, { minLength: 1, trim: true }), 'What must be done.');
const description = v.exactOptional(
  v.nullable(
    described(
      v.pipe(
        text(1000, { trim: true }),
        v.transform((more) => (more === '' ? null : more)),
      ),
      'More details. Null or an empty text for none.',
    ),
  ),
);
const frequency = described(
  v.picklist(FREQUENCIES),
  'What a completion does. `monthly` and `annual` move the due date on by a month or a year. `one_off` ' +
    'deactivates the obligation. `custom` leaves the due date to you.',
);
const nextDueDate = described(dayText('nextDueDate'), 'The next due date: a day in Africa/Lagos.');
const notifyLeadDays = described(
  list(wholeNumberBetween(0, 365), MAX_LEAD_DAYS),
  'How many days before the due date you are emailed, in `live`. An empty list turns reminders off.',
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
  isActive: v.exactOptional(
    described(v.boolean(), 'Whether the obligation is active. An inactive obligation has no reminders.'),
  ),
});

/** What an account changes of an obligation. */
export type ObligationChange = v.InferOutput<typeof obligationChangeBody>;

/** The body of a completion. */
export const completionBody = object({
  completedAt: v.exactOptional(
    described(
      moment('completedAt', 'first'),
      'When the obligation was completed: a timestamp, or a date, which is a day in Africa/Lagos. Must not be ' +
        'in the future. The default is now.',
    ),
  ),
});

/** `category`, as a filter. */
export const categoryFilter = v.optional(category);
