import type { ScreeningTopic } from '#shared/sources/ports';
import type { Rehearsal, Rehearse } from '#shared/sources/rehearsal';
import { nameOutcome, type ScenarioOutcome } from './scenarios.ts';

/** The outcomes that names can rehearse, in order of precedence. */
const REHEARSED_OUTCOMES: readonly (readonly [ScenarioOutcome, NonNullable<Rehearsal['outcome']>])[] = [
  ['resubmit', 'resubmission_requested'],
  ['reject', 'rejected'],
  ['review', 'requires_review'],
];

const TOPICS: readonly ScreeningTopic[] = ['sanctions', 'pep', 'adverse_media'];

/** Determines what the magic names among all names rehearse: none hides another. */
export const sandboxRehearsal: Rehearse = (names, wasResubmitted) => {
  const outcomes = names.map(nameOutcome).filter((outcome) => !(outcome === 'resubmit' && wasResubmitted));
  const [, outcome] = REHEARSED_OUTCOMES.find(([scenario]) => outcomes.includes(scenario)) ?? [];
  return {
    ...(outcome !== undefined && { outcome }),
    hits: TOPICS.filter((topic) => outcomes.includes(topic)),
    isDown: outcomes.includes('unavailable'),
  };
};
