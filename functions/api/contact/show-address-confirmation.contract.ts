import * as v from 'valibot';
import { contract } from '#shared/http/contract';
import { confirmationPath } from './contract-parts.ts';

/** Shows the confirmation of an address. */
export const showAddressConfirmation = contract({
  name: 'show-address-confirmation',
  group: 'contact',
  method: 'GET',
  route: '/v1/mail-addresses/confirm/{token}',
  summary: 'Show the confirmation of an address',
  description:
    'Shows the page behind the link in a confirmation mail, which asks whether an account may mail the ' +
    'address. Opening the page confirms nothing.',
  caller: 'public',
  path: confirmationPath,
  produces: 'html',
  success: { 200: v.string() },
  errors: ['INVALID_TOKEN'],
  touches: { reads: ['confirmation'] },
  documented: false,
});
