import { labelOf, type Resource, type Template, type Templates } from './template.ts';

const QUEUE = 'AWS::SQS::Queue';

const resourcesOf = ({ Resources = {} }: Template): readonly [string, Resource][] => Object.entries(Resources);

/** The names by which other stacks import what belongs to a resource. */
const exportsOfResource = ({ Outputs = {} }: Template, id: string): readonly string[] =>
  Object.values(Outputs).flatMap(({ Value, Export }) =>
    JSON.stringify(Value)?.includes(`"${id}"`) && typeof Export?.Name === 'string' ? [Export.Name] : [],
  );

/** The functions and rules of a template that may put messages on a queue, known by any of these references to it. */
const sendersIn = (template: Template, references: readonly string[]): readonly string[] => {
  const refers = (value: unknown): boolean => {
    const text = JSON.stringify(value) ?? '';
    return references.some((reference) => text.includes(`"${reference}"`));
  };
  const roles = new Set(
    resourcesOf(template).flatMap(([id, { Type, Properties }]) => {
      const statements = (
        (Properties?.['Policies'] ?? []) as readonly { PolicyDocument: { Statement: readonly unknown[] } }[]
      ).flatMap(({ PolicyDocument }) => PolicyDocument.Statement);
      const sends = statements.some((one) => refers(one) && JSON.stringify(one).includes('"sqs:SendMessage"'));
      return Type === 'AWS::IAM::Role' && sends ? [id] : [];
    }),
  );
  const readers = resourcesOf(template)
    .filter(([, { Type, Properties }]) => Type === 'AWS::Lambda::EventSourceMapping' && refers(Properties))
    .map(([, { Properties }]) => (Properties?.['FunctionName'] as { Ref?: string } | undefined)?.Ref);
  return resourcesOf(template).flatMap(([id, resource]) => {
    const { Type, Properties = {} } = resource;
    const role = (Properties['Role'] as { 'Fn::GetAtt'?: readonly string[] } | undefined)?.['Fn::GetAtt']?.[0];
    const isSender =
      (Type === 'AWS::Lambda::Function' && roles.has(role ?? '') && !readers.includes(id)) ||
      (Type === 'AWS::Events::Rule' && refers(Properties['Targets']));
    return isSender ? [labelOf(id, resource)] : [];
  });
};

/**
 * How a queue is removed, or replaced by another, without losing a message: one line for each queue.
 *
 * @param queues what they are called.
 * @param before the templates that the stage runs.
 */
export const queueSteps = (queues: readonly string[], before: Templates): readonly string[] =>
  [...before].flatMap(([stack, template]) =>
    resourcesOf(template)
      .filter(([id, resource]) => resource.Type === QUEUE && queues.includes(labelOf(id, resource)))
      .map(([id, resource]) => {
        const exported = exportsOfResource(template, id);
        const senders = [...before].flatMap(([other, one]) => sendersIn(one, other === stack ? [id] : exported));
        const first =
          senders.length === 0
            ? 'Nothing sends to it any more.'
            : `First deploy what does not send to it (${senders.join(', ')} still may), perhaps to a new queue beside it.`;
        return `The queue ${labelOf(id, resource)}: ${first} Wait until it is empty, then remove it.`;
      }),
  );
