import type { Stack } from '#scripts/local-cloud/stack';
import { UserError } from '#scripts/local-cloud/user-error';
import { placeholdersIn, withValues } from '#shared/http/request-example';
import { withPaystackKey } from './paystack.ts';
import { SEEDS, SIGNATURES } from './seeds.ts';
import { type SampleWorld, sampleWorld } from './world.ts';

const isIn = <T extends object>(names: T, name: string): name is Extract<keyof T, string> => Object.hasOwn(names, name);

/** Creates one after the other: what several depend on is created once. */
const seeded = async (names: readonly string[], world: SampleWorld): Promise<Record<string, string>> => {
  const values: Record<string, string> = {};
  for (const name of names) if (isIn(SEEDS, name)) values[name] = await SEEDS[name](world);
  return values;
};

const signed = async (text: string): Promise<Record<string, string>> => {
  const names = placeholdersIn(text).filter((name) => isIn(SIGNATURES, name));
  if (names.length === 0) return {};
  Object.assign(process.env, await withPaystackKey());
  const { body = '' } = JSON.parse(text) as { body?: string };
  return Object.fromEntries(names.map((name) => [name, isIn(SIGNATURES, name) ? SIGNATURES[name](body) : '']));
};

/** A sample event with existing data, and what was created for it. */
export interface PreparedSample {
  readonly event: unknown;
  /** By placeholder. */
  readonly made: Readonly<Record<string, string>>;
}

/**
 * Replaces the placeholders of a sample event, creating their data on the running deployment first: `<WIDGET_ID>`
 * becomes the id of a new widget of a new account. Reads this process's environment.
 *
 * @throws UserError for an unknown placeholder.
 */
export const prepareSample = async (text: string, stack: Stack): Promise<PreparedSample> => {
  const names = placeholdersIn(text);
  const unknown = names.find((name) => !isIn(SEEDS, name) && !isIn(SIGNATURES, name));
  if (unknown !== undefined)
    throw new UserError(
      `Unknown placeholder <${unknown}>: choose from ${Object.keys({ ...SEEDS, ...SIGNATURES }).join(', ')}.`,
    );
  const made = await seeded(names, sampleWorld(stack));
  const filled = withValues(text, made);
  const signatures = await signed(filled);
  return { event: JSON.parse(withValues(filled, signatures)), made: { ...made, ...signatures } };
};
