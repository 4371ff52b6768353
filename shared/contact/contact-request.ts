import { randomUUID } from 'node:crypto';
import { emailKey } from '#shared/auth/accounts/email-key';
import { put } from '#shared/db/expressions';
import type { Table } from '#shared/db/operations';
import type { ContactForm, ContactOrder, SendMail } from '#shared/mails/queue/mail-queue';
import { isoTime } from '#shared/platform/clock';
import { contactKeys } from './keys.ts';

/** The order for a form that a visitor has just sent. */
export const newContactOrder = (form: ContactForm, nowMs: number): Omit<ContactOrder, 'kind'> => ({
  orderId: randomUUID(),
  form,
  requestedAt: isoTime(nowMs),
});

/** The effects of handling visitors' forms. */
export interface ContactEffects {
  readonly table: Pick<Table, 'write'>;
  readonly sendMail: SendMail<'mails'>;
  /** The address of sales. */
  readonly salesEmail: string;
}

/**
 * Stores a visitor's form and mails it to sales: a subscription once for each address, and every request for a demo. An
 * order that is retried, because its mail could not be sent, is mailed once.
 *
 * @throws the failure that kept the mail from being sent: the order must be retried.
 */
export const recordContact = async (
  { orderId, form, requestedAt }: Omit<ContactOrder, 'kind'>,
  { table, sendMail, salesEmail }: ContactEffects,
): Promise<void> => {
  const { template, data } = form;
  const addressKey = emailKey(data.email);
  const key =
    template === 'demoRequest'
      ? contactKeys.demoRequest(addressKey, orderId)
      : contactKeys.contactRequest(template, addressKey);
  const stored = await table.write(put({ ...key, orderId, form: template, ...data, requestedAt }));
  if (!stored.written && stored.found?.['orderId'] !== orderId) return;
  await sendMail({ id: `contact.${orderId}`, mail: { to: salesEmail, ...form } });
};
