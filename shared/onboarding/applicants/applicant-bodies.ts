import * as v from 'valibot';
import { object } from '#shared/http/schemas/containers';
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

/** Body of "create applicant". */
export const createApplicantBody = object({ referenceId, subject });
