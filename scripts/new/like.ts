import { CONTRACTS } from '#functions/api/contracts';
import { UserError } from '#scripts/local-cloud/user-error';
import type { ProjectFiles } from './edits.ts';
import { type FunctionName, functionName } from './names.ts';

/** Replaces every name of one function by another's. */
const renamed = (text: string, from: FunctionName, to: FunctionName): string =>
  (['kebab', 'camel', 'pascal'] as const).reduce(
    (result, form) => result.replace(new RegExp(`(?<![\\w-])${from[form]}(?![\\w-])`, 'g'), to[form]),
    text,
  );

/** The route with its last word replaced, because no two endpoints share one. */
const ownRoute = (route: string, { kebab }: FunctionName): string => {
  const segments = route.split('/');
  const index = segments.findLastIndex((segment) => !segment.startsWith('{'));
  return segments.with(index, kebab).join('/');
};

/** The lines of an example, from its name to the end of its value. */
const exampleOf = (text: string, name: string): string => {
  const [entry] = new RegExp(`^  '${name}': (?:\\{[^\\n]*\\},|\\{\\n[\\s\\S]*?^  \\},)$`, 'm').exec(text) ?? [];
  if (entry === undefined) throw new UserError(`The group has no example for ${name}.`);
  return entry;
};

/** The texts of the files that a new endpoint starts from. */
export interface EndpointFiles {
  readonly contract: string;
  readonly handler: string;
  readonly test: string;
  readonly example: string;
}

/**
 * The files of an endpoint that does what a neighbour of its group does, under another name and on another route.
 *
 * @throws UserError when the group has no such endpoint, or it has no example or test of its own.
 */
export const filesLike = (files: ProjectFiles, group: string, name: FunctionName, like: string): EndpointFiles => {
  const neighbour = CONTRACTS.find((contract) => contract.group === group && contract.name === like);
  if (!neighbour) throw new UserError(`${group} has no endpoint ${like}. Choose one in functions/api/${group}/.`);
  const from = functionName(like);
  const taken = (path: string) => renamed(files.read(path), from, name);
  const test = `tests/integration/${group}/${like}.test.ts`;
  if (!files.exists(test)) throw new UserError(`${like} has no ${test}. Choose an endpoint with its own tests.`);
  return {
    contract: taken(`functions/api/${group}/${like}.contract.ts`).replace(
      `route: '${neighbour.route}'`,
      `route: '${ownRoute(neighbour.route, name)}'`,
    ),
    handler: taken(`functions/api/${group}/${like}.ts`),
    test: taken(test),
    example: renamed(exampleOf(files.read(`functions/api/${group}/examples.ts`), like), from, name),
  };
};
