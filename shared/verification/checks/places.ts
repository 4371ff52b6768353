import { normaliseMeterNumber } from '#shared/sources/formats';
import { type AddressFacts, METER_PROVIDERS, type MeterFacts, type MeterProvider } from '#shared/sources/ports';
import { textOf } from '#shared/verification/answer-values';
import { defined } from '#shared/verification/defined';
import {
  type Check,
  type CheckOutcome,
  failed,
  judged,
  type Lookup,
  type LookupContext,
  lookedUp,
  passed,
  review,
  withoutLookup,
  withoutVerdict,
} from './check.ts';

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

/** Looks a meter up at its distributor. */
export const lookUpMeter = async (
  sent: { readonly meterNumber: string; readonly provider: MeterProvider },
  { ports, signal, businessName }: LookupContext,
): Promise<Lookup<MeterFacts>> => {
  const meterNumber = normaliseMeterNumber(sent.meterNumber);
  if (meterNumber === undefined) return withoutLookup(failed('meter_malformed'));
  const answer = await ports.meter({ meterNumber, provider: sent.provider, ...defined({ businessName }) }, signal);
  return lookedUp(answer, failed('meter_not_found'), () => passed());
};

/** The distributor knows the meter of the bill. */
export const checkMeter: Check = async ({ answers, declared: { businessName }, ports, signal }) => {
  const provider = METER_PROVIDERS.find((known) => known === textOf(answers, 'provider'));
  if (provider === undefined) return withoutVerdict('input_missing');
  const meterNumber = textOf(answers, 'meterNumber') ?? '';
  return (await lookUpMeter({ meterNumber, provider }, { ports, signal, businessName })).outcome;
};
