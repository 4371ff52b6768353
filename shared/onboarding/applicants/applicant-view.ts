import * as v from 'valibot';
import { moduleIdSchema } from '#shared/onboarding/modules/module-id';
import {
  type Attachment,
  activeContentEntry,
  answersSchema,
  attachmentEntries,
  attachmentKey,
  type EmbedSession,
} from '#shared/onboarding/sessions/embed-session';
import { component, DATE_TIME, described, WHOLE } from '#shared/platform/described';
import { environmentSchema } from '#shared/platform/environments';
import type { FileAddress } from '#shared/platform/object-store';
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

const linkedAttachment = component(
  v.object({
    ...attachmentEntries,
    ...activeContentEntry,
    url: described(v.string(), 'Where the file is downloaded: an address that works for 15 minutes.', {
      format: 'uri',
    }),
  }),
  'LinkedAttachment',
  'A file that an applicant uploaded, and where it is downloaded.',
);

/** An applicant read by itself: also with the outcome of each module, the history of its status, its answers and its files. */
export const applicantDetailBody = component(
  v.object({
    ...applicantBody.entries,
    modules: described(v.array(moduleResultSchema), 'What became of each module.'),
    timeline: described(
      v.array(timelineEntrySchema),
      'The statuses that it had, oldest first. Of more than 200 the first 199 and the current one.',
    ),
    answers: answersSchema,
    attachments: described(v.record(moduleIdSchema, v.array(linkedAttachment)), 'Its files, by module.'),
  }),
  'ApplicantDetail',
  'An applicant, the outcome of each of its modules, the history of its status, its answers and its files.',
);

type LinkedAttachments = v.InferOutput<typeof applicantDetailBody>['attachments'];

/** The files of a session, with an address for each. */
const linkedAttachments = async (
  applicant: Applicant,
  { attachments }: Pick<EmbedSession, 'attachments'>,
  addressOf: FileAddress,
): Promise<LinkedAttachments> => {
  const linked = (files: readonly Attachment[]) =>
    Promise.all(
      files.map(async (file) => ({ ...file, url: await addressOf(attachmentKey(applicant, file.id), file.filename) })),
    );
  const modules = Object.entries(attachments).map(async ([id, files]) => [id, await linked(files)] as const);
  return Object.fromEntries(await Promise.all(modules));
};

/** Shows an applicant with its modules, its timeline, and the answers and files of its session. */
export const applicantDetailView = async (
  applicant: Applicant,
  session: Pick<EmbedSession, 'answers' | 'attachments'>,
  addressOf: FileAddress,
): Promise<v.InferOutput<typeof applicantDetailBody>> => ({
  ...applicantView(applicant),
  modules: applicant.modules,
  timeline: applicant.timeline,
  answers: session.answers,
  attachments: await linkedAttachments(applicant, session, addressOf),
});
