import * as v from 'valibot';
import type { Item } from '#shared/db/expressions';
import { CREATORS, type Creator } from '#shared/events/catalogue';
import { moduleIdSchema } from '#shared/onboarding/modules/module-id';
import { MODULE_IDS, type ModuleId } from '#shared/onboarding/modules/modules';
import type { Widget } from '#shared/onboarding/widgets/widget';
import { moduleOrder } from '#shared/onboarding/widgets/widget-config';
import { isoTime } from '#shared/platform/clock';
import { component, DATE_TIME, described, WHOLE } from '#shared/platform/described';
import { newId } from '#shared/platform/ids';
import type { AnswerValue, ModuleAnswers } from '#shared/verification/answer-values';
import { applicantIdOf } from './applicant-id.ts';
import { embedSessionKeys } from './keys.ts';
import { SESSION_STATUSES } from './session-states.ts';

const answeredPerson = component(
  v.object({
    fullName: described(v.string(), 'The full name of the person.'),
    nationalIdNumber: v.exactOptional(
      described(v.string(), 'The national identification number (NIN) of the person, if given.'),
    ),
  }),
  'AnsweredPerson',
  'A director, beneficial owner or shareholder, as entered by the applicant.',
);

/** The value of an answer as it is stored and shown. */
export const answerValueSchema = component(
  v.union([v.string(), v.array(v.string()), v.array(answeredPerson)]),
  'Answer',
  'What the applicant entered for a field: a text, several texts, or people.',
);

/** The fields of an attachment, as they are stored and shown. */
export const attachmentEntries = {
  id: described(v.string(), 'The id of the file (`att_`).'),
  filename: described(v.string(), 'The name of the file as uploaded.'),
  mimeType: described(v.string(), 'The media type of the file, determined from its content.'),
  size: described(v.number(), 'The size of the file, in bytes.', WHOLE),
  uploadedAt: described(v.string(), 'When the file was uploaded.', DATE_TIME),
};

const attachmentSchema = component(v.object(attachmentEntries), 'Attachment', 'A file uploaded by an applicant.');

/** Fields of a file that only its reviewers see: whether it has active content, and its hash. */
export const reviewedFileEntries = {
  activeContent: described(
    v.nullable(v.boolean()),
    'Whether opening the file may run or fetch something, such as a script, a program or an embedded file. ' +
      'Null if this cannot be determined because parts of the file are compressed or encrypted.',
  ),
  sha256: described(
    v.nullable(v.string()),
    'The SHA-256 of the file in hex, computed when it was uploaded. Null for files of before it was recorded.',
  ),
};

const storedAttachmentSchema = v.object({
  ...attachmentEntries,
  ...reviewedFileEntries,
  sha256: v.optional(reviewedFileEntries.sha256, null),
});

/** A file that an applicant uploaded for a module. */
export type Attachment = v.InferOutput<typeof storedAttachmentSchema>;

/** The answers of a session as they are stored and shown: module, then field, to value. */
export const answersSchema = described(
  v.record(moduleIdSchema, v.record(v.string(), answerValueSchema)),
  'The answers, keyed by module and then by field.',
);

/** The files of a session by module. */
export const attachmentsSchema = described(
  v.record(moduleIdSchema, v.array(attachmentSchema)),
  'The files uploaded so far, keyed by module.',
);

/** The last request to answer modules again. */
const resubmissionSchema = v.object({
  /** The modules that were reopened. */
  modules: v.array(v.picklist(MODULE_IDS)),
  /** The reviewer's message to the applicant. */
  message: v.nullable(v.string()),
  at: v.string(),
});

const embedSessionSchema = v.object({
  /** `wses_` */
  id: v.string(),
  accountId: v.string(),
  widgetId: v.string(),
  applicantId: v.string(),
  status: v.picklist(SESSION_STATUSES),
  /** Null once submitted, and when no module is enabled. */
  currentModuleId: v.nullable(v.picklist(MODULE_IDS)),
  moduleOrder: v.array(v.picklist(MODULE_IDS)),
  /** `ref_`, once submitted. */
  referenceId: v.nullable(v.string()),
  /** The applicant's fields in the session's events: its reference, and who created it. */
  applicantReferenceId: v.nullable(v.string()),
  applicantCreatedBy: v.picklist(CREATORS),
  answers: answersSchema,
  attachments: v.record(moduleIdSchema, v.array(storedAttachmentSchema)),
  /** The number of changes of its files: the version that the write of a change requires. */
  fileVersion: v.number(),
  /** Null before the first resubmission. */
  resubmission: v.nullable(resubmissionSchema),
  /** The time of the last activity plus the widget's `sessionTimeoutMinutes`. */
  expiresAt: v.string(),
  /** The last activity: an opening, a save, a file, or the account's request to resubmit. */
  lastActiveAt: v.string(),
  createdAt: v.string(),
  updatedAt: v.string(),
});

/** What an applicant fills in, step by step (interface: Embed session). */
export type EmbedSession = v.InferOutput<typeof embedSessionSchema>;

/** When a session expires without further activity. */
export const sessionExpiry = (sessionTimeoutMinutes: number, nowMs: number): string =>
  isoTime(nowMs + sessionTimeoutMinutes * 60_000);

/** The fields of a new applicant that its session stores. */
export interface NewSessionApplicant {
  readonly referenceId?: string;
  /** Who created the applicant. */
  readonly by: Creator;
}

/** Creates the session of a new applicant of a widget, with new ids for both. */
export const newEmbedSession = (
  { id: widgetId, accountId, config }: Widget,
  { referenceId, by }: NewSessionApplicant,
  nowMs: number,
): EmbedSession => {
  const order = moduleOrder(config);
  const id = newId('wses', nowMs);
  return {
    id,
    accountId,
    widgetId,
    applicantId: applicantIdOf(id),
    status: 'in_progress',
    currentModuleId: order[0] ?? null,
    moduleOrder: order,
    referenceId: null,
    applicantReferenceId: referenceId ?? null,
    applicantCreatedBy: by,
    answers: {},
    attachments: {},
    fileVersion: 0,
    resubmission: null,
    expiresAt: sessionExpiry(config.flow.sessionTimeoutMinutes, nowMs),
    lastActiveAt: isoTime(nowMs),
    createdAt: isoTime(nowMs),
    updatedAt: isoTime(nowMs),
  };
};

const ANSWER = 'answer.';

const answerAttribute = (moduleId: ModuleId, field: string): string => `${ANSWER}${moduleId}.${field}`;

/**
 * Answers as changes of the stored session. Every field is its own attribute, so that two concurrent saves are merged
 * field by field. Null removes an earlier answer.
 */
export const answerChanges = (
  moduleId: ModuleId,
  answers: ModuleAnswers,
): { readonly set: Readonly<Record<string, NonNullable<AnswerValue>>>; readonly remove: readonly string[] } => {
  const set: Record<string, NonNullable<AnswerValue>> = {};
  const remove: string[] = [];
  for (const [field, value] of Object.entries(answers)) {
    const attribute = answerAttribute(moduleId, field);
    if (value === null) remove.push(attribute);
    else set[attribute] = value;
  }
  return { set, remove };
};

/** A session with more answers, merged field by field as the stored one is. */
export const mergeAnswers = (session: EmbedSession, moduleId: ModuleId, answers: ModuleAnswers): EmbedSession => {
  const { set, remove } = answerChanges(moduleId, answers);
  const kept = Object.entries(toEmbedSessionItem(session)).filter(([attribute]) => !remove.includes(attribute));
  return fromEmbedSessionItem({ ...Object.fromEntries(kept), ...set } as Item);
};

/** The storage key of an attachment, below the account and environment of its widget. */
export const attachmentKey = (
  { accountId, environment }: Pick<Widget, 'accountId' | 'environment'>,
  attachmentId: string,
): string => `${accountId}/${environment}/${attachmentId}`;

const FILE = 'file.';

/** The fields of a session's file that locate it. */
export interface SessionFile {
  readonly moduleId: ModuleId;
  /** `att_` */
  readonly id: string;
}

/** The attribute of the stored session that holds a file. */
export const fileAttribute = ({ moduleId, id }: SessionFile): string => `${FILE}${moduleId}.${id}`;

/** Whether a file was uploaded after the last submission, or there was none. */
export const isUnsubmitted = (
  { resubmission }: Pick<EmbedSession, 'resubmission'>,
  { uploadedAt }: Pick<Attachment, 'uploadedAt'>,
): boolean => resubmission === null || uploadedAt > resubmission.at;

/** Sorts files as they are shown: oldest first, and those of the same millisecond in a fixed order. */
const inOrder = (files: readonly Attachment[]): Attachment[] =>
  files.toSorted(({ id: one }, { id: other }) => (one < other ? -1 : 1));

/** A session with one more file. */
export const withAttachment = (session: EmbedSession, moduleId: ModuleId, attachment: Attachment): EmbedSession => ({
  ...session,
  attachments: { ...session.attachments, [moduleId]: inOrder([...(session.attachments[moduleId] ?? []), attachment]) },
});

/** A session without one of its files. */
export const withoutAttachment = (session: EmbedSession, { moduleId, id }: SessionFile): EmbedSession => {
  const { [moduleId]: files = [], ...others } = session.attachments;
  const kept = files.filter((file) => file.id !== id);
  return { ...session, attachments: kept.length > 0 ? { ...others, [moduleId]: kept } : others };
};

/** The attributes of the stored session for a file: its own, as each answer has. */
export const attachmentAttributes = (
  moduleId: ModuleId,
  attachment: Attachment,
): Readonly<Record<string, Attachment>> => ({ [fileAttribute({ moduleId, id: attachment.id })]: attachment });

/** Groups the attributes of an item with a prefix by module and name, to be parsed. */
const groupByModule = (item: Item, prefix: string): Record<string, Record<string, unknown>> => {
  const gathered: Record<string, Record<string, unknown>> = {};
  for (const [attribute, value] of Object.entries(item)) {
    if (!attribute.startsWith(prefix)) continue;
    const [, moduleId = '', name = ''] = attribute.split('.');
    gathered[moduleId] = { ...gathered[moduleId], [name]: value };
  }
  return gathered;
};

/** The files of an item by module. */
const gatherAttachments = (item: Item): Record<string, unknown[]> =>
  Object.fromEntries(
    Object.entries(groupByModule(item, FILE)).map(([moduleId, files]) => [
      moduleId,
      inOrder(Object.values(files) as Attachment[]),
    ]),
  );

/** An embed session as it is stored. */
export const toEmbedSessionItem = ({ answers, attachments, ...session }: EmbedSession): Item => ({
  ...embedSessionKeys.embedSession(session.id),
  ...session,
  ...Object.fromEntries(
    Object.entries(answers).flatMap(([moduleId, given]) =>
      Object.entries(answerChanges(moduleId as ModuleId, given).set),
    ),
  ),
  ...Object.fromEntries(
    Object.entries(attachments).flatMap(([moduleId, files]) =>
      files.flatMap((file) => Object.entries(attachmentAttributes(moduleId as ModuleId, file))),
    ),
  ),
});

/** Parses a stored embed session. */
export const fromEmbedSessionItem = (item: Item): EmbedSession =>
  v.parse(embedSessionSchema, {
    // Sessions from before this was recorded.
    lastActiveAt: item['updatedAt'],
    ...item,
    answers: groupByModule(item, ANSWER),
    attachments: gatherAttachments(item),
  });
