import { addressResponse } from '#shared/addresses/address-view';
import { contract } from '#shared/http/contract';
import { COMPANY_FIRST_ROW, MESSAGE_CODE_ROW, MESSAGE_ROW } from '#shared/http/error-rows';
import { object } from '#shared/http/schemas/containers';
import { lookupText, text } from '#shared/http/schemas/texts';
import { described } from '#shared/platform/described';

const name = text(200, { minLength: 1, trim: true });
const phone = text(40, { minLength: 1, trim: true });
const place = text(300, { minLength: 1, trim: true });

/** Submits the address of a company, to be verified by a visit, for a fee. */
export const submitAddress = contract({
  name: 'submit-address',
  group: 'verification',
  method: 'POST',
  route: '/v1/physicalAddress',
  summary: 'Have a physical address verified',
  description:
    'Somebody visits the address. Debits the rate `address_verification`, within the monthly budget of the account: ' +
    'above it the response is 402 `MONTHLY_BUDGET_EXCEEDED`, whose `details` hold `capKobo`, `spentKobo`, ' +
    '`requestedKobo`, `remainingKobo`, `period` and `resetsAt`. Ends with `verification.address.completed`; a visit ' +
    'that is not possible is refunded. A session submits for `live`, an API key for its own environment.',
  caller: 'account',
  limit: 'addressSubmit',
  limitApplies: () => true,
  body: object({
    companyId: described(lookupText(100, { minLength: 1, trim: true }), 'A company of the caller (`cmp_`).'),
    business_name: described(name, 'The name that the business is known by at the address.'),
    business_mobile: described(phone, 'Its phone number.'),
    first_name: described(name, 'Whom to meet there.'),
    last_name: described(name, 'Whom to meet there.'),
    mobile: described(phone, 'The phone number of that person.'),
    street: described(place, 'House number and street.'),
    landmark: described(place, 'What is near, as it would be described to a visitor.'),
    lga: described(name, 'The local government area.'),
    city: described(name, 'The city or town.'),
    state: described(name, 'The state.'),
  }),
  success: { 200: addressResponse },
  errors: ['COMPANY_NOT_FOUND', 'MONTHLY_BUDGET_EXCEEDED', 'INSUFFICIENT_BALANCE', 'SOURCE_UNAVAILABLE'],
  errorRows: { 400: COMPANY_FIRST_ROW, 401: MESSAGE_ROW, 402: MESSAGE_CODE_ROW, 404: MESSAGE_ROW },
  idempotent: 'commit',
  links: [{ to: 'read-address', parameters: { reference_id: 'entity.reference_id' } }],
  touches: {
    reads: ['addressBudget', 'addressBudgetCap', 'company', 'rates', 'wallet'],
    writes: ['addressBudget', 'addressVerification', 'addressesOfCompany', 'outbox', 'wallet'],
    uses: ['addressBudget', 'sources'],
  },
});
