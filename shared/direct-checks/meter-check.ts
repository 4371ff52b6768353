import type { MeterFacts, MeterProvider } from '#shared/sources/ports';
import type { CheckOutcome } from '#shared/verification/checks/check';
import { type DirectCheckKind, hasPassed } from './direct-check.ts';

/** The check of a meter, by its number only or with its bill. */
export const METER_CHECK = {
  moduleId: 'utility_bill_verification',
  event: 'verification.utility_bill.completed',
  source: 'meter',
} as const satisfies DirectCheckKind;

/** A checked meter. */
export interface CheckedMeter {
  readonly number: string;
  readonly provider: MeterProvider;
}

/** The result of a meter's check (interface: Utility bill verification result). */
export const meterResult = (
  { number: meterNumber, provider }: CheckedMeter,
  outcome: CheckOutcome,
  facts: MeterFacts | undefined,
) => ({
  billInfo: { meterNumber, provider, billDate: '' },
  verificationResult: { status: hasPassed(outcome), address: facts?.address ?? '', provider, meterNumber },
});
