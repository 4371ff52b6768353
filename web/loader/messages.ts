/** The messages of the hosted page to the page that shows it in a frame. */
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

/** A message: its type, whose session it is about, and what its type adds. */
export interface KybMessage {
  readonly type: MessageType;
  /** `wses_`; null before there is one. */
  readonly sessionId: string | null;
  /** `app_`; null before there is one. */
  readonly applicantId: string | null;
  readonly [more: string]: unknown;
}
