import * as v from 'valibot';
import type { Item, Key } from '#shared/db/expressions';
import { padded } from '#shared/db/key-parts';
import { cellEntry } from '#shared/db/lists/counted-list';
import { CREATORS } from '#shared/events/catalogue';
import { moduleIdSchema } from '#shared/onboarding/modules/module-id';
import { MODULE_IDS, type ModuleId } from '#shared/onboarding/modules/modules';
import type { EmbedSession, NewSessionApplicant } from '#shared/onboarding/sessions/embed-session';
import { firstIdleCheck } from '#shared/onboarding/sessions/idle-sessions';
import type { Widget } from '#shared/onboarding/widgets/widget';
import { DATE_TIME, described } from '#shared/platform/described';
import { ENVIRONMENTS } from '#shared/platform/environments';
import { wholeNumber } from '#shared/platform/whole-number';
import { CHECK_REASONS, type CheckReason } from '#shared/verification/check-reasons';
import { subjectSchema } from './applicant-bodies.ts';
import { APPLICANT_STATUSES } from './applicant-states.ts';
import { applicantKeys, applicantLists, applicantsOfAccount } from './keys.ts';
import type { Subject } from './subject.ts';
import { timelineEntrySchema } from './timeline.ts';

const reasonCodes = v.array(v.picklist(Object.keys(CHECK_REASONS) as CheckReason[]));

/** The result of one module, as an applicant's record stores it and its account sees it. */
export const moduleResultEntries = {
  moduleId: moduleIdSchema,
  status: described(
    v.picklist(['pending', 'passed', 'failed', 'review', 'unavailable']),
    'The current outcome of the module.',
  ),
  reasonCodes: described(reasonCodes, 'The reason codes.'),
  chargeKobo: described(wholeNumber, 'The amount charged for the module, in kobo.'),
  completedAt: v.nullable(described(v.string(), 'When the module received its verdict. Null until then.', DATE_TIME)),
  verificationReference: v.exactOptional(
    described(
      v.string(),
      'The reference of the check, for `GET /v1/verifications/{reference}` (`ver_`, or `addr_` for a visit). ' +
        'Missing until there is a verdict, unless a visit is pending. Always missing for modules that ask no ' +
        'source.',
    ),
  ),
  people: v.exactOptional(
    described(
      v.array(
        v.object({
          fullName: described(v.string(), 'The full name of the person who was checked.'),
          reasonCodes: described(
            reasonCodes,
            'The codes that say why this person was not confirmed. Empty if they were confirmed.',
          ),
        }),
      ),
      'The result for each person the module checked, once the module has a verdict.',
    ),
  ),
};

const moduleResultSchema = v.object(moduleResultEntries);

/** The result of one module. @property completedAt set once there is a verdict. */
export type ModuleResult = v.InferOutput<typeof moduleResultSchema>;

/** The result of a module that is not checked yet. */
export const pendingResult = (moduleId: ModuleId): ModuleResult => ({
  moduleId,
  status: 'pending',
  reasonCodes: [],
  chargeKobo: 0,
  completedAt: null,
});

const applicantSchema = v.object({
  /** `app_` */
  id: v.string(),
  accountId: v.string(),
  widgetId: v.string(),
  environment: v.picklist(ENVIRONMENTS),
  status: v.picklist(APPLICANT_STATUSES),
  subject: subjectSchema,
  /** The id that the account gave it, or one that a visitor of the widget sent: see `createdBy`. */
  referenceId: v.optional(v.nullable(v.string()), null),
  createdBy: v.picklist(CREATORS),
  riskScore: v.optional(v.nullable(v.number()), null),
  decisionReason: v.optional(v.nullable(v.string()), null),
  moduleOrder: v.array(v.picklist(MODULE_IDS)),
  totalSpentKobo: wholeNumber,
  /** The embed session that was created with it. */
  sessionId: v.string(),
  /** One result for each module of `moduleOrder`, in that order. */
  modules: v.array(moduleResultSchema),
  /** Its changes of status, oldest first: bounded by `timeline.ts`. */
  timeline: v.array(timelineEntrySchema),
  /** The reference of its last submission (`ref_`), and the number of reassessments of that submission. */
  submissionReference: v.optional(v.nullable(v.string()), null),
  reassessments: v.optional(v.number(), 0),
  /** The registry's name of the business, once a check has returned it. */
  registeredName: v.optional(v.nullable(v.string()), null),
  /** The number of visits to its address that were not possible. */
  failedVisits: v.optional(v.number(), 0),
  /** A digest of the names that the last assessment screened. */
  screenedDigest: v.optional(v.nullable(v.string()), null),
  /** The tags from its account, in order, and the number of their changes, which the write of a change requires. */
  tags: v.optional(v.array(v.string()), []),
  tagChanges: v.optional(v.number(), 0),
  /**
   * The event of its last decision (`sev_`), `requires_review` included; null for a decision from before this was
   * stored.
   */
  decisionEventId: v.optional(v.nullable(v.string()), null),
  /** Where the response to the request that created it is kept, for a while, for repeated requests. */
  keptAnswer: v.exactOptional(v.object({ pk: v.string(), sk: v.string() })),
  /** When it was erased; absent before. Nothing more is written about it after that. */
  erasedAt: v.exactOptional(v.string()),
  /** The credential that erased it: the account of a session (`usr_`), an API key (`key_`), `operator` or `retention`. */
  erasedBy: v.exactOptional(v.string()),
  startedAt: v.optional(v.nullable(v.string()), null),
  submittedAt: v.optional(v.nullable(v.string()), null),
  decidedAt: v.optional(v.nullable(v.string()), null),
  createdAt: v.string(),
  updatedAt: v.string(),
});

/** A business that a customer onboards through a widget (interface: Applicant). */
export type Applicant = v.InferOutput<typeof applicantSchema>;

const listedApplicantSchema = v.omit(applicantSchema, [
  'modules',
  'timeline',
  'submissionReference',
  'reassessments',
  'registeredName',
  'failedVisits',
  'screenedDigest',
  'decisionEventId',
  'tagChanges',
  'keptAnswer',
  'erasedAt',
  'erasedBy',
]);

/** An applicant in lists. */
export type ListedApplicant = v.InferOutput<typeof listedApplicantSchema>;

/** The request for a new applicant. */
export interface RequestedApplicant extends NewSessionApplicant {
  readonly subject: Subject;
  /** Where the response is kept for a repeated request, if it contains the data of this request. */
  readonly keptAnswer?: Key | undefined;
}

/** A new applicant of a widget, for a session that was created with it. */
export const newApplicant = (
  { environment }: Widget,
  { applicantId, id: sessionId, accountId, widgetId, moduleOrder, createdAt }: EmbedSession,
  { referenceId, subject, by, keptAnswer }: RequestedApplicant,
  spentKobo: number,
): Applicant => ({
  id: applicantId,
  accountId,
  widgetId,
  environment,
  status: 'created',
  subject,
  referenceId: referenceId ?? null,
  createdBy: by,
  riskScore: null,
  decisionReason: null,
  moduleOrder,
  totalSpentKobo: spentKobo,
  sessionId,
  modules: moduleOrder.map(pendingResult),
  timeline: [{ status: 'created', at: createdAt, by }],
  submissionReference: null,
  reassessments: 0,
  registeredName: null,
  failedVisits: 0,
  screenedDigest: null,
  tags: [],
  tagChanges: 0,
  decisionEventId: null,
  ...(keptAnswer && { keptAnswer }),
  startedAt: null,
  submittedAt: null,
  decidedAt: null,
  createdAt,
  updatedAt: createdAt,
});

/**
 * The applicant's numbers, counted from 1, in its account and in its widget. Applicants are never deleted: an erased
 * one keeps its place.
 */
export interface ApplicantNumbers {
  readonly ofAccount: number;
  readonly ofWidget: number;
  /** The number of its widget in the account. */
  readonly widget: number;
}

/** Attributes that a stored applicant lacks while they are zero or empty, besides those that are null. */
const LEFT_OUT = ['reassessments', 'failedVisits', 'tagChanges', 'tags'] as const satisfies (keyof Applicant)[];

const isLeftOut = ([name, value]: readonly [string, unknown]): boolean =>
  value === null ||
  (LEFT_OUT.some((one) => one === name) && (value === 0 || (Array.isArray(value) && value.length === 0)));

/** Stands in a packed key for the account, which the item names already. */
const ACCOUNT = '~';

const packedKey = ({ pk, sk }: Key, accountId: string): string => `${pk.replace(accountId, ACCOUNT)} ${sk}`;

const unpackedKey = (packed: string, accountId: string): Key => {
  const [pk = '', sk = ''] = packed.split(' ');
  return { pk: pk.replace(ACCOUNT, accountId), sk };
};

const isUnchecked = ({ status, verificationReference }: ModuleResult): boolean =>
  status === 'pending' && verificationReference === undefined;

/**
 * Encodes an applicant for storage. What it does not have yet is left out, the results of unchecked modules included, so
 * that a new applicant stays below a kilobyte in the table and in each index.
 */
export const toApplicantItem = ({ modules, keptAnswer, ...applicant }: Applicant, numbers: ApplicantNumbers): Item => ({
  ...applicantKeys.applicant(applicant.id),
  ...cellEntry(applicantsOfAccount(applicant.accountId), applicant.environment, numbers.ofAccount),
  gsi2pk: applicantLists.applicantsOfWidget(applicant.widgetId, applicant.accountId),
  gsi2sk: padded(numbers.ofWidget),
  widgetNumber: numbers.widget,
  ...(applicant.status === 'created' && firstIdleCheck(applicant.id, Date.parse(applicant.createdAt))),
  ...Object.fromEntries(Object.entries(applicant).filter((attribute) => !isLeftOut(attribute))),
  ...(!modules.every(isUnchecked) && { modules }),
  ...(keptAnswer && { keptAnswer: packedKey(keptAnswer, applicant.accountId) }),
});

/** The results of an item without results, whose modules are all still to be checked. */
const pendingResults = ({ moduleOrder }: Item): readonly ModuleResult[] =>
  v.parse(applicantSchema.entries.moduleOrder, moduleOrder).map(pendingResult);

/** Parses a stored applicant. */
export const fromApplicantItem = (item: Item): Applicant =>
  v.parse(applicantSchema, {
    ...item,
    modules: item['modules'] ?? pendingResults(item),
    ...(typeof item['keptAnswer'] === 'string' && {
      keptAnswer: unpackedKey(item['keptAnswer'], String(item['accountId'])),
    }),
  });

/** Parses the part of a stored applicant that lists show. */
export const fromListedApplicantItem = (item: Item): ListedApplicant => v.parse(listedApplicantSchema, item);
