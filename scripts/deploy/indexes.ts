import type { Template } from './template.ts';

interface Index {
  readonly IndexName: string;
  readonly KeySchema?: unknown;
  readonly Projection?: unknown;
}

const indexesOf = (template: Template): ReadonlyMap<string, ReadonlyMap<string, string>> =>
  new Map(
    Object.entries(template.Resources ?? {})
      .filter(([, { Type }]) => Type === 'AWS::DynamoDB::Table')
      .map(([logicalId, { Properties = {} }]) => {
        const indexes = (Properties['GlobalSecondaryIndexes'] ?? []) as readonly Index[];
        const definitions = indexes.map(
          ({ IndexName, KeySchema, Projection }) => [IndexName, JSON.stringify([KeySchema, Projection])] as const,
        );
        return [logicalId, new Map(definitions)];
      }),
  );

/**
 * What CloudFormation refuses of changed indexes: an update of a table creates or deletes one, and an index keeps its
 * key and its projection (AWS CloudFormation User Guide, "AWS::DynamoDB::Table", GlobalSecondaryIndexes).
 */
export const indexProblems = (before: Template, after: Template): readonly string[] =>
  [...indexesOf(after)].flatMap(([logicalId, wanted]) => {
    const present = indexesOf(before).get(logicalId);
    if (!present) return [];
    const rekeyed = [...wanted].filter(([name, key]) => present.has(name) && present.get(name) !== key);
    const changed = [
      ...[...wanted.keys()].filter((name) => !present.has(name)),
      ...[...present.keys()].filter((name) => !wanted.has(name)),
    ];
    return [
      ...rekeyed.map(
        ([name]) =>
          `The index ${name} cannot change its key or projection. Add an index with another name, and remove ${name} later.`,
      ),
      ...(changed.length > 1
        ? [
            `A deploy adds or removes one index of a table, and this one would change ${changed.join(', ')}. Deploy ` +
              'one after another: add each, fill it, then the code that reads it; remove an index last.',
          ]
        : []),
    ];
  });
