import { safeJson } from './safe-text.ts';
import { type ApiObject, listing, table } from './table.ts';
import type { World } from './world.ts';

/** Whether the output is JSON: in a pipe, and where it is asked for. */
export const printsJson = ({ out }: World, options: { readonly json?: unknown }): boolean =>
  options.json === true || !out.isTerminal;

/** Prints an object: as lines for people, as JSON for programs. */
export const printObject = (world: World, options: { readonly json?: unknown }, object: ApiObject): void =>
  world.out.write(printsJson(world, options) ? `${safeJson(object, 2)}\n` : listing(object));

/** Prints objects: as a table for people, as a JSON array for programs. */
export const printObjects = (
  world: World,
  options: { readonly json?: unknown },
  objects: readonly ApiObject[],
): void => {
  if (printsJson(world, options)) world.out.write(`${safeJson(objects, 2)}\n`);
  else if (objects.length > 0) world.out.write(table(objects, world.out.columns));
  else world.err.write('There are none.\n');
};

/** Tells a person, but no program, what happens. */
export const say = ({ err }: World, sentence: string): void => {
  if (err.isTerminal) err.write(`${sentence}\n`);
};
