import type { ScreeningTopic } from './ports.ts';

/** What the names of an applicant ask of its whole assessment where sources are simulated; of real ones nothing. */
export interface Rehearsal {
  /** The outcome that is asked for, whatever the checks say. */
  readonly outcome?: 'rejected' | 'requires_review' | 'resubmission_requested';
  /** Hits, also on widgets that do not screen. */
  readonly hits: readonly ScreeningTopic[];
  /** Whether every source is to be down, also on widgets that ask none. */
  readonly isDown: boolean;
}

/** Nothing is asked for. */
export const NOTHING_REHEARSED: Rehearsal = { hits: [], isDown: false };

/**
 * What the names ask for. @param wasResubmitted whether a resubmission was requested before: that is asked for only
 * once.
 */
export type Rehearse = (names: readonly string[], wasResubmitted: boolean) => Rehearsal;
