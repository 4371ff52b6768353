import type { Condition } from '#shared/db/expressions';
import { type Hold, totalKobo } from './hold.ts';

/** Where a wallet stores a hold. */
export const holdPath = (holdId: string): string => `holds>${holdId}`;

/** The parts of a wallet's update that end these holds. */
export interface DroppedHolds {
  /** What `unheldKobo` grows by. */
  readonly freedKobo: number;
  readonly remove: readonly string[];
  /** Each of them is still there, so that none is freed twice. */
  readonly when: Condition;
}

/** Ends holds: those that are settled or released, and those whose lease has ended. */
export const droppedHolds = (holds: readonly Hold[]): DroppedHolds => {
  const remove = holds.map(({ id }) => holdPath(id));
  return {
    freedKobo: totalKobo(holds),
    remove,
    when: Object.fromEntries(remove.map((path) => [path, 'exists'] as const)),
  };
};
