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
  description: 'Returns the account. Details that were not given at sign-up are null.',
  caller: 'session',
  success: {
    200: v.object({
      success: succeeded,
      data: component(
        v.object({
          userId,
          email: described(v.string(), 'The email address that the account logs in with.', { format: 'email' }),
          firstName: described(v.nullable(v.string()), 'The first name of the account holder.'),
          lastName: described(v.nullable(v.string()), 'The last name of the account holder.'),
          companyName: described(v.nullable(v.string()), 'The name of the company.'),
          phone: described(v.nullable(v.string()), 'The phone number of the account holder.'),
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
