import { ENVIRONMENTS } from './environments.ts';
import { ID_PREFIXES, type IdPrefix } from './ids.ts';

/**
 * The kinds of ids that log lines may contain, each with its field. Ids that give access, such as that of an account's
 * session, have none.
 */
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

/** How deep ids are searched for: in a body, in its `data`, and one level below, such as in its applicant. */
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
 * The ids of what a value is about: its environment, and its texts that have the form of a listed id. Of several ids of
 * a kind, the outermost counts, then the first. Nothing else of the value can get into the result, because no personal
 * data, secret or token has the form of an id. Lists are skipped: they name many.
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
