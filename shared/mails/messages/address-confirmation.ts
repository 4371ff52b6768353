import * as v from 'valibot';
import { defineMail } from './mail.ts';
import { unlinkedLine } from './quoted.ts';

/** To an address that an account wants mailed, which must confirm that first. */
export const addressConfirmation = defineMail({
  template: 'addressConfirmation',
  lane: 'codes',
  unsubscribe: null,
  data: v.object({
    /** The page where the address is confirmed. */
    address: v.string(),
    /** Of the account. */
    accountEmail: v.string(),
    validDays: v.number(),
  }),
  subject: () => 'Confirm this email address',
  text: ({ address, accountEmail, validDays }) => [
    `The account ${unlinkedLine(accountEmail)} would like us to email this address when its applicants are ` +
      'submitted or decided on.',
    '',
    'To receive these emails, open this page and confirm:',
    '',
    address,
    '',
    `The link works for ${validDays} days. If you do not want these emails, ignore this one: we send none ` +
      'unless you confirm.',
  ],
});
