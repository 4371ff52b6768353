import * as v from 'valibot';
import { moduleIdSchema } from '#shared/onboarding/modules/module-id';
import {
  type Attachment,
  answersSchema,
  attachmentEntries,
  attachmentKey,
  type EmbedSession,
  reviewedFileEntries,
} from '#shared/onboarding/sessions/embed-session';
import { component, DATE_TIME, described, WHOLE } from '#shared/platform/described';
import { environmentSchema } from '#shared/platform/environments';
import type { FileAddress } from '#shared/platform/object-store';
import { evidenceSchema } from '#shared/verification/evidence-view';
import { type Applicant, type ListedApplicant, moduleResultEntries } from './applicant.ts';
import { subjectSchema } from './applicant-bodies.ts';
import type { EvidenceOf } from './module-evidence.ts';
import { applicantStatusSchema, timelineEntrySchema } from './timeline.ts';

/** An applicant (interface: Applicant). */
export const applicantBody = component(
  v.object({
    id: described(v.string(), 'The id of the applicant (`app_`).'),
    widgetId: described(v.string(), 'The id of the widget that the applicant belongs to (`wgt_`).'),
    environment: environmentSchema,
    status: applicantStatusSchema,
    subject: subjectSchema,
    referenceId: described(v.nullable(v.string()), 'Your own id for the applicant. Null if there is none.'),
    riskScore: v.nullable(
      described(v.number(), 'The risk score, from 0 to 100. Higher is riskier. Null before the assessment.', WHOLE),
    ),
    decisionReason: described(v.nullable(v.string()), 'The reason for the decision: a short sentence of reason codes.'),
    moduleOrder: described(v.array(moduleIdSchema), 'The modules to complete, in order.'),
    totalSpentKobo: described(v.number(), 'The total amount charged for the applicant, in kobo.', WHOLE),
    startedAt: v.nullable(described(v.string(), 'When the first answers were saved. Null until then.', DATE_TIME)),
    submittedAt: v.nullable(described(v.string(), 'When the session was last submitted. Null until then.', DATE_TIME)),
    decidedAt: v.nullable(
      described(v.string(), 'When the applicant was approved or rejected. Null until then.', DATE_TIME),
    ),
    tags: described(v.array(v.string()), 'The tags of the applicant, in alphabetical order.'),
    createdAt: described(v.string(), 'When the applicant was created.', DATE_TIME),
    updatedAt: described(v.string(), 'When the applicant last changed.', DATE_TIME),
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
  tags: applicant.tags,
  moduleOrder: applicant.moduleOrder,
  totalSpentKobo: applicant.totalSpentKobo,
  startedAt: applicant.startedAt,
  submittedAt: applicant.submittedAt,
  decidedAt: applicant.decidedAt,
  createdAt: applicant.createdAt,
  updatedAt: applicant.updatedAt,
});

const linkedAttachmentBody = component(
  v.object({
    ...attachmentEntries,
    ...reviewedFileEntries,
    filename: v.nullable(described(v.string(), 'The file name as uploaded. Null if the applicant was erased.')),
    url: v.nullable(
      described(
        v.string(),
        'The download URL of the file, valid for 15 minutes. Null if the applicant was erased, and its files with it.',
        { format: 'uri' },
      ),
    ),
  }),
  'LinkedAttachment',
  'A file uploaded by an applicant, with its download address.',
);

const moduleResultBody = component(
  v.object({
    ...moduleResultEntries,
    evidence: described(
      v.array(evidenceSchema),
      'What the source answered: one entry for each question it was asked. Empty until the module has a verdict.',
    ),
  }),
  'ModuleResult',
  'The outcome of a module of an applicant.',
);

/** An applicant read by itself: also with the outcome of each module, the history of its status, its answers and its files. */
export const applicantDetailBody = component(
  v.object({
    ...applicantBody.entries,
    modules: described(v.array(moduleResultBody), 'The outcome of each module.'),
    timeline: described(
      v.array(timelineEntrySchema),
      'The status history of the applicant, oldest first. If there are more than 200 entries, the first 199 ' +
        "and the current one; a reviewer's change takes the place of older ones at which the applicant left or came back.",
    ),
    answers: answersSchema,
    attachments: described(
      v.record(moduleIdSchema, v.array(linkedAttachmentBody)),
      'The files of the applicant, keyed by module.',
    ),
    erasedBy: v.nullable(
      described(
        v.string(),
        'The credential that erased the applicant: the account of a session (`usr_`) or an API key (`key_`); ' +
          '`operator` or `retention` if the service did.',
      ),
    ),
    erasedAt: v.nullable(
      described(v.string(), 'When what is known of the applicant was erased. Null if it was not.', DATE_TIME),
    ),
  }),
  'ApplicantDetail',
  'An applicant with the outcome of each module, its status history, its answers and its files.',
);

type LinkedAttachments = v.InferOutput<typeof applicantDetailBody>['attachments'];

/** The files of a session, with an address for each; of an applicant that was erased neither names nor addresses. */
const linkedAttachments = async (
  applicant: Applicant,
  { attachments }: Pick<EmbedSession, 'attachments'>,
  addressOf: FileAddress,
): Promise<LinkedAttachments> => {
  const shown = async (file: Attachment) =>
    applicant.erasedAt === undefined
      ? { ...file, url: await addressOf(attachmentKey(applicant, file.id), file.filename) }
      : { ...file, filename: null, url: null };
  const linked = (files: readonly Attachment[]) => Promise.all(files.map(shown));
  const modules = Object.entries(attachments).map(async ([id, files]) => [id, await linked(files)] as const);
  return Object.fromEntries(await Promise.all(modules));
};

/**
 * Shows an applicant with its modules and their evidence, its timeline, and the answers and files of its session.
 */
export const applicantDetailView = async (
  applicant: Applicant,
  session: Pick<EmbedSession, 'answers' | 'attachments'>,
  { addressOf, evidence }: { readonly addressOf: FileAddress; readonly evidence: EvidenceOf },
): Promise<v.InferOutput<typeof applicantDetailBody>> => {
  const attachments = await linkedAttachments(applicant, session, addressOf);
  return {
    ...applicantView(applicant),
    modules: applicant.modules.map((result) => ({ ...result, evidence: evidence(result) })),
    timeline: applicant.timeline,
    answers: session.answers,
    attachments,
    erasedAt: applicant.erasedAt ?? null,
    erasedBy: applicant.erasedBy ?? null,
  };
};
