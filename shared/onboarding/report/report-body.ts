import * as v from 'valibot';
import { CREATORS } from '#shared/events/catalogue';
import { moduleResultEntries } from '#shared/onboarding/applicants/applicant';
import { subjectSchema } from '#shared/onboarding/applicants/applicant-bodies';
import { ACTORS, applicantStatusSchema, timelineEntrySchema } from '#shared/onboarding/applicants/timeline';
import { answerValueSchema, attachmentEntries, reviewedFileEntries } from '#shared/onboarding/sessions/embed-session';
import { component, DATE_TIME, described, WHOLE } from '#shared/platform/described';
import { environmentSchema } from '#shared/platform/environments';
import { evidenceSchema } from '#shared/verification/evidence-view';

const { moduleId, status, chargeKobo, completedAt, verificationReference } = moduleResultEntries;

const reasonSchema = component(
  v.object({
    code: described(v.string(), 'The code, as the applicant has it.'),
    meaning: described(v.string(), 'Its meaning in a sentence.'),
  }),
  'ReportedReason',
  'A reason, as a code and in words.',
);

/** A reason of a report. */
export type ReportedReason = v.InferOutput<typeof reasonSchema>;

const reasons = described(v.array(reasonSchema), 'The reasons. Empty if there are none.');

const answerSchema = component(
  v.object({
    name: described(v.string(), 'The name of the field.'),
    label: described(v.string(), 'What the form calls the field.'),
    value: described(answerValueSchema, 'What was answered.'),
    valueLabel: v.exactOptional(described(v.string(), 'What the form calls the value, if it was chosen from a list.')),
  }),
  'ReportedAnswer',
  'An answer with its label.',
);

/** An answer of a report. */
export type ReportedAnswer = v.InferOutput<typeof answerSchema>;

const resultSchema = component(
  v.object({
    status,
    reasons,
    chargeKobo,
    completedAt,
    verificationReference,
    people: v.exactOptional(
      described(
        v.array(v.object({ fullName: described(v.string(), 'The full name that was checked.'), reasons })),
        'The people that the module checked, one by one, once it has a verdict.',
      ),
    ),
    evidence: described(v.array(evidenceSchema), 'What the source answered: one item for each question.'),
  }),
  'ReportedResult',
  'The outcome of a module, with its reasons in words.',
);

const fileSchema = component(
  v.object({ ...attachmentEntries, ...reviewedFileEntries }),
  'ReportedFile',
  'A file of an applicant: which one it is, without an address.',
);

const moduleSchema = component(
  v.object({
    moduleId,
    title: described(v.string(), 'The heading of the module.'),
    answers: described(v.array(answerSchema), 'The answers, in the order of the form.'),
    result: described(v.nullable(resultSchema), 'The outcome. Null for a module that the applicant no longer has.'),
    files: described(v.array(fileSchema), 'The files, oldest first.'),
  }),
  'ReportedModule',
  'A module of an applicant: what was answered, and what the check found.',
);

/** A module of a report. */
export type ReportedModule = v.InferOutput<typeof moduleSchema>;

const outcomeSchema = v.picklist(['approved', 'rejected', 'requires_review', 'resubmission_requested']);

/** The outcome of a decision. */
export type Outcome = v.InferOutput<typeof outcomeSchema>;

const decisionSchema = component(
  v.object({
    outcome: described(outcomeSchema, 'The outcome.'),
    at: described(v.string(), 'When it was decided.', DATE_TIME),
    by: described(v.picklist(ACTORS), 'Who decided: the service itself, or a reviewer of the account.'),
    reviewedBy: v.nullable(
      described(v.string(), 'The account (`usr_`) or API key (`key_`) of the reviewer. Null if none is known.'),
    ),
    riskScore: v.nullable(
      described(v.number(), 'The risk score, 0 to 100. Higher is riskier. Null if nothing was assessed.', WHOLE),
    ),
    reason: v.nullable(described(v.string(), "The reason as it is stored: reason codes, or a reviewer's words.")),
    reasons: described(v.array(reasonSchema), 'The reason codes in words. Empty if a reviewer decided.'),
  }),
  'ReportedDecision',
  'The last decision on an applicant.',
);

const chargesSchema = component(
  v.object({
    totalKobo: described(v.number(), 'The total amount charged for the applicant.', WHOLE),
    modules: described(v.array(v.object({ moduleId, chargeKobo })), 'The modules whose last check was charged.'),
    otherKobo: described(
      v.number(),
      'The rest of the total: the session base fee, and earlier checks of modules that were checked again.',
      WHOLE,
    ),
  }),
  'ReportedCharges',
  'What an applicant cost, in kobo.',
);

/** A report on an applicant. */
export const applicantReportBody = component(
  v.object({
    madeAt: described(v.string(), 'When the report was made.', DATE_TIME),
    environment: environmentSchema,
    accountId: described(v.string(), 'The account of the applicant (`usr_`).'),
    applicantId: described(v.string(), 'The applicant (`app_`).'),
    widgetId: described(v.string(), 'The widget of the applicant (`wgt_`).'),
    referenceId: described(v.nullable(v.string()), 'Your own id for the applicant. Null if there is none.'),
    submissionReference: described(v.nullable(v.string()), 'The last submission (`ref_`). Null before the first.'),
    createdBy: described(v.picklist(CREATORS), 'Who created the applicant: the account, or a visitor of the widget.'),
    status: applicantStatusSchema,
    createdAt: described(v.string(), 'When the applicant was created.', DATE_TIME),
    startedAt: v.nullable(described(v.string(), 'When the first answers were saved.', DATE_TIME)),
    submittedAt: v.nullable(described(v.string(), 'When the session was last submitted.', DATE_TIME)),
    decidedAt: v.nullable(described(v.string(), 'When the applicant was approved or rejected.', DATE_TIME)),
    erasedAt: v.nullable(described(v.string(), 'When the applicant was erased. Null if it was not.', DATE_TIME)),
    business: described(
      v.object({
        registeredName: described(v.nullable(v.string()), 'The name that the registry has. Null if it was not asked.'),
        subject: subjectSchema,
      }),
      'The business: what was stated about it, and its registered name.',
    ),
    decision: described(v.nullable(decisionSchema), 'The last decision. Null before the first.'),
    modules: described(v.array(moduleSchema), 'The modules, in order.'),
    timeline: described(
      v.array(timelineEntrySchema),
      'The statuses of the applicant, oldest first. If there are more than 200, the first 199 and the current one.',
    ),
    charges: chargesSchema,
  }),
  'ApplicantReport',
  'What is known of an applicant when the report is made.',
);

/** A report on an applicant. */
export type ApplicantReport = v.InferOutput<typeof applicantReportBody>;
