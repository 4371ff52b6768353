import type { Report } from '#shared/monitoring/vendors/plan-event';

/** A change that a check found: an event of its vendor. It names no person. */
export type Finding = Report;

/** The names of the checks, as events show them. */
export const CHECK_AGENTS = {
  registry: 'registry_check',
  tax: 'tax_check',
  screening: 'screening_check',
} as const;
