import type { JointList } from '#shared/db/lists/joint-counts';
import type { EVENTS, TEST_EVENT } from '#shared/events/catalogue';
import { DELIVERY_STATUSES, type DeliveryStatus } from '#shared/webhooks/deliveries/records/delivery-states';

/** The type of an event that a registration can receive. */
type DeliveredType = {
  readonly [Type in keyof typeof EVENTS]: (typeof EVENTS)[Type]['webhook'] extends null ? never : Type;
}[keyof typeof EVENTS];

/** The letter of each event in the stored counts. A letter is never changed, nor given to another event. */
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

/** The letter of each status in the stored counts, under the same rule. */
const STATUS_LETTERS: Readonly<Record<DeliveryStatus, string>> = {
  pending: 'a',
  delivering: 'b',
  retrying: 'c',
  delivered: 'd',
  failed: 'e',
  skipped: 'f',
};

/** The part of a log with one event and status. */
export type LogCell = `${string}~${DeliveryStatus}`;

/** The cell of a delivery. */
export const cellOf = ({ event, status }: { readonly event: string; readonly status: DeliveryStatus }): LogCell =>
  `${event}~${status}`;

/** The event and the status of a cell. */
export const partsOfCell = (cell: string): { readonly event: string; readonly status: string } => {
  const [event = '', status = ''] = cell.split('~');
  return { event, status };
};

/**
 * How the cells of a log are counted. A registration receives at most six events, those of its service type and the test
 * event, in six statuses: 36 cells, whose counts of four blocks take less than 900 bytes.
 */
export const LOG_COUNTS: Pick<JointList<LogCell>, 'codes' | 'itemBlocks'> = {
  codes: new Map(
    Object.entries(EVENT_LETTERS).flatMap(([event, letter]) =>
      DELIVERY_STATUSES.map((status) => [cellOf({ event, status }), `${letter}${STATUS_LETTERS[status]}`] as const),
    ),
  ),
  itemBlocks: 4,
};
