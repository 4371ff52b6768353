import * as v from 'valibot';
import { moduleIdSchema } from '#shared/onboarding/modules/module-id';
import { component, DATE_TIME, described, WHOLE } from '#shared/platform/described';
import { environmentSchema } from '#shared/platform/environments';
import {
  type Applicant,
  applicantStatus,
  type ListedApplicant,
  moduleResultSchema,
  timelineEntrySchema,
} from './applicant.ts';
import { subjectSchema } from './applicant-bodies.ts';

/** An applicant (interface: Applicant). */
export const applicantBody = component(
  v.object({
    id: described(v.string(), 'Its id (`app_`).'),
    widgetId: described(v.string(), 'The widget that it came by (`wgt_`).'),
    environment: environmentSchema,
    status: applicantStatus,
    subject: subjectSchema,
    referenceId: described(v.nullable(v.string()), 'Your own id for it, if it has one.'),
    riskScore: v.nullable(described(v.number(), '0 to 100; higher is riskier; null before the assessment.', WHOLE)),
    decisionReason: described(v.nullable(v.string()), 'The reason of the decision: reason codes in a short sentence.'),
    moduleOrder: described(v.array(moduleIdSchema), 'The modules of its onboarding, in order.'),
    totalSpentKobo: described(v.number(), 'The amount charged for it in all.', WHOLE),
    startedAt: v.nullable(described(v.string(), 'When its first answers were saved.', DATE_TIME)),
    submittedAt: v.nullable(described(v.string(), 'When it was last submitted.', DATE_TIME)),
    decidedAt: v.nullable(described(v.string(), 'When it was approved or rejected.', DATE_TIME)),
    createdAt: described(v.string(), 'When it was created.', DATE_TIME),
    updatedAt: described(v.string(), 'When it was changed last.', DATE_TIME),
  }),
  'Applicant',
  'A business that is being onboarded.',
);

/** Shows an applicant to its account. */
export const applicantView = (applicant: ListedApplicant): v.InferOutput<typeof applicantBody> => ({
  id: applicant.id,
  widgetId: applicant.widgetId,
  environment: applicant.environment,
  status: applicant.status,
  subject: applicant.subject,
  referenceId: applicant.referenceId,
  riskScore: applicant.riskScore,
  decisionReason: applicant.decisionReason,
  moduleOrder: applicant.moduleOrder,
  totalSpentKobo: applicant.totalSpentKobo,
  startedAt: applicant.startedAt,
  submittedAt: applicant.submittedAt,
  decidedAt: applicant.decidedAt,
  createdAt: applicant.createdAt,
  updatedAt: applicant.updatedAt,
});

/** An applicant read by itself: also with the outcome of each module and the history of its status. */
export const applicantDetailBody = component(
  v.object({
    ...applicantBody.entries,
    modules: described(v.array(moduleResultSchema), 'What became of each module.'),
    timeline: described(v.array(timelineEntrySchema), 'Every status that it had, oldest first.'),
  }),
  'ApplicantDetail',
  'An applicant, the outcome of each of its modules, and the history of its status.',
);

/** Shows an applicant with its modules and its timeline. */
export const applicantDetailView = (applicant: Applicant): v.InferOutput<typeof applicantDetailBody> => ({
  ...applicantView(applicant),
  modules: applicant.modules,
  timeline: applicant.timeline,
});
