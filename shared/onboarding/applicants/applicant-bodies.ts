import * as v from 'valibot';
import { object } from '#shared/http/schemas/containers';
import { emailText, text } from '#shared/http/schemas/texts';
import { requiredText } from '#shared/onboarding/widgets/config-values';
import { component, described } from '#shared/platform/described';

/** What a customer may state about a business (interface: Applicant, `subject`). */
export const subjectSchema = component(
  object({
    businessName: v.exactOptional(described(text(200), 'The name of the business.')),
    registrationNumber: v.exactOptional(described(text(120), 'Its registration number (CAC): `RC1234567`.')),
    tin: v.exactOptional(described(text(40), 'Its tax identification number.')),
    email: v.exactOptional(described(emailText(200), 'Its e-mail address.')),
    phone: v.exactOptional(described(text(40), 'Its telephone number.')),
    jurisdiction: v.exactOptional(described(text(80), 'Where it is registered.')),
    industry: v.exactOptional(described(text(120), 'Its business activity.')),
  }),
  'Subject',
  'What is known of the business beforehand.',
);

export const referenceId = v.exactOptional(described(requiredText(120), 'Your own id for the applicant.'));

export const subject = v.optional(subjectSchema, {});

/** Body of "create applicant". */
export const createApplicantBody = object({ referenceId, subject });
