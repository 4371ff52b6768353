import * as v from 'valibot';
import { addressConfirmation } from './address-confirmation.ts';
import { adminNotice } from './admin-notice.ts';
import { applicantDecided } from './applicant-decided.ts';
import { applicantResubmits } from './applicant-resubmits.ts';
import { autoTopUpStopped } from './auto-top-up-stopped.ts';
import { demoRequest } from './demo-request.ts';
import { loginCode } from './login-code.ts';
import { lowBalance } from './low-balance.ts';
import type { EndableKind, Mail, MailLane, MailTo } from './mail.ts';
import { obligationDue } from './obligation-due.ts';
import { passwordChanged } from './password-changed.ts';
import { passwordReset } from './password-reset.ts';
import { subscription } from './subscription.ts';
import { verificationCode } from './verification-code.ts';
import { watchPaused } from './watch-paused.ts';
import { webhookDeactivated } from './webhook-deactivated.ts';

/** Every mail. Only the functions that send mails import this; code that orders a mail imports that mail alone. */
export const MAILS = {
  verificationCode,
  loginCode,
  passwordReset,
  passwordChanged,
  webhookDeactivated,
  lowBalance,
  autoTopUpStopped,
  watchPaused,
  applicantDecided,
  applicantResubmits,
  adminNotice,
  addressConfirmation,
  obligationDue,
  subscription,
  demoRequest,
} as const;

/** The name of a mail. */
export type MailTemplate = keyof typeof MAILS;

/** The parameters of a mail. */
export type MailData<T extends MailTemplate> = v.InferOutput<(typeof MAILS)[T]['data']>;

/** One mail to one recipient. */
export type MailMessage<T extends MailTemplate = MailTemplate> = { readonly [K in T]: MailTo<K, MailData<K>> }[T];

/** The names of the mails of a lane. */
type TemplateOfLane<Lane extends MailLane> = {
  [K in MailTemplate]: (typeof MAILS)[K]['lane'] extends Lane ? K : never;
}[MailTemplate];

/** One mail of a lane to one recipient. */
export type MailOfLane<Lane extends MailLane> = MailMessage<TemplateOfLane<Lane>>;

/** A mail whose own types do not matter. */
export type AnyMail = Mail<string, MailLane, EndableKind | null, v.GenericSchema>;

/** The mail with this name. */
export const mailNamed = (template: MailTemplate): AnyMail => MAILS[template] as unknown as AnyMail;

/** The mails of a lane as its queue holds them. Fields that a mail's schema does not name are dropped. */
// @__NO_SIDE_EFFECTS__
export function mailsOfLane<Lane extends MailLane>(lane: Lane) {
  const schemas = (Object.keys(MAILS) as MailTemplate[])
    .map(mailNamed)
    .filter((mail) => mail.lane === lane)
    .map(({ template, data }) => v.object({ to: v.string(), template: v.literal(template), data }));
  return v.variant('template', schemas) as unknown as v.GenericSchema<unknown, MailOfLane<Lane>>;
}
