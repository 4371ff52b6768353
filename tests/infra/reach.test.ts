import { describe, expect, test } from 'vitest';
import { actionsOf, resourcesOf, type Statement, type SynthesizedStage, synthesize } from './synthesis.ts';

/** An AWS service that must reach one of the stage's topics or queues, as resource policies identify it. */
interface Reach {
  /** The sender: what in the templates sends. */
  readonly from: string;
  readonly service: string;
  readonly action: string;
  /** The topic or queue that it sends to, as its template names it. */
  readonly to: unknown;
  readonly stack: string;
}

/** `<stack> <logical id>` of the resource that a template's value refers to, even in another stack. */
const named = (stage: SynthesizedStage, stack: string, value: unknown): string => {
  const reference = value as { Ref?: string; 'Fn::GetAtt'?: [string, string]; 'Fn::ImportValue'?: string };
  const id = reference.Ref ?? reference['Fn::GetAtt']?.[0];
  if (id !== undefined) return `${stack} ${id}`;
  const exported = reference['Fn::ImportValue'];
  for (const [owner, { Outputs = {} }] of Object.entries(stage.stacks)) {
    const output = Object.values(Outputs).find(({ Export }) => Export !== undefined && Export.Name === exported);
    if (output) return named(stage, owner, output.Value);
  }
  throw new Error(`No stack exports ${JSON.stringify(value)}`);
};

/** Everything in a stage that an AWS service sends by itself, without the role of one of the functions. */
const reachesOf = (stage: SynthesizedStage): readonly Reach[] => [
  ...resourcesOf(stage, 'AWS::CloudWatch::Alarm').flatMap(({ id, stack, Properties }) =>
    [...Properties.AlarmActions, ...Properties.OKActions].map((to: unknown) => ({
      ...{ from: id, service: 'cloudwatch.amazonaws.com', action: 'sns:Publish', to, stack },
    })),
  ),
  ...resourcesOf(stage, 'AWS::Events::Rule').flatMap(({ id, stack, Properties }) =>
    (Properties.Targets as { Arn: unknown; SqsParameters?: unknown; DeadLetterConfig?: { Arn: unknown } }[])
      .flatMap(({ Arn, DeadLetterConfig }) => [Arn, ...(DeadLetterConfig ? [DeadLetterConfig.Arn] : [])])
      .filter((to) => !named(stage, stack, to).includes('function'))
      .map((to) => ({ from: id, service: 'events.amazonaws.com', action: 'sqs:SendMessage', to, stack })),
  ),
  ...resourcesOf(stage, 'AWS::SNS::Subscription')
    .filter(({ Properties }) => Properties.Protocol === 'sqs')
    .map(({ id, stack, Properties }) => ({
      ...{ from: id, service: 'sns.amazonaws.com', action: 'sqs:SendMessage', to: Properties.Endpoint, stack },
    })),
  ...resourcesOf(stage, 'AWS::SES::ConfigurationSetEventDestination').flatMap(({ id, stack, Properties }) => {
    const to: unknown = Properties.EventDestination.SnsDestination?.TopicARN;
    return to === undefined ? [] : [{ from: id, service: 'ses.amazonaws.com', action: 'sns:Publish', to, stack }];
  }),
];

/** The statements of the policies of a topic or a queue. */
const policyOf = (stage: SynthesizedStage, target: string): readonly (Statement & { Principal: unknown })[] =>
  [...resourcesOf(stage, 'AWS::SNS::TopicPolicy'), ...resourcesOf(stage, 'AWS::SQS::QueuePolicy')]
    .filter(({ stack, Properties }) =>
      [...(Properties.Topics ?? []), ...(Properties.Queues ?? [])].some((one) => named(stage, stack, one) === target),
    )
    .flatMap(({ Properties }) => Properties.PolicyDocument.Statement);

const isAllowed = (stage: SynthesizedStage, { service, action, to, stack }: Reach): boolean =>
  policyOf(stage, named(stage, stack, to)).some(
    (statement) =>
      statement.Effect === 'Allow' &&
      actionsOf(statement).includes(action) &&
      (statement.Principal as { Service?: string }).Service === service &&
      // Only for the account's own resources, because the services send for every AWS account.
      /aws:Source(Account|Arn)/.test(JSON.stringify(statement.Condition ?? {})),
  );

describe.each(['dev', 'staging', 'prod'] as const)('%s', (name) => {
  const stage = synthesize(name);
  const reaches = reachesOf(stage);

  test('lets alarms reach people, and events and mail reports their queues', () => {
    expect(
      reaches.filter((reach) => !isAllowed(stage, reach)).map(({ from, service }) => `${service}: ${from}`),
    ).toEqual([]);
    const services = new Set(reaches.map(({ service }) => service));
    expect([...services].sort()).toEqual([
      'cloudwatch.amazonaws.com',
      'events.amazonaws.com',
      'ses.amazonaws.com',
      'sns.amazonaws.com',
    ]);
  });

  test('lets nobody else in: every other statement of a topic or a queue denies', () => {
    const targets = new Set(reaches.map(({ to, stack }) => named(stage, stack, to)));
    for (const target of targets) {
      const allowed = policyOf(stage, target).filter(({ Effect }) => Effect === 'Allow');
      for (const { Principal } of allowed) expect(Principal, target).toHaveProperty('Service');
    }
  });
});

test('a topic whose policy only denies is found', () => {
  const stage = structuredClone(synthesize('prod'));
  for (const { Properties } of resourcesOf(stage, 'AWS::SNS::TopicPolicy')) {
    const document = Properties.PolicyDocument;
    document.Statement = document.Statement.filter(({ Effect }: Statement) => Effect === 'Deny');
  }
  const silent = reachesOf(stage).filter((reach) => !isAllowed(stage, reach));
  expect(silent.length).toBe(reachesOf(stage).filter(({ action }) => action === 'sns:Publish').length);
});
