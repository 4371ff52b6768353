import { addressResponse } from '#shared/addresses/address-view';
import { contract } from '#shared/http/contract';
import { COMPANY_FIRST_ROW, MESSAGE_CODE_ROW, MESSAGE_ROW } from '#shared/http/error-rows';
import { object } from '#shared/http/schemas/containers';
import { lookupText, text } from '#shared/http/schemas/texts';
import { described } from '#shared/platform/described';

const name = text(200, { minLength: 1, trim: true });
const phone = text(40, { minLength: 1, trim: true });
const place = text(300, { minLength: 1, trim: true });

/** Submits the address of a company for verification by a visit, for a fee. */
export const submitAddress = contract({
  name: 'submit-address',
  group: 'verification',
  method: 'POST',
  route: '/v1/physicalAddress',
  summary: 'Verify a physical address',
  description:
    'Requests a visit to the address and debits the rate `address_verification`, which must fit into the ' +
    'monthly budget of the account. If it does not, the response is 402 `MONTHLY_BUDGET_EXCEEDED`, with ' +
    '`capKobo`, `spentKobo`, `requestedKobo`, `remainingKobo`, `period` and `resetsAt` in `details`. When ' +
    'the verification ends, `verification.address.completed` is sent. If the visit is not possible, the fee ' +
    'is refunded. A session submits addresses in `live`; an API key submits them in its own environment.',
  caller: 'account',
  limit: 'addressSubmit',
  limitApplies: () => true,
  body: object({
    companyId: described(lookupText(100, { minLength: 1, trim: true }), 'The id of your company (`cmp_`).'),
    business_name: described(name, 'The name of the business as known at the address.'),
    business_mobile: described(phone, 'The phone number of the business.'),
    first_name: described(name, 'The first name of the contact at the address.'),
    last_name: described(name, 'The last name of the contact at the address.'),
    mobile: described(phone, 'The phone number of the contact.'),
    street: described(place, 'The house number and street.'),
    landmark: described(place, 'A nearby landmark, described so that a visitor can find it.'),
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
