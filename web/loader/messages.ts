/** The messages of the hosted page to the page that embeds it. */
export const MESSAGE_TYPES = [
  'kyb.ready',
  'kyb.step_completed',
  'kyb.submitted',
  'kyb.resize',
  'kyb.session_expired',
  'kyb.error',
  'kyb.closed',
] as const;

/** The type of a message. */
export type MessageType = (typeof MESSAGE_TYPES)[number];

/** A message: its type, its session, and the data of its type. */
export interface KybMessage {
  readonly type: MessageType;
  /** `wses_`; null before there is a session. */
  readonly sessionId: string | null;
  /** `app_`; null before there is an applicant. */
  readonly applicantId: string | null;
  readonly [more: string]: unknown;
}
