import type { EVENTS, TEST_EVENT } from '#shared/events/catalogue';
import { isoTime } from '#shared/platform/clock';
import type { Delivery, DeliveryEndReason } from '#shared/webhooks/deliveries/records/delivery';
import type { DeliveryStatus } from '#shared/webhooks/deliveries/records/delivery-states';

/** The type of an event that a registration can receive. */
type DeliveredType = {
  readonly [Type in keyof typeof EVENTS]: (typeof EVENTS)[Type]['webhook'] extends null ? never : Type;
}[keyof typeof EVENTS];

/** The letter of each event in the stored log. A letter is never changed, nor given to another event. */
const EVENT_LETTERS: Readonly<Record<DeliveredType | typeof TEST_EVENT, string>> = {
  'kyb.applicant.created': 'a',
  'kyb.applicant.submitted': 'b',
  'kyb.applicant.decision': 'c',
  'kyb.applicant.resubmission_requested': 'd',
  'kyb.applicant.expired': 'e',
  'verification.cac.completed': 'f',
  'verification.tin.completed': 'g',
  'verification.bank_account.completed': 'h',
  'verification.address.completed': 'i',
  'verification.utility_bill.completed': 'j',
  'monitoring.alert.created': 'k',
  'monitoring.score.changed': 'l',
  'monitoring.media_mention.detected': 'm',
  'dispute.created': 'n',
  'dispute.under_review': 'o',
  'dispute.upheld': 'p',
  'dispute.rejected': 'q',
  'webhook.test': 'r',
};

/** The letter of each status, under the same rule. */
const STATUS_LETTERS: Readonly<Record<DeliveryStatus, string>> = {
  pending: 'a',
  delivering: 'b',
  retrying: 'c',
  delivered: 'd',
  failed: 'e',
  skipped: 'f',
};

/** The letter of each reason for which a delivery ended, under the same rule. */
const REASON_LETTERS: Readonly<Record<DeliveryEndReason, string>> = {
  delivered: 'a',
  attempts_exhausted: 'b',
  gone: 'c',
  registration_deleted: 'd',
  registration_inactive: 'e',
  abandoned: 'f',
};

/** The letter in place of a reason while a delivery has not ended. */
const NO_REASON = '-';

const EVENT_LETTER: ReadonlyMap<string, string> = new Map(Object.entries(EVENT_LETTERS));

const byLetter = <Name extends string>(letters: Readonly<Record<Name, string>>): ReadonlyMap<string, Name> =>
  new Map((Object.entries(letters) as [Name, string][]).map(([name, letter]) => [letter, name]));

const [EVENTS_BY_LETTER, STATUSES, REASONS] = [
  byLetter(EVENT_LETTERS),
  byLetter(STATUS_LETTERS),
  byLetter(REASON_LETTERS),
];

/** A delivery as the log of its registration shows it. */
export interface LogRow
  extends Pick<Delivery, 'deliveryId' | 'eventId' | 'event' | 'status' | 'attemptCount' | 'version'> {
  /** When the delivery was planned, or later if the order of the rows requires it. */
  readonly createdAt: string;
  readonly endedAt?: string | undefined;
  readonly endReason?: DeliveryEndReason | undefined;
}

/** What the log can be filtered by. */
export type LogCell = Pick<LogRow, 'event' | 'status'>;

/** Whether the log has a letter for this event. */
export const canBeLogged = ({ event }: Pick<LogRow, 'event'>): boolean => EVENT_LETTER.has(event);

/** The letters of an event and a status. An event of a later version, after a rollback, is named by its letter. */
export const toCellLetters = ({ event, status }: LogCell): string =>
  `${EVENT_LETTER.get(event) ?? event}${STATUS_LETTERS[status]}`;

/** The event and the status of two letters. @throws TypeError for an unknown status. */
export const fromCellLetters = ([event = '', letter = '']: string): LogCell => {
  const status = STATUSES.get(letter);
  if (status === undefined) throw new TypeError('A log has a status without a letter');
  return { event: EVENTS_BY_LETTER.get(event) ?? event, status };
};

const base36 = (number: number): string => number.toString(36);

const fromBase36 = (text: string): number => Number.parseInt(text, 36);

/** A time in the log, in base 36 of milliseconds. */
export const toTimeText = (timestamp: string): string => base36(Date.parse(timestamp));

/** The time of such a text. */
export const fromTimeText = (text: string): string => isoTime(fromBase36(text));

const ulidOf = (id: string): string => id.slice(id.indexOf('_') + 1);

/**
 * The text of a row, at most 83 bytes. Its parts are separated by dots; numbers are in base 36.
 *
 * 1. the ULID of the delivery, that of the event, and the letters of event, status and reason
 * 2. `createdAt` in milliseconds
 * 3. `attemptCount`
 * 4. `version`
 * 5. `endedAt` in milliseconds, or nothing
 */
export const toRowText = (row: LogRow): string => {
  const reason = row.endReason === undefined ? NO_REASON : REASON_LETTERS[row.endReason];
  return [
    `${ulidOf(row.deliveryId)}${ulidOf(row.eventId)}${toCellLetters(row)}${reason}`,
    toTimeText(row.createdAt),
    base36(row.attemptCount),
    base36(row.version),
    row.endedAt === undefined ? '' : toTimeText(row.endedAt),
  ].join('.');
};

const ROW = /^(.{26})(.{26})(..)(.)\.(\w+)\.(\w+)\.(\w+)\.(\w*)$/;

/** The row of a text. @throws TypeError for another text. */
export const fromRowText = (text: string): LogRow => {
  const [, delivery, event, cell, reason, createdAt, attempts, version, endedAt] = ROW.exec(text) ?? [];
  if (!(cell && reason && createdAt && attempts && version)) throw new TypeError('A row of a log cannot be read');
  return {
    deliveryId: `whd_${delivery}`,
    eventId: `sev_${event}`,
    ...fromCellLetters(cell),
    attemptCount: fromBase36(attempts),
    version: fromBase36(version),
    createdAt: fromTimeText(createdAt),
    endedAt: endedAt ? fromTimeText(endedAt) : undefined,
    endReason: REASONS.get(reason),
  };
};

/** The row of a delivery, with its time in the log. */
export const rowOf = (
  { deliveryId, eventId, event, status, attemptCount, version, endedAt, endReason }: Delivery,
  createdAt: string,
): LogRow => ({ deliveryId, eventId, event, status, attemptCount, version, createdAt, endedAt, endReason });
