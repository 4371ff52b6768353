import { DECISION_STATUSES } from './catalogue.ts';

const nameOf = (status: string): string => `applicant.${status}`;

/** The names in a widget's `webhookEvents` that have an effect: one for each outcome of a decision. */
export const DECISION_FILTERS: ReadonlySet<string> = new Set(DECISION_STATUSES.map(nameOf));

/**
 * Whether a widget's owner wants the event of a decision (interface: config.notifications). A list that names no
 * outcome filters nothing.
 */
export const wantsDecision = (webhookEvents: readonly string[], status: string): boolean => {
  const filter = webhookEvents.filter((name) => DECISION_FILTERS.has(name));
  return filter.length === 0 || filter.includes(nameOf(status));
};
