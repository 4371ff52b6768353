import type { Stack } from '#scripts/local-cloud/stack';
import { fillPlaceholders } from '#tests/support/fill-placeholders';
import { SEEDS, SIGNATURES } from './seeds.ts';
import { sampleWorld } from './world.ts';

/** A sample event with existing data, and what was created for it. */
export interface PreparedSample {
  readonly event: unknown;
  /** The created data by placeholder. */
  readonly made: Readonly<Record<string, string>>;
}

/**
 * Replaces the placeholders of a sample event, and first creates their data on the running deployment: `<WIDGET_ID>`
 * becomes the id of a new widget of a new account. Reads this process's environment.
 *
 * @throws UserError for an unknown placeholder.
 */
export const prepareSample = async (text: string, stack: Stack): Promise<PreparedSample> => {
  const world = sampleWorld(stack);
  const seeds = Object.fromEntries(Object.entries(SEEDS).map(([name, seed]) => [name, () => seed(world)]));
  const filled = await fillPlaceholders(text, { seeds, signatures: SIGNATURES });
  return { event: JSON.parse(filled.text), made: filled.values };
};
