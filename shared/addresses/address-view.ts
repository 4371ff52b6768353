import * as v from 'valibot';
import { component, described } from '#shared/platform/described';
import { VISIT_RESULTS } from './address-outcome.ts';
import { ADDRESS_STATUSES } from './address-states.ts';
import type { AddressVerification } from './address-verification.ts';

/** Every address is in the one country that visits are made in. */
const COUNTRY = 'Nigeria';

const dataBody = component(
  v.object({
    applicant: described(
      v.object({
        first_name: described(v.string(), 'As submitted.'),
        last_name: described(v.string(), 'As submitted.'),
        phone: described(v.string(), 'As submitted, in E.164 where it is a phone number.'),
      }),
      'Who was to be met at the address.',
    ),
    location: described(v.string(), 'Where the visitor was, as reported by the source; may be empty.'),
    photos: described(v.array(v.string()), 'Addresses of the pictures that the visitor took.'),
    city: described(v.string(), 'As submitted.'),
    street: described(v.string(), 'As submitted.'),
    lga: described(v.string(), 'As submitted: the local government area.'),
    state: described(v.string(), 'As submitted.'),
    country: described(v.string(), 'The country of the address.'),
    result: described(v.picklist(VISIT_RESULTS), 'Whether the business was found at the address.'),
    reason: described(v.nullable(v.string()), 'Why, as reported by the source; null when it gave no reason.'),
  }),
  'AddressVerificationData',
  'What the visit to an address found.',
);

const failureBody = component(
  v.object({ reason: described(v.nullable(v.string()), 'Why; null when the source gave no reason.') }),
  'AddressVerificationFailure',
  'Why the visit to an address was not possible.',
);

/** An address verification, as the API returns it. */
const addressBody = component(
  v.object({
    status: described(
      v.picklist(ADDRESS_STATUSES),
      '`failed` when the visit was not possible; then its price is refunded.',
    ),
    reference_id: described(v.string(), 'Its reference (`addr_`).'),
    data: v.optional(
      described(
        v.union([dataBody, failureBody]),
        'What the visit found, or why it was not possible; missing until then.',
      ),
    ),
  }),
  'AddressVerification',
  'The verification of a physical address by a visit.',
);

/** A body with an address verification under `entity`. */
export const addressResponse = v.object({ entity: addressBody });

/** Shows an address verification; `data` once its visit took place, or why it was not possible. */
export const addressView = (verification: AddressVerification) => {
  const { status, reference, result, firstName, lastName, phone } = verification;
  const { location, photos, city, street, lga, state, reason } = verification;
  if (status === 'failed') return { status, reference_id: reference, data: { reason } };
  if (status !== 'completed' || result === null) return { status, reference_id: reference };
  return {
    status,
    reference_id: reference,
    data: {
      applicant: { first_name: firstName, last_name: lastName, phone },
      location: location ?? '',
      photos,
      city,
      street,
      lga,
      state,
      country: COUNTRY,
      result,
      reason,
    },
  };
};
