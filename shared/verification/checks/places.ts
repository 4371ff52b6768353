import { normaliseMeterNumber } from '#shared/sources/formats';
import { METER_PROVIDERS, type MeterFacts, type MeterProvider } from '#shared/sources/ports';
import { textOf } from '#shared/verification/answer-values';
import { defined } from '#shared/verification/defined';
import { evidenceFields } from '#shared/verification/evidence-fields';
import {
  type Check,
  type CheckOutcome,
  failed,
  judgeResult,
  type Lookup,
  type LookupContext,
  lookedUp,
  passed,
  review,
  withoutLookup,
  withoutVerdict,
} from './check.ts';

const VISIT_OUTCOMES: Readonly<Record<'verified' | 'not_verified', CheckOutcome>> = {
  verified: passed(),
  not_verified: failed('address_not_verified'),
};

/** A pending visit has no result yet. */
const PENDING = review('address_pending');

/**
 * Passes if a visit finds the business at its address. It books the visit, unless that was done before. The verdict
 * follows when the visit ends, days later.
 */
export const checkAddress: Check = async ({ visit, ports, signal }) => {
  if (visit === undefined) return withoutVerdict('input_missing');
  const { reference, place, isBooked, ended } = visit;
  if (ended !== undefined) return VISIT_OUTCOMES[ended];
  if (isBooked) return PENDING;
  const notPossible = withoutVerdict('address_unreachable');
  const answer = await ports.visits({ reference, ...place }, signal);
  return judgeResult(answer, {
    // A booking is no evidence; the record of the visit is, once it has ended.
    compared: {},
    answered: () => ({}),
    notFound: notPossible,
    judge: ({ visitStatus, result, simulatedResult }) => {
      if (visitStatus === 'not_possible') return notPossible;
      return { ...PENDING, booked: { simulatedResult: simulatedResult ?? result } };
    },
  });
};

/** Looks a meter up at its distributor. */
export const lookUpMeter = async (
  sent: { readonly meterNumber: string; readonly provider: MeterProvider },
  { ports, signal, businessName }: LookupContext,
): Promise<Lookup<MeterFacts>> => {
  const meterNumber = normaliseMeterNumber(sent.meterNumber);
  if (meterNumber === undefined) return withoutLookup(failed('meter_malformed'));
  const answer = await ports.meter({ meterNumber, provider: sent.provider, ...defined({ businessName }) }, signal);
  return lookedUp(answer, {
    compared: evidenceFields({ meterNumber, provider: sent.provider }),
    answered: ({ address }) => evidenceFields({ address }),
    notFound: failed('meter_not_found'),
    judge: () => passed(),
  });
};

/** Passes if the distributor has the meter of the bill. */
export const checkMeter: Check = async ({ answers, declared: { businessName }, ports, signal }) => {
  const provider = METER_PROVIDERS.find((known) => known === textOf(answers, 'provider'));
  if (provider === undefined) return withoutVerdict('input_missing');
  const meterNumber = textOf(answers, 'meterNumber') ?? '';
  return (await lookUpMeter({ meterNumber, provider }, { ports, signal, businessName })).outcome;
};
