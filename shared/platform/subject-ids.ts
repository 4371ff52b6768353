import { ENVIRONMENTS } from './environments.ts';
import { ID_PREFIXES, type IdPrefix } from './ids.ts';

/** The kinds of ids that log lines name, each with its field. Ids that open something, as of a session of an account, have none. */
const FIELD_OF_PREFIX = {
  usr: 'accountId',
  cmp: 'companyId',
  wgt: 'widgetId',
  app: 'applicantId',
  note: 'noteId',
  exp: 'exportId',
  wses: 'sessionId',
  ref: 'reference',
  addr: 'reference',
  ver: 'reference',
  top: 'reference',
  att: 'attachmentId',
  clr: 'clearanceId',
  evt: 'monitoringEventId',
  al: 'alertId',
  dsp: 'disputeId',
  obl: 'obligationId',
  chat: 'chatId',
  whk: 'registrationId',
  whd: 'deliveryId',
  sev: 'eventId',
  txn: 'transactionId',
} as const satisfies Partial<Record<IdPrefix, string>>;

/** A field of a log line that names whom or what it is about. */
export type SubjectField = (typeof FIELD_OF_PREFIX)[keyof typeof FIELD_OF_PREFIX] | 'vendorId' | 'environment';

/** Every such field. */
export const SUBJECT_FIELDS: ReadonlySet<string> = new Set<SubjectField>([
  ...Object.values(FIELD_OF_PREFIX),
  'vendorId',
  'environment',
]);

/** Whom and what some work is about. */
export type SubjectIds = Readonly<Partial<Record<SubjectField, string>>>;

/** How deep ids are looked for: a body, its `data`, and one more, as an applicant in it. */
const MAX_DEPTH = 3;

const ID = /^([a-z]+)_[0-9A-HJKMNP-TV-Z]{26}$/;

const fieldOf = (name: string, value: string): SubjectField | undefined => {
  if (name === 'environment') return ENVIRONMENTS.some((environment) => environment === value) ? name : undefined;
  const prefix = ID.exec(value)?.[1];
  if (prefix === undefined || !Object.hasOwn(ID_PREFIXES, prefix)) return undefined;
  // A vendor is a company that somebody watches.
  if (name === 'vendorId') return prefix === 'cmp' ? name : undefined;
  return FIELD_OF_PREFIX[prefix as keyof typeof FIELD_OF_PREFIX];
};

/**
 * The ids of whom and what a value is about: its texts that have the form of an id of a listed kind, and its environment;
 * of several of a kind the first, the outermost before all. Nothing else of the value can get into it: no personal data, no
 * secret and no token has the form of an id. Lists name nobody: what is in them are many.
 */
export const subjectOf = (value: unknown): SubjectIds => {
  const ids: Partial<Record<SubjectField, string>> = {};
  let level: readonly unknown[] = [value];
  for (let depth = 0; depth < MAX_DEPTH; depth++) {
    const entries = level.flatMap((one) =>
      typeof one === 'object' && one !== null && !Array.isArray(one) ? Object.entries(one) : [],
    );
    for (const [name, text] of entries) {
      const field = typeof text === 'string' ? fieldOf(name, text) : undefined;
      if (field !== undefined) ids[field] ??= text as string;
    }
    level = entries.map(([, inner]) => inner);
  }
  return ids;
};
