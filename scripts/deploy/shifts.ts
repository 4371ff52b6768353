import type { Resource, Template } from './template.ts';

/*
 * On a stage that shifts traffic, the version before a deploy still answers calls for minutes after the resources around
 * it have changed. It keeps its code and its variables, which belong to a version. It has no role of its own.
 */

const ALIAS = 'AWS::Lambda::Alias';
const VERSION = 'AWS::Lambda::Version';

const resourcesOf = ({ Resources = {} }: Template): readonly [string, Resource][] => Object.entries(Resources);

/** The logical id of the function that an alias or a version belongs to. */
const functionOf = ({ Properties }: Resource): string =>
  (Properties?.['FunctionName'] as { Ref?: string } | undefined)?.Ref ?? '';

/** The aliases of a template that shift traffic. */
export const shiftedAliases = (template: Template): readonly string[] =>
  resourcesOf(template).flatMap(([id, { Type, UpdatePolicy }]) => (Type === ALIAS && UpdatePolicy ? [id] : []));

/** A template in which these aliases move all traffic at once. */
export const movingAtOnce = (template: Template, aliases: readonly string[]): Template => ({
  ...template,
  Resources: Object.fromEntries(
    resourcesOf(template).map(([id, resource]) => {
      if (!aliases.includes(id)) return [id, resource];
      const { UpdatePolicy, ...others } = resource;
      return [id, others];
    }),
  ),
});

interface Statement {
  readonly Action?: string | readonly string[];
  readonly Resource?: unknown;
  readonly Condition?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

/** Every single permission of a role: an action on a resource, under one value of each condition. */
const permissionsOf = (role: Resource | undefined): ReadonlySet<string> => {
  const policies = (role?.Properties?.['Policies'] ?? []) as readonly {
    readonly PolicyDocument: { readonly Statement: readonly Statement[] };
  }[];
  const statements = policies.flatMap(({ PolicyDocument }) => PolicyDocument.Statement);
  return new Set(
    statements.flatMap(({ Action = [], Resource: resource, Condition = {} }) => {
      const conditions = Object.entries(Condition).flatMap(([operator, values]) =>
        Object.entries(values).flatMap(([key, value]) => [value].flat().map((one) => [operator, key, one])),
      );
      return [Action]
        .flat()
        .flatMap((action) =>
          [resource]
            .flat()
            .flatMap((one) =>
              (conditions.length === 0 ? [null] : conditions).map((condition) =>
                JSON.stringify([action, one, condition]),
              ),
            ),
        );
    }),
  );
};

/** The permissions of the function that an alias calls. */
const permissionsBehind = (template: Template, alias: Resource): ReadonlySet<string> => {
  const target = template.Resources?.[functionOf(alias)];
  const role = target?.Properties?.['Role'] as { readonly 'Fn::GetAtt'?: readonly string[] } | undefined;
  return permissionsOf(template.Resources?.[role?.['Fn::GetAtt']?.[0] ?? '']);
};

/**
 * The aliases that have to move at once, because a deploy takes a permission away that the version before may need: its
 * calls would fail for as long as it still gets some.
 */
export const hastyAliases = (before: Template, after: Template): readonly string[] =>
  shiftedAliases(after).filter((id) => {
    const [old, next] = [before.Resources?.[id], after.Resources?.[id]];
    if (!old || !next) return false;
    const kept = permissionsBehind(after, next);
    return [...permissionsBehind(before, old)].some((permission) => !kept.has(permission));
  });

/**
 * Functions of which a new version would be published although nothing of them changes, as after an update of the CDK.
 * Lambda publishes none, and CloudFormation fails (AWS Lambda Developer Guide, "Manage Lambda function versions").
 */
export const versionProblems = (stack: string, before: Template, after: Template): readonly string[] =>
  resourcesOf(after).flatMap(([id, resource]) => {
    if (resource.Type !== VERSION || before.Resources?.[id]) return [];
    const name = functionOf(resource);
    const hadVersion = resourcesOf(before).some(([, one]) => one.Type === VERSION && functionOf(one) === name);
    const [old, next] = [before, after].map(({ Resources }) => JSON.stringify(Resources?.[name]?.Properties));
    return hadVersion && old === next
      ? [
          `${stack} would publish a version of ${name} that has nothing new, which Lambda refuses. Change something of ` +
            'the function in the same deploy, such as its description.',
        ]
      : [];
  });
