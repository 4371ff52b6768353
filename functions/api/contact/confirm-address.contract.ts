import * as v from 'valibot';
import { contract } from '#shared/http/contract';
import { object } from '#shared/http/schemas/containers';
import { confirmationPath } from './contract-parts.ts';

/** Confirms an address. */
export const confirmAddress = contract({
  name: 'confirm-address',
  group: 'contact',
  method: 'POST',
  route: '/v1/mail-addresses/confirm/{token}',
  summary: 'Confirm an address',
  description:
    'Confirms an email address, from the form on the confirmation page. A confirmed address stays confirmed, ' +
    'whatever is sent later.',
  caller: 'public',
  path: confirmationPath,
  consumes: 'form',
  body: object({}),
  produces: 'html',
  success: { 200: v.string() },
  errors: ['INVALID_TOKEN'],
  touches: { reads: ['confirmation'], writes: ['followerAddress'] },
  documented: false,
});
