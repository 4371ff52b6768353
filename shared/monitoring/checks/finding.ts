import type { Report } from '#shared/monitoring/vendors/plan-event';

/** Something that a check found to have changed: an event of its vendor. It names no person. */
export type Finding = Report;

/** The checks, as events name who found them. */
export const CHECK_AGENTS = {
  registry: 'registry_check',
  tax: 'tax_check',
  screening: 'screening_check',
} as const;
