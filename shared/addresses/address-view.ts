import * as v from 'valibot';
import { component, described } from '#shared/platform/described';
import { VISIT_RESULTS } from './address-outcome.ts';
import { ADDRESS_STATUSES } from './address-states.ts';
import type { AddressVerification } from './address-verification.ts';

/** Visits are made in this country only. */
const COUNTRY = 'Nigeria';

const dataBody = component(
  v.object({
    applicant: described(
      v.object({
        first_name: described(v.string(), 'The first name of the contact, as submitted.'),
        last_name: described(v.string(), 'The last name of the contact, as submitted.'),
        phone: described(v.string(), 'The phone number of the contact, in E.164 format if it is a valid number.'),
      }),
      'The contact at the address.',
    ),
    location: described(v.string(), 'The location of the visitor, as reported by the source. May be empty.'),
    photos: described(v.array(v.string()), 'The URLs of the photos that the visitor took.'),
    city: described(v.string(), 'The city or town, as submitted.'),
    street: described(v.string(), 'The house number and street, as submitted.'),
    lga: described(v.string(), 'The local government area, as submitted.'),
    state: described(v.string(), 'The state, as submitted.'),
    country: described(v.string(), 'The country of the address.'),
    result: described(v.picklist(VISIT_RESULTS), 'Whether the business was found at the address.'),
    reason: described(
      v.nullable(v.string()),
      'The reason for the result, as reported by the source. Null if the source gave none.',
    ),
  }),
  'AddressVerificationData',
  'The findings of a visit to an address.',
);

const failureBody = component(
  v.object({
    reason: described(v.nullable(v.string()), 'The reason, as reported by the source. Null if the source gave none.'),
  }),
  'AddressVerificationFailure',
  'Why the visit to an address was not possible.',
);

/** An address verification, as the API returns it. */
const addressBody = component(
  v.object({
    status: described(
      v.picklist(ADDRESS_STATUSES),
      'The status of the verification. `failed` if the visit was not possible; the fee is then refunded.',
    ),
    reference_id: described(v.string(), 'The reference of the verification (`addr_`).'),
    data: v.optional(
      described(
        v.union([dataBody, failureBody]),
        'The findings of the visit, or the reason why it was not possible. Missing while the visit is pending.',
      ),
    ),
  }),
  'AddressVerification',
  'A verification of a physical address by a visit.',
);

/** A body with an address verification under `entity`. */
export const addressResponse = v.object({ entity: addressBody });

/** Shows an address verification, with `data` once its visit took place, or with the reason why it was not possible. */
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
