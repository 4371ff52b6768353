import type { MailTemplate } from '#shared/sources/mail';

/**
 * The kinds of mails that their reader can end, each by itself: what an account, or who follows its applicants, is told
 * without having asked for it at that moment. What somebody waits for, what an applicant has to know and that a card is
 * charged no more are not among them.
 */
export const UNSUBSCRIBABLE = {
  obligationDue: { code: 1, about: 'obligations of your companies that fall due' },
  lowBalance: { code: 2, about: 'low balances of your wallets' },
  watchPaused: { code: 3, about: 'vendors whose monitoring was paused' },
  webhookDeactivated: { code: 4, about: 'webhooks that were stopped' },
  adminNotice: { code: 5, about: 'applicants that are submitted or decided' },
} as const satisfies Readonly<
  Partial<
    Record<
      MailTemplate,
      {
        /** What stands for it in links that were mailed: it never changes. */
        readonly code: number;
        /** What such a mail is about, as its reader reads it. */
        readonly about: string;
      }
    >
  >
>;

/** One of them. */
export type UnsubscribableKind = keyof typeof UNSUBSCRIBABLE;

/** All of them. */
export const UNSUBSCRIBABLE_KINDS = Object.keys(UNSUBSCRIBABLE) as readonly UnsubscribableKind[];

/** Whether a kind of mail is one that its reader can end. */
export const isUnsubscribable = (template: MailTemplate): template is UnsubscribableKind =>
  Object.hasOwn(UNSUBSCRIBABLE, template);
