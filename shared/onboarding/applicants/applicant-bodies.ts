import * as v from 'valibot';
import { list, object } from '#shared/http/schemas/containers';
import { emailText, text } from '#shared/http/schemas/texts';
import { requiredText } from '#shared/onboarding/widgets/config-values';
import { component, described } from '#shared/platform/described';

/** What a customer may state about a business (interface: Applicant, `subject`). */
export const subjectSchema = component(
  object({
    businessName: v.exactOptional(described(text(200), 'The name of the business.')),
    registrationNumber: v.exactOptional(described(text(120), 'The CAC registration number, such as `RC1234567`.')),
    tin: v.exactOptional(described(text(40), 'The tax identification number (TIN).')),
    email: v.exactOptional(described(emailText(200), 'The email address of the business.')),
    phone: v.exactOptional(described(text(40), 'The phone number of the business.')),
    jurisdiction: v.exactOptional(described(text(80), 'The country in which the business is registered.')),
    industry: v.exactOptional(described(text(120), 'The industry of the business.')),
  }),
  'Subject',
  'What you already know about the business.',
);

export const referenceId = v.exactOptional(described(requiredText(120), 'Your own id for the applicant.'));

export const subject = v.optional(subjectSchema, {});

/** A tag in the form that is compared: trimmed, in lower case, in Unicode form NFC. */
const comparableTag = (tag: string): string => tag.normalize('NFC').toLowerCase();

/** A tag as a request sends it. */
export const tagText = v.pipe(text(40, { minLength: 1, trim: true }), v.transform(comparableTag));

/** Body of "set applicant tags". */
export const tagsBody = object({
  tags: described(
    v.pipe(
      list(tagText, 20),
      v.transform((tags) => [...new Set(tags)].sort()),
    ),
    'All tags that the applicant has from now on. Case and surrounding space are ignored, and so is a tag that is sent twice.',
  ),
});

/** Body of "create applicant". */
export const createApplicantBody = object({ referenceId, subject });
