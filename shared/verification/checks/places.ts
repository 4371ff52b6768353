import { normaliseMeterNumber } from '#shared/sources/formats';
import { type AddressFacts, METER_PROVIDERS } from '#shared/sources/ports';
import { textOf } from '#shared/verification/answer-values';
import { defined } from '#shared/verification/defined';
import { type Check, type CheckOutcome, failed, judged, passed, review, withoutVerdict } from './check.ts';

const ADDRESS_OUTCOMES: Readonly<Record<AddressFacts['addressStatus'], CheckOutcome>> = {
  verified: passed(),
  not_verified: failed('address_not_verified'),
  pending: review('address_pending'),
  unreachable: withoutVerdict('address_unreachable'),
};

/** The business is found at its address. A visit that is still pending goes to review. */
export const checkAddress: Check = async ({ answers, declared: { businessName }, ports, signal }) => {
  const street = textOf(answers, 'street');
  const city = textOf(answers, 'city');
  const state = textOf(answers, 'state');
  if (street === undefined || city === undefined || state === undefined) return withoutVerdict('input_missing');
  const lga = textOf(answers, 'lga');
  const landmark = textOf(answers, 'landmark');
  const answer = await ports.address({ street, city, state, ...defined({ lga, landmark, businessName }) }, signal);
  return judged(answer, failed('address_not_verified'), ({ addressStatus }) => ADDRESS_OUTCOMES[addressStatus]);
};

/** The distributor knows the meter of the bill. */
export const checkMeter: Check = async ({ answers, declared: { businessName }, ports, signal }) => {
  const provider = METER_PROVIDERS.find((known) => known === textOf(answers, 'provider'));
  const meterNumber = normaliseMeterNumber(textOf(answers, 'meterNumber') ?? '');
  if (provider === undefined) return withoutVerdict('input_missing');
  if (meterNumber === undefined) return failed('meter_malformed');
  const answer = await ports.meter({ meterNumber, provider, ...defined({ businessName }) }, signal);
  return judged(answer, failed('meter_not_found'), () => passed());
};
