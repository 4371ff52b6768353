import type { Report } from '#shared/monitoring/vendors/plan-event';

/** Something that a check found to have changed: an event of its vendor. It names no person. */
export type Finding = Report;

/** The checks, as events name who found them. */
export const CHECK_AGENTS = {
  registry: 'registry_check',
  tax: 'tax_check',
  screening: 'screening_check',
} as const;

/**
 * How many checks in a row a record must be missing until that is an event: a source that forgets a record for a day has
 * not struck it off.
 */
export const MISSING_CHECKS = 3;
