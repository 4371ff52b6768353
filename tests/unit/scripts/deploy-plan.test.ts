import { describe, expect, test } from 'vitest';
import { checkPlan } from '#scripts/deploy/deploy-stage';
import { isNothing, type PresentStack, planOf, planText, type WantedStack } from '#scripts/deploy/plan';
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
      expect.stringMatching(/gsi1 cannot change its key/),
    ]);
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
    checkPlan({ problems: [], losses }, on, { dataLossAllowed });

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
    expect(() => checkPlan({ problems: ['No.'], losses: [] }, dev, { dataLossAllowed: [] })).toThrow('No.');
  });
});
