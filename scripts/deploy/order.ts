import { exportsOf, importsOf, NO_TEMPLATE, namedResources, type Templates } from './template.ts';

/** Something that has to be done to one stack before another. */
interface Precedence {
  readonly first: string;
  readonly then: string;
  /** Why, as part of a sentence. */
  readonly because: string;
  /** Whether `cdk deploy --all` would do it in this order by itself. */
  readonly isUsual: boolean;
}

/** In which order stacks change. */
export interface Order {
  /** Stacks that are deployed, or removed if the app no longer has them, one after another before all others. */
  readonly early: readonly string[];
  /** Stacks that the app no longer has, and that are removed after all others, one after another. */
  readonly late: readonly string[];
  /** Why there is no such order: one line for each reason. */
  readonly problems: readonly string[];
}

const templateOf = (templates: Templates, stack: string) => templates.get(stack) ?? NO_TEMPLATE;

/** A stack gives up a name before another takes it: CloudFormation creates a name only where there is none. */
const movesOf = (before: Templates, after: Templates): Precedence[] => {
  const takers = new Map(
    [...after].flatMap(([stack, template]) => [...namedResources(template).keys()].map((name) => [name, stack])),
  );
  return [...before].flatMap(([first, template]) =>
    [...namedResources(template).keys()].flatMap((name) => {
      const then = takers.get(name);
      return then === undefined || then === first ? [] : [{ first, then, because: `${name} moves`, isUsual: false }];
    }),
  );
};

/** A stack stops importing a value before another stops exporting it: CloudFormation keeps what is imported. */
const releasesOf = (before: Templates, after: Templates): Precedence[] =>
  [...before].flatMap(([then, template]) => {
    const kept = exportsOf(templateOf(after, then));
    const removed = [...exportsOf(template)].filter((name) => !kept.has(name));
    return [...before].flatMap(([first, importing]) => {
      const imported = importsOf(importing);
      const name = removed.find((one) => imported.has(one));
      return name === undefined || first === then
        ? []
        : [{ first, then, because: `it imports ${name}`, isUsual: false }];
    });
  });

/** A stack exports a new value before another imports it. */
const needsOf = (before: Templates, after: Templates): Precedence[] => {
  const known = new Set([...before.values()].flatMap((template) => [...exportsOf(template)]));
  const exporters = new Map(
    [...after].flatMap(([stack, template]) => [...exportsOf(template)].map((name) => [name, stack])),
  );
  return [...after].flatMap(([then, template]) =>
    [...importsOf(template)].flatMap((name) => {
      const first = exporters.get(name);
      return first === undefined || known.has(name) ? [] : [{ first, then, because: `${name} is new`, isUsual: true }];
    }),
  );
};

/** A name that one stack gives to another resource of its own: CloudFormation would create it beside the first. */
const renamedIds = (before: Templates, after: Templates): string[] =>
  [...after].flatMap(([stack, template]) => {
    const known = namedResources(templateOf(before, stack));
    return [...namedResources(template)].flatMap(([name, logicalId]) => {
      const knownId = known.get(name);
      return knownId === undefined || knownId === logicalId
        ? []
        : [
            `${stack} would create ${name} while it still exists, because its logical id changes from ${knownId} to ` +
              `${logicalId}. Keep the id, or remove it in one deploy and add it in the next.`,
          ];
    });
  });

/** What has to precede a stack, directly or not. */
const ancestorsOf = (stack: string, edges: readonly Precedence[], found = new Set<string>()): Set<string> => {
  for (const { first, then } of edges) {
    if (then !== stack || found.has(first)) continue;
    found.add(first);
    ancestorsOf(first, edges, found);
  }
  return found;
};

/** Stacks so that each follows what has to precede it. They are in no cycle. */
const sorted = (stacks: readonly string[], edges: readonly Precedence[]): string[] => {
  const done = new Set<string>();
  const visit = (stack: string): void => {
    if (done.has(stack)) return;
    for (const { first, then } of edges) if (then === stack && stacks.includes(first)) visit(first);
    done.add(stack);
  };
  for (const stack of stacks) visit(stack);
  return [...done];
};

/**
 * In which order the stacks of a stage change, where the order in which they depend on each other does not do: when a
 * function, a route or another name moves between stacks, when an exported value goes, when a whole stack goes.
 */
export const orderOf = (before: Templates, after: Templates): Order => {
  const edges = [...movesOf(before, after), ...releasesOf(before, after), ...needsOf(before, after)];
  const cycles = edges.filter(({ first, then, isUsual }) => !isUsual && ancestorsOf(first, edges).has(then));
  const problems = [
    ...renamedIds(before, after),
    ...cycles.map(
      ({ first, then, because }) =>
        `${first} would have to be deployed before ${then} (${because}), and also after it. Make the change in two ` +
        'deploys: remove in the first, add in the second.',
    ),
  ];
  if (problems.length > 0) return { early: [], late: [], problems };
  const unusual = edges.filter(({ isUsual }) => !isUsual);
  const isGone = (stack: string): boolean => !after.has(stack);
  // Removing a stack holds up nobody, unless somebody takes a name of it.
  const early = new Set(unusual.filter(({ then }) => !isGone(then)).map(({ first }) => first));
  for (const stack of [...early]) for (const ancestor of ancestorsOf(stack, edges)) early.add(ancestor);
  const gone = [...before.keys()].filter((stack) => isGone(stack) && !early.has(stack));
  return { early: sorted([...early], edges), late: sorted(gone, edges), problems: [] };
};

/** Stacks in the order in which they can be removed: each before those whose values it imports. */
export const removalOrder = (before: Templates): readonly string[] =>
  sorted([...before.keys()], releasesOf(before, new Map()));
