import type { ScreeningTopic } from './ports.ts';

/**
 * What an applicant's magic names rehearse for its whole assessment, if sources are simulated; nothing if they are
 * real.
 */
export interface Rehearsal {
  /** The requested outcome, whatever the checks find. */
  readonly outcome?: 'rejected' | 'requires_review' | 'resubmission_requested';
  /** Requested hits, even for widgets that do not screen. */
  readonly hits: readonly ScreeningTopic[];
  /** Whether every source is to be down, even for widgets that use none. */
  readonly isDown: boolean;
}

/** No rehearsal. */
export const NOTHING_REHEARSED: Rehearsal = { hits: [], isDown: false };

/**
 * Determines what names rehearse. @param wasResubmitted whether a resubmission was requested before: it is rehearsed
 * only once.
 */
export type Rehearse = (names: readonly string[], wasResubmitted: boolean) => Rehearsal;
