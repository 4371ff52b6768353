import { emailKey } from '#shared/auth/accounts/email-key';
import { erasePartition } from '#shared/db/erase-partition';
import type { Table } from '#shared/db/operations';
import type { ContactForm } from '#shared/mails/queue/mail-queue';
import { contactKeys } from './keys.ts';

const FORMS: Readonly<Record<ContactForm['template'], true>> = { subscription: true, demoRequest: true };

/** Erases what somebody sent with the forms of public pages under an address; may be repeated. */
export const eraseContact = async (table: Pick<Table, 'query' | 'write'>, email: string): Promise<void> => {
  for (const form of Object.keys(FORMS)) {
    await erasePartition(table, contactKeys.contactRequest(form, emailKey(email)).pk);
  }
};
