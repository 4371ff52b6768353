import * as v from 'valibot';
import { wholeNumber } from '#shared/platform/whole-number';

/**
 * How long a hold reserves its amount: longer than any function of the API may run plus clock differences, so that it
 * outlasts its work. After a crash, the amount is free again when the lease ends.
 */
const HOLD_SECONDS = 40;

/** A reserved part of a balance that only its holder may spend, as a wallet stores it. */
export const holdSchema = v.object({
  id: v.string(),
  amountKobo: wholeNumber,
  /** When its lease ends, in milliseconds. */
  untilMs: v.number(),
});

/** A reservation. It moves no money and has no ledger entry. */
export type Hold = v.InferOutput<typeof holdSchema>;

/** The holds of a wallet, and the count of their changes. */
export interface HoldsOfWallet {
  readonly holds: readonly Hold[];
  readonly holdChangeCount: number;
}

/** A new hold. @param id unique among those of its wallet. */
export const newHold = (id: string, amountKobo: number, nowMs: number): Hold => ({
  id,
  amountKobo,
  untilMs: nowMs + HOLD_SECONDS * 1000,
});

/** The holds whose lease has not ended. */
export const runningHolds = (holds: readonly Hold[], nowMs: number): Hold[] =>
  holds.filter(({ untilMs }) => untilMs > nowMs);

/** The total that holds reserve. */
export const heldKobo = (holds: readonly Hold[], nowMs: number): number =>
  runningHolds(holds, nowMs).reduce((sum, { amountKobo }) => sum + amountKobo, 0);

/** The attributes of a wallet after one of its holds is removed. */
export const withoutHold = ({ holds, holdChangeCount }: HoldsOfWallet, holdId: string) => ({
  holds: holds.filter(({ id }) => id !== holdId),
  holdChangeCount: holdChangeCount + 1,
});
