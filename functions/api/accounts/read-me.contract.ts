import * as v from 'valibot';
import { contract } from '#shared/http/contract';
import { succeeded } from '#shared/http/envelope';
import { component, DATE_TIME, described } from '#shared/platform/described';
import { userId } from './contract-parts.ts';

/** Returns the signed-in account. */
export const readMe = contract({
  name: 'read-me',
  group: 'accounts',
  method: 'GET',
  route: '/v1/me',
  summary: 'Read the signed-in account',
  description: 'An account. Details that were not given at sign-up are null.',
  caller: 'session',
  success: {
    200: v.object({
      success: succeeded,
      data: component(
        v.object({
          userId,
          email: described(v.string(), 'The e-mail address that the account logs in with.', { format: 'email' }),
          firstName: described(v.nullable(v.string()), 'First name.'),
          lastName: described(v.nullable(v.string()), 'Last name.'),
          companyName: described(v.nullable(v.string()), 'Company.'),
          phone: described(v.nullable(v.string()), 'Telephone number.'),
          createdAt: described(v.string(), 'When the account signed up.', DATE_TIME),
        }),
        'Account',
        'An account.',
      ),
    }),
  },
  errors: ['ACCOUNT_NOT_FOUND'],
  touches: { reads: ['account'] },
});
