import { describe, expect, test } from 'vitest';
import { checkPlan } from '#scripts/deploy/change-stage';
import { isNothing, type PresentStack, planOf, planText, type WantedStack } from '#scripts/deploy/plan';
import { hastyAliases, movingAtOnce } from '#scripts/deploy/shifts';
import type { Resource, Template } from '#scripts/deploy/template';

const stack = (name: string, Resources: Template['Resources'] = {}, exported: readonly string[] = []): WantedStack => ({
  name,
  isProtected: false,
  template: {
    Resources,
    Outputs: Object.fromEntries(exported.map((Name, index) => [`Output${index}`, { Value: 'v', Export: { Name } }])),
  },
});

const present = (wanted: WantedStack, status = 'UPDATE_COMPLETE'): PresentStack => ({ ...wanted, status, outputs: {} });

const named =
  (Type: string, property: string) =>
  (name: string, more: Partial<Resource> = {}): Resource => ({
    Type,
    ...more,
    Properties: { [property]: name, ...more.Properties },
  });
const route = named('AWS::ApiGatewayV2::Route', 'RouteKey');
const queue = named('AWS::SQS::Queue', 'QueueName');
const table = named('AWS::DynamoDB::Table', 'TableName');
const logGroup = named('AWS::Logs::LogGroup', 'LogGroupName');
const importing = (name: string): Resource => ({
  Type: 'AWS::SNS::Topic',
  Properties: { DisplayName: { 'Fn::ImportValue': name } },
});

const plan = (before: readonly WantedStack[], after: readonly WantedStack[]) =>
  planOf(
    before.map((one) => present(one)),
    after,
  );

describe('the order of a deploy', () => {
  test('is that of the CDK when nothing moves', () => {
    const { early, late, problems } = plan(
      [stack('data', {}, ['old']), stack('api', { T: importing('old') })],
      [stack('data', {}, ['old', 'new']), stack('api', { T: importing('new') })],
    );
    expect({ early, late, problems }).toEqual({ early: [], late: [], problems: [] });
  });

  test('lets a stack give up a route before another takes it, because API Gateway has each route once', () => {
    const { early, problems } = plan(
      [stack('a', { R: route('GET /x') }), stack('b')],
      [stack('a'), stack('b', { S: route('GET /x') })],
    );
    expect({ early, problems }).toEqual({ early: ['a'], problems: [] });
  });

  test('deploys what such a stack newly needs before it', () => {
    const { early } = plan(
      [stack('data'), stack('a', { R: route('GET /x') }), stack('b')],
      [stack('data', {}, ['new']), stack('a', { T: importing('new') }), stack('b', { S: route('GET /x') })],
    );
    expect(early).toEqual(['data', 'a']);
  });

  test('removes a stack that the app no longer has first when another takes a name of it, and last otherwise', () => {
    const before = [stack('a', { R: route('GET /x') }), stack('b'), stack('c', { Q: queue('q') })];
    const { early, late, removed } = plan(before, [stack('b', { S: route('GET /x') })]);
    expect({ early, late }).toEqual({ early: ['a'], late: ['c'] });
    expect(removed.map(({ stack }) => stack)).toEqual(['a', 'c']);
  });

  test('lets the importer go before the export that it imported, which CloudFormation keeps while it is in use', () => {
    const before = [stack('mails', {}, ['queue']), stack('wallet', { T: importing('queue') })];
    expect(plan(before, [stack('mails'), stack('wallet')]).early).toEqual(['wallet']);
    const gone = plan([...before, stack('late')], [stack('late')]);
    expect(gone.late).toEqual(['wallet', 'mails']);
  });

  test('does not exist when two stacks swap names, nor when an importer needs the stack that stops exporting', () => {
    const swapped = plan(
      [stack('a', { R: route('GET /x') }), stack('b', { R: route('GET /y') })],
      [stack('a', { S: route('GET /y') }), stack('b', { S: route('GET /x') })],
    );
    expect(swapped.problems.join('\n')).toMatch(
      /a would have to be deployed before b .* and also after it.*two deploys/,
    );
    const crossed = plan(
      [stack('a', {}, ['old']), stack('b', { T: importing('old') })],
      [stack('a', {}, ['new']), stack('b', { T: importing('new') })],
    );
    expect(crossed.problems.join('\n')).toMatch(/b would have to be deployed before a/);
  });

  test('does not exist for a name whose logical id changes within its stack', () => {
    const { problems } = plan([stack('a', { R: route('GET /x') })], [stack('a', { S: route('GET /x') })]);
    expect(problems).toEqual([
      expect.stringMatching(/AWS::ApiGatewayV2::Route GET \/x while it still exists.* R to S/),
    ]);
  });
});

describe('what a deploy loses', () => {
  test('is every table, bucket, secret and queue that is deleted, replaced or left behind', () => {
    const kept = { DeletionPolicy: 'Retain' };
    const before = [
      stack('data', {
        T: table('t', kept),
        B: { Type: 'AWS::S3::Bucket', Properties: {} },
        S: { Type: 'AWS::SecretsManager::Secret', Properties: { Name: 's' } },
        F: { Type: 'AWS::Lambda::Function', Properties: { FunctionName: 'f' } },
      }),
      stack('mails', { Q: queue('q', { Properties: { FifoQueue: true } }) }),
      stack('gone', { Q: queue('other') }),
    ];
    const { losses, changes } = plan(before, [
      stack('data', { T: table('u', kept) }),
      stack('mails', { Q: queue('q') }),
    ]);
    expect([...losses].sort()).toEqual(['B', 'other', 'q', 's', 't']);
    const fates = changes.flatMap(({ lost }) => lost.map(({ label, fate }) => `${label} ${fate}`));
    expect(fates.sort()).toEqual(['B deleted', 'f deleted', 'q replaced', 's deleted', 't replaced']);
  });

  test('is nothing when it only changes what they are like', () => {
    const timeout = { Properties: { VisibilityTimeout: 5 } };
    expect(plan([stack('a', { Q: queue('q') })], [stack('a', { Q: queue('q', timeout) })]).losses).toEqual([]);
  });

  test('is shown, together with permissions', () => {
    const role = (Action: string): Resource => ({
      Type: 'AWS::IAM::Role',
      Properties: {
        Policies: [
          { PolicyName: 'rights', PolicyDocument: { Statement: [{ Effect: 'Allow', Action, Resource: '*' }] } },
        ],
      },
    });
    const text = planText(
      plan([stack('a', { R: role('s3:GetObject'), Q: queue('q') })], [stack('a', { R: role('s3:*') }), stack('b')]),
    );
    expect(text).toMatch(/a: 1 changed, 1 replaced or deleted\n {4}- AWS::SQS::Queue q: deleted, WITH ITS DATA/);
    expect(text).toMatch(/\+ │ \* +│ Allow +│ s3:\*/);
    expect(text).toMatch(/b: new, 0 resources/);
  });
});

describe('indexes of the table', () => {
  const withIndexes = (...indexes: readonly [string, string][]) =>
    stack('data', {
      T: table('t', {
        Properties: {
          GlobalSecondaryIndexes: indexes.map(([IndexName, AttributeName]) => ({
            IndexName,
            KeySchema: [{ AttributeName, KeyType: 'HASH' }],
          })),
        },
      }),
    });

  test('come and go one by one', () => {
    const one = withIndexes(['gsi1', 'a']);
    expect(plan([one], [withIndexes(['gsi1', 'a'], ['gsi2', 'b'])]).problems).toEqual([]);
    expect(plan([one], [withIndexes()]).problems).toEqual([]);
    expect(plan([one], [withIndexes(['gsi2', 'b'])]).problems).toEqual([
      expect.stringMatching(/would change gsi2, gsi1\. Deploy one after another/),
    ]);
    expect(plan([], [withIndexes(['gsi1', 'a'], ['gsi2', 'b'])]).problems).toEqual([]);
  });

  test('keep their keys', () => {
    expect(plan([withIndexes(['gsi1', 'a'])], [withIndexes(['gsi1', 'b'])]).problems).toEqual([
      expect.stringMatching(/gsi1 cannot change its key or projection/),
    ]);
  });
});

describe('a queue that goes', () => {
  const role = (Action: string, resource: unknown): Resource => ({
    Type: 'AWS::IAM::Role',
    Properties: { Policies: [{ PolicyDocument: { Statement: [{ Effect: 'Allow', Action, Resource: resource }] } }] },
  });
  const fn = (FunctionName: string, roleId: string): Resource => ({
    Type: 'AWS::Lambda::Function',
    Properties: { FunctionName, Role: { 'Fn::GetAtt': [roleId, 'Arn'] } },
  });
  const arn = { 'Fn::GetAtt': ['Q', 'Arn'] };
  const owner: WantedStack = {
    ...stack('mails', {
      Q: queue('q'),
      // A consumer may put a message back.
      ConsumerRole: role('sqs:SendMessage', arn),
      Consumer: fn('send-mails', 'ConsumerRole'),
      Mapping: {
        Type: 'AWS::Lambda::EventSourceMapping',
        Properties: { EventSourceArn: arn, FunctionName: { Ref: 'Consumer' } },
      },
      Rule: { Type: 'AWS::Events::Rule', Properties: { Name: 'q-rule', Targets: [{ Arn: arn }] } },
      OtherRole: role('sqs:SendMessage', { 'Fn::GetAtt': ['Other', 'Arn'] }),
      OtherSender: fn('another', 'OtherRole'),
    }),
  };
  const exporting: WantedStack = {
    ...owner,
    template: { ...owner.template, Outputs: { ArnOfQ: { Value: arn, Export: { Name: 'q-arn' } } } },
  };
  const api = stack('api', {
    SenderRole: role('sqs:SendMessage', { 'Fn::ImportValue': 'q-arn' }),
    Sender: fn('sign-up', 'SenderRole'),
    ReaderRole: role('sqs:GetQueueAttributes', { 'Fn::ImportValue': 'q-arn' }),
    Reader: fn('show-queue', 'ReaderRole'),
  });

  test('is refused with the steps that lose no message, and with what still sends to it', () => {
    const { queueSteps, losses } = plan([exporting, api], [stack('mails'), stack('api')]);
    expect(losses).toEqual(['q']);
    expect(queueSteps).toEqual([
      'The queue q: First deploy what does not send to it (q-rule, sign-up still may), perhaps to a new queue beside ' +
        'it. Wait until it is empty, then remove it.',
    ]);
    const protecting = { stage: { stage: 'prod', protectData: true } } as const;
    expect(() => checkPlan({ problems: [], losses, queueSteps }, protecting, { dataLossAllowed: [] })).toThrow(
      /--allow-data-loss q\nThe queue q: First deploy/,
    );
  });

  test('of another type, or under another name, is one that goes too', () => {
    const fifo = queue('q', { Properties: { FifoQueue: true } });
    for (const next of [stack('mails', { Q: fifo }), stack('mails', { R: queue('r') })])
      expect(plan([stack('mails', { Q: queue('q') })], [next]).queueSteps).toEqual([
        'The queue q: Nothing sends to it any more. Wait until it is empty, then remove it.',
      ]);
  });

  test('is not replaced under its name, which CloudFormation refuses', () => {
    const fifo = queue('q', { Properties: { FifoQueue: true } });
    expect(plan([stack('mails', { Q: queue('q') })], [stack('mails', { Q: fifo })]).problems).toEqual([
      expect.stringMatching(/^AWS::SQS::Queue q would be replaced.*Add one with another name beside it/),
    ]);
    expect(plan([stack('mails', { Q: queue('q') })], [stack('mails', { Q: queue('r') })]).problems).toEqual([]);
  });

  test('leaves its importers first, so that they stop sending before it is gone', () => {
    expect(plan([exporting, api], [stack('mails'), stack('api')]).early).toEqual(['api']);
  });
});

describe('versions of functions', () => {
  const withRole = (code: string, actions: readonly string[], keys: readonly string[]) => ({
    role: {
      Type: 'AWS::IAM::Role',
      Properties: {
        Policies: [
          {
            PolicyName: 'rights',
            PolicyDocument: {
              Statement: actions.map((Action) => ({
                Effect: 'Allow',
                Action,
                Resource: 'table',
                Condition: { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': keys } },
              })),
            },
          },
        ],
      },
    },
    fn: {
      Type: 'AWS::Lambda::Function',
      Properties: { Code: { S3Key: code }, Role: { 'Fn::GetAtt': ['role', 'Arn'] } },
    },
    [`version${code}`]: { Type: 'AWS::Lambda::Version', Properties: { FunctionName: { Ref: 'fn' } } },
    alias: {
      Type: 'AWS::Lambda::Alias',
      Properties: { FunctionName: { Ref: 'fn' } },
      UpdatePolicy: { CodeDeployLambdaAliasUpdate: { ApplicationName: 'a', DeploymentGroupName: 'g' } },
    },
  });
  const template = (...args: Parameters<typeof withRole>): Template => ({ Resources: withRole(...args) });
  const before = template('a', ['dynamodb:GetItem', 'dynamodb:PutItem'], ['A#*', 'B#*']);

  test('shift, also when the next one may do more', () => {
    expect(hastyAliases(before, template('b', ['dynamodb:GetItem', 'dynamodb:PutItem'], ['A#*', 'B#*']))).toEqual([]);
    const more = template('b', ['dynamodb:GetItem', 'dynamodb:PutItem', 'dynamodb:Query'], ['A#*', 'B#*', 'C#*']);
    expect(hastyAliases(before, more)).toEqual([]);
    expect(hastyAliases({}, before)).toEqual([]);
  });

  test('follow each other at once when the next one may do less, because both have the role of the next one', () => {
    expect(hastyAliases(before, template('b', ['dynamodb:GetItem'], ['A#*', 'B#*']))).toEqual(['alias']);
    const fewer = template('b', ['dynamodb:GetItem', 'dynamodb:PutItem'], ['A#*', 'C#*']);
    expect(hastyAliases(before, fewer)).toEqual(['alias']);
    expect(hastyAliases(before, movingAtOnce(fewer, ['alias']))).toEqual([]);
  });

  test('are not changes of their own in a plan', () => {
    const [old, next] = [stack('a', before.Resources), stack('a', withRole('b', ['dynamodb:GetItem'], ['A#*']))];
    const { changes } = plan([old], [next]);
    expect(changes).toMatchObject([{ addedCount: 0, updatedCount: 2, lost: [] }]);
    const atOnce = { ...old, template: movingAtOnce(old.template, ['alias']) };
    expect(isNothing(plan([atOnce], [old]))).toBe(true);
  });

  test('are not published for nothing, which Lambda refuses', () => {
    const { versiona, ...others } = withRole('a', ['dynamodb:GetItem'], ['A#*']);
    const again = stack('s', { ...others, version2: versiona as Resource });
    const first = stack('s', { ...others, versiona: versiona as Resource });
    expect(plan([first], [again]).problems).toEqual([
      expect.stringMatching(/^s would publish a version of fn that has nothing new.*such as its description/),
    ]);
    expect(plan([stack('s', others)], [first]).problems).toEqual([]);
    expect(plan([first], [stack('s', withRole('b', ['dynamodb:GetItem'], ['A#*']))]).problems).toEqual([]);
  });
});

describe('after an earlier deploy', () => {
  const wanted = stack('a', { L: logGroup('l', { DeletionPolicy: 'RetainExceptOnCreate' }) });

  test.each(['ROLLBACK_COMPLETE', 'ROLLBACK_FAILED', 'REVIEW_IN_PROGRESS', 'CREATE_FAILED'])(
    'that never completed a stack (%s), it is removed and created again',
    (status) => {
      const { failed, changes, problems } = planOf([present(wanted, status)], [wanted]);
      expect({ failed, problems }).toEqual({ failed: ['a'], problems: [] });
      expect(changes).toMatchObject([{ isNew: true, addedCount: 1 }]);
    },
  );

  test.each([
    ['UPDATE_IN_PROGRESS', /a is being changed/],
    ['UPDATE_ROLLBACK_FAILED', /Continue update rollback/],
    ['DELETE_FAILED', /could not be deleted/],
  ])('that left a stack in %s, nothing is deployed until somebody has mended it', (status, problem) => {
    expect(planOf([present(wanted, status)], [wanted]).problems).toEqual([expect.stringMatching(problem)]);
  });

  test('that kept a log group, the group is adopted', () => {
    expect(plan([stack('a')], [wanted]).mayAdopt).toBe(true);
    expect(plan([wanted], [wanted]).mayAdopt).toBe(false);
    expect(plan([stack('a')], [stack('a', { L: logGroup('l') })]).mayAdopt).toBe(false);
  });

  test('that was the same, nothing is done, unless the protection of a stack changes', () => {
    const same = plan([wanted], [wanted]);
    expect(isNothing(same)).toBe(true);
    expect(planText(same)).toBe('  Stacks that do not change: 1');
    expect(isNothing(plan([wanted], [{ ...wanted, isProtected: true }]))).toBe(false);
  });
});

describe('a deploy that deletes or replaces data', () => {
  const prod = { stage: { stage: 'prod', protectData: true } } as const;
  const dev = { stage: { stage: 'dev', protectData: false } } as const;
  const { losses } = plan([stack('data', { Old: table('kyb-a'), Kept: queue('kyb-b') })], [stack('data')]);
  const check = (on: typeof prod | typeof dev, dataLossAllowed: readonly string[]) => () =>
    checkPlan({ problems: [], losses, queueSteps: [] }, on, { dataLossAllowed });

  test('is refused on a protected stage, with the option that names all of it', () => {
    expect(losses).toHaveLength(2);
    expect(check(prod, [])).toThrow(`--allow-data-loss ${losses.join(',')}`);
  });

  test('is refused while one of them is not named', () => {
    expect(check(prod, losses.slice(1))).toThrow(`would delete or replace ${losses[0]}.`);
    expect(check(prod, ['data', ...losses.slice(1)])).toThrow('--allow-data-loss');
  });

  test('is done when all of it is named, or when the stage does not keep its data', () => {
    expect(check(prod, losses)).not.toThrow();
    expect(check(dev, [])).not.toThrow();
  });

  test('is refused on every stage if CloudFormation would fail', () => {
    expect(() => checkPlan({ problems: ['No.'], losses: [], queueSteps: [] }, dev, { dataLossAllowed: [] })).toThrow(
      'No.',
    );
  });
});
