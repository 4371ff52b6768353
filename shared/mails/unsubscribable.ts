import { adminNotice } from './messages/admin-notice.ts';
import { lowBalance } from './messages/low-balance.ts';
import type { EndableKind } from './messages/mail.ts';
import { obligationDue } from './messages/obligation-due.ts';
import { watchPaused } from './messages/watch-paused.ts';
import { webhookDeactivated } from './messages/webhook-deactivated.ts';

/** The kinds of mails that their reader can end, one by one, as the mails declare them. */
export const UNSUBSCRIBABLE = {
  obligationDue: obligationDue.unsubscribe,
  lowBalance: lowBalance.unsubscribe,
  watchPaused: watchPaused.unsubscribe,
  webhookDeactivated: webhookDeactivated.unsubscribe,
  adminNotice: adminNotice.unsubscribe,
} as const satisfies Readonly<Record<string, EndableKind>>;

/** One of them. */
export type UnsubscribableKind = keyof typeof UNSUBSCRIBABLE;

/** All of them. */
export const UNSUBSCRIBABLE_KINDS = Object.keys(UNSUBSCRIBABLE) as readonly UnsubscribableKind[];

/** Whether the reader of a kind of mail can end it. */
export const isUnsubscribable = (template: string): template is UnsubscribableKind =>
  Object.hasOwn(UNSUBSCRIBABLE, template);
