import type { Key } from '#shared/db/expressions';
import type { Families } from '#shared/db/families';
import { join } from '#shared/db/key-parts';

/** Keys of visitors' requests on public pages. E-mail addresses are in keys only as hashes. */
export const contactKeys = {
  contactRequest: (form: string, emailKey: string): Key => ({ pk: join('CONTACT', form, emailKey), sk: 'REQUEST' }),
  demoRequest: (emailKey: string, orderId: string): Key => ({
    pk: contactKeys.contactRequest('demoRequest', emailKey).pk,
    sk: join('REQUEST', orderId),
  }),
} as const;

/** The access patterns. */
export const CONTACT_FAMILIES = {
  contactRequest: {
    partition: () => contactKeys.contactRequest('{form}', '{hash}').pk,
    patterns: {
      REQUEST: 'subscription of an e-mail address (hashed)',
      'REQUEST#{order}': 'demo requests of an e-mail address (hashed)',
    },
  },
} as const satisfies Families;
