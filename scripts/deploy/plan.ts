import { changesOf, type LostResource, type StackChanges } from './changes.ts';
import { indexProblems } from './indexes.ts';
import { orderOf } from './order.ts';
import { queueSteps } from './queues.ts';
import { versionProblems } from './shifts.ts';
import { mayAdopt, NO_TEMPLATE, statefulResources, type Template, type Templates } from './template.ts';

/** A stack as CloudFormation has it. */
export interface PresentStack {
  readonly name: string;
  /** CloudFormation's own name of its status. */
  readonly status: string;
  readonly isProtected: boolean;
  readonly outputs: Readonly<Record<string, string>>;
  readonly template: Template;
}

/** A stack as the app describes it. */
export interface WantedStack {
  readonly name: string;
  readonly isProtected: boolean;
  readonly template: Template;
}

/** What a deploy does. */
export interface Plan {
  /** Stacks of which a failed first deploy left no more than the name. They are removed before anything else. */
  readonly failed: readonly string[];
  /** Stacks that are deployed, or removed, one after another before all others. */
  readonly early: readonly string[];
  /** Stacks that are removed at the end. */
  readonly late: readonly string[];
  /** Every stack that the app no longer has. */
  readonly removed: readonly { readonly stack: string; readonly resourceCount: number }[];
  readonly changes: readonly StackChanges[];
  readonly unchangedCount: number;
  /** What holds data and is deleted, replaced or left behind, by what it is called. */
  readonly losses: readonly string[];
  /** How the queues among them go without losing a message, a line each. */
  readonly queueSteps: readonly string[];
  /** Whether what earlier deployments have left may be in the way of new resources. */
  readonly mayAdopt: boolean;
  /** Why it cannot be done, one line each. */
  readonly problems: readonly string[];
}

/** The statuses of a stack that was never complete. CloudFormation can only delete it. */
const FAILED_FIRST = /^(CREATE_FAILED|ROLLBACK_COMPLETE|ROLLBACK_FAILED|REVIEW_IN_PROGRESS)$/;

const statusProblem = ({ name, status }: PresentStack): string[] => {
  if (FAILED_FIRST.test(status)) return [];
  if (status.endsWith('_IN_PROGRESS'))
    return [`${name} is being changed (${status}). Wait until that has ended, then run the command again.`];
  if (status === 'DELETE_FAILED')
    return [`${name} could not be deleted. Finish that with --destroy, or in the CloudFormation console.`];
  if (status === 'UPDATE_ROLLBACK_FAILED')
    return [
      `${name} could not be rolled back (${status}). Mend what its events name in the CloudFormation console, choose ` +
        '"Continue update rollback" there, then run the command again.',
    ];
  return [];
};

/**
 * CloudFormation creates the new resource beside the old one, so it replaces none whose name is fixed (AWS CloudFormation
 * User Guide, "Name type").
 */
const replacementProblem = ({ type, label }: LostResource): string =>
  `${type} ${label} would be replaced, and CloudFormation replaces nothing that keeps its name. Add one with another ` +
  'name beside it, and remove it in a later deploy.';

/** What a deploy does to a stage: pure, so that every rule of it is tested on templates. */
export const planOf = (present: readonly PresentStack[], wanted: readonly WantedStack[]): Plan => {
  const failed = present.filter(({ status }) => FAILED_FIRST.test(status));
  const complete = present.filter((stack) => !failed.includes(stack));
  const before: Templates = new Map(complete.map(({ name, template }) => [name, template]));
  const after: Templates = new Map(wanted.map(({ name, template }) => [name, template]));
  const order = orderOf(before, after);
  const isProtected = new Map(complete.map(({ name, isProtected }) => [name, isProtected]));
  const changes = wanted.flatMap((stack): StackChanges[] => {
    const found = changesOf(stack.name, before.get(stack.name), stack.template);
    if (found) return [found];
    if (isProtected.get(stack.name) === stack.isProtected) return [];
    return [{ stack: stack.name, isNew: false, addedCount: 0, updatedCount: 0, lost: [], permissions: '' }];
  });
  const gone = complete.filter(({ name }) => !after.has(name));
  const losses = [
    ...changes.flatMap(({ lost }) => lost.filter(({ isStateful }) => isStateful).map(({ label }) => label)),
    ...gone.flatMap(({ template }) => statefulResources(template)),
  ];
  return {
    failed: failed.map(({ name }) => name),
    early: order.early,
    late: order.late,
    removed: gone.map(({ name, template }) => ({
      stack: name,
      resourceCount: Object.keys(template.Resources ?? {}).length,
    })),
    changes,
    unchangedCount: wanted.length - changes.length,
    losses,
    queueSteps: queueSteps(losses, before),
    mayAdopt: wanted.some(({ name, template }) => mayAdopt(before.get(name) ?? NO_TEMPLATE, template)),
    problems: [
      ...present.flatMap(statusProblem),
      ...order.problems,
      ...changes.flatMap(({ lost }) => lost.filter(({ keepsName }) => keepsName)).map(replacementProblem),
      ...wanted.flatMap(({ name, template }) => indexProblems(before.get(name) ?? NO_TEMPLATE, template)),
      ...wanted.flatMap(({ name, template }) => versionProblems(name, before.get(name) ?? NO_TEMPLATE, template)),
    ],
  };
};

/** Whether a plan leaves everything as it is. */
export const isNothing = ({ failed, changes, removed }: Plan): boolean =>
  failed.length === 0 && changes.length === 0 && removed.length === 0;

const SIGNS = { deleted: '-', replaced: '±', 'perhaps replaced': '±', 'kept outside of its stack': '-' } as const;

const changeLines = ({ stack, isNew, addedCount, updatedCount, lost, permissions }: StackChanges): string[] => {
  const counts = [
    [addedCount, 'added'],
    [updatedCount, 'changed'],
    [lost.length, 'replaced or deleted'],
  ] as const;
  const summary = counts.filter(([count]) => count > 0).map(([count, what]) => `${count} ${what}`);
  return [
    `  ${stack}: ${isNew ? `new, ${addedCount} resources` : summary.join(', ') || 'settings of the stack'}`,
    ...lost.map(
      ({ type, label, fate, isStateful: holdsData }) =>
        `    ${SIGNS[fate]} ${type} ${label}: ${fate}${holdsData ? ', WITH ITS DATA' : ''}`,
    ),
    ...(permissions === '' ? [] : permissions.trimEnd().split('\n')).map((line) => `    ${line}`),
  ];
};

/** The plan as the person at the terminal reads it. */
export const planText = (plan: Plan): string =>
  [
    ...plan.failed.map((stack) => `  ${stack}: removed first, a deploy of it has failed`),
    ...plan.changes.flatMap(changeLines),
    ...plan.removed.map(({ stack, resourceCount }) => `  ${stack}: removed, ${resourceCount} resources`),
    ...(plan.early.length > 0 ? [`  Before all others, because names move: ${plan.early.join(', ')}`] : []),
    `  Stacks that do not change: ${plan.unchangedCount}`,
  ].join('\n');
