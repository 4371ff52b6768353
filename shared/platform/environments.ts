import * as v from 'valibot';
import { component } from './described.ts';

/** The two environments (interface: Authentication, 9). */
export const ENVIRONMENTS = ['sandbox', 'live'] as const;

/** An environment of the closed list. */
export type Environment = (typeof ENVIRONMENTS)[number];

/** An environment, as the API accepts and returns it. */
export const environmentSchema = component(
  v.picklist(ENVIRONMENTS),
  'Environment',
  'The environment: `sandbox` to try things out with test money, or `live` for real business.',
);
