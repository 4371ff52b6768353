import * as v from 'valibot';
import { wholeNumber } from '#shared/platform/whole-number';

/**
 * How long a hold reserves its amount: longer than any function of the API may run plus clock differences, so that it
 * outlasts its work. After a crash, the amount is free again when the lease ends.
 */
const HOLD_SECONDS = 40;

/** A reserved part of a balance that only its holder may spend, as a wallet stores it under its id. */
export const holdSchema = v.object({
  amountKobo: wholeNumber,
  /** When its lease ends, in milliseconds. */
  untilMs: v.number(),
});

/** A reservation. It moves no money and has no ledger entry. */
export interface Hold extends v.InferOutput<typeof holdSchema> {
  readonly id: string;
}

/** A new hold. @param id unique among those of its wallet. */
export const newHold = (id: string, amountKobo: number, nowMs: number): Hold => ({
  id,
  amountKobo,
  untilMs: nowMs + HOLD_SECONDS * 1000,
});

const isRunning = ({ untilMs }: Hold, nowMs: number): boolean => untilMs > nowMs;

/** The holds whose lease has not ended. */
export const runningHolds = (holds: readonly Hold[], nowMs: number): Hold[] =>
  holds.filter((hold) => isRunning(hold, nowMs));

/** The holds whose lease has ended. */
export const lapsedHolds = (holds: readonly Hold[], nowMs: number): Hold[] =>
  holds.filter((hold) => !isRunning(hold, nowMs));

/** The total that these holds reserve. */
export const totalKobo = (holds: readonly Hold[]): number => holds.reduce((sum, { amountKobo }) => sum + amountKobo, 0);

/** The total that holds reserve. */
export const heldKobo = (holds: readonly Hold[], nowMs: number): number => totalKobo(runningHolds(holds, nowMs));

/** These holds without one of them. */
export const withoutHold = (holds: readonly Hold[], holdId: string): Hold[] => holds.filter(({ id }) => id !== holdId);
