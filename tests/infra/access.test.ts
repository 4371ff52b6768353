import { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import { Queue } from 'aws-cdk-lib/aws-sqs';
import { Stack } from 'aws-cdk-lib/core';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { CONSUMERS } from '#functions/events/consumers';
import { makeSingleTable } from '#infra/constructs/single-table';
import { contractsOf } from '#infra/contracts-of-stage';
import { makeApiGroupStack } from '#infra/stacks/api-group';
import { STAGES } from '#infra/stage-config';
import type { Contract } from '#shared/http/contract';
import { actionsOf, codeOf, functionsOf, type Statement, settingsOf, synthesize, synthesizeApp } from './synthesis.ts';

const READ = ['dynamodb:BatchGetItem', 'dynamodb:GetItem', 'dynamodb:Query'];
const WRITE = ['dynamodb:ConditionCheckItem', 'dynamodb:DeleteItem', 'dynamodb:PutItem', 'dynamodb:UpdateItem'];

/** The statements of the role that a contract's function gets on a stage. */
const rightsOf = (contract: Pick<Contract, 'touches'> & Partial<Contract>, stage = 'prod'): readonly Statement[] => {
  const config = settingsOf(stage);
  const whole: Contract = {
    name: 'do-thing',
    group: 'things',
    method: 'POST',
    route: '/v1/things',
    summary: 'Does the thing',
    caller: 'public',
    success: { 200: v.object({}) },
    ...contract,
  };
  const { templates } = synthesizeApp((app) => {
    const shared = new Stack(app, 'shared', { env: { region: config.region } });
    const resources = { table: makeSingleTable(shared, config), deliveryQueue: new Queue(shared, 'deliveries') };
    makeApiGroupStack(app, 'things', [whole], new HttpApi(shared, 'api'), { stage: config, codeOf }, resources);
  });
  const things = templates[`kyb-service-${stage}-api-things`];
  const [fn] = things ? functionsOf({ config, stacks: { things } }) : [];
  return fn?.statements ?? [];
};

const allActions = (statements: readonly Statement[]): string[] => statements.flatMap(actionsOf).sort();
const withAction = (statements: readonly Statement[], action: string): readonly Statement[] =>
  statements.filter((statement) => actionsOf(statement).includes(action));

const OWN_LOG = ['logs:CreateLogStream', 'logs:PutLogEvents'];

describe('a function may do what its contract says it touches, and no more:', () => {
  test('nothing touched is nothing but its own log', () => {
    expect(allActions(rightsOf({ touches: { table: 'none' } }))).toEqual(OWN_LOG);
  });

  test('reading the table is reading, of items on the table and of lists on its indexes', () => {
    const statements = rightsOf({ touches: { table: 'read' } });
    expect(allActions(statements)).toEqual([...READ, 'dynamodb:Query', ...OWN_LOG].sort());
    const onIndexes = statements.filter(({ Resource }) => JSON.stringify(Resource).includes('/index/'));
    expect(onIndexes.flatMap(actionsOf)).toEqual(['dynamodb:Query']);
  });

  test('writing is the parts of a transaction, on the table alone', () => {
    const statements = rightsOf({ touches: { table: 'readWrite' } });
    expect(allActions(statements)).toEqual([...READ, 'dynamodb:Query', ...WRITE, ...OWN_LOG].sort());
    for (const statement of withAction(statements, 'dynamodb:PutItem')) {
      expect(JSON.stringify(statement.Resource)).not.toContain('/index/');
    }
  });

  test('a reader whose calls are counted may change the counters, and nothing else', () => {
    const statements = rightsOf({ touches: { table: 'read' }, limit: 'auth' });
    expect(allActions(statements)).toEqual([...READ, 'dynamodb:Query', 'dynamodb:UpdateItem', ...OWN_LOG].sort());
    expect(withAction(statements, 'dynamodb:UpdateItem').map(({ Condition }) => Condition)).toEqual([
      { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': ['LIMIT#*#*'] } },
    ]);
  });

  test.each([
    ['account', ['SES#*', 'AUTH#*', 'SIGNINGKEYS']],
    ['admin', ['SES#*', 'AUTH#*', 'SIGNINGKEYS']],
    ['embed', ['SIGNINGKEYS']],
    ['provider', ['SIGNINGKEYS']],
  ] as const)(
    'who proves the caller %s without touching the table may read %j and count what failed',
    (caller, partitions) => {
      const statements = rightsOf({ touches: { table: 'none' }, caller });
      const counting = 'dynamodb:UpdateItem';
      expect(allActions(statements)).toEqual(['dynamodb:BatchGetItem', 'dynamodb:GetItem', counting, ...OWN_LOG]);
      expect(withAction(statements, 'dynamodb:GetItem').map(({ Condition }) => Condition)).toEqual([
        { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': partitions } },
      ]);
      expect(withAction(statements, counting).map(({ Condition }) => Condition)).toEqual([
        { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': ['LIMIT#*#*'] } },
      ]);
    },
  );

  test('a secret is readable to who names it', () => {
    const statements = rightsOf({ touches: { table: 'none', secrets: ['pepper'] } });
    expect(allActions(statements)).toEqual([...OWN_LOG, 'secretsmanager:GetSecretValue']);
    const [reading] = withAction(statements, 'secretsmanager:GetSecretValue');
    expect(JSON.stringify(reading?.Resource)).toContain(':secret:kyb-service/prod/pepper-??????');
    expect(JSON.stringify(reading?.Resource)).not.toContain('signing');
  });

  test('the payment provider’s key is readable to the checkout, where there is one', () => {
    const touches = { table: 'none', settings: ['checkout'] } as const;
    expect(JSON.stringify(rightsOf({ touches }))).toContain('kyb-service/prod/paystack-??????');
    expect(allActions(rightsOf({ touches }, 'staging'))).toEqual(OWN_LOG);
  });

  test('mail is sent as the stage’s sender only', () => {
    const [sending] = withAction(rightsOf({ touches: { table: 'none', mail: true } }), 'ses:SendEmail');
    const { domain, sender } = settingsOf('prod').mail;
    expect(sending?.Condition).toEqual({ StringEquals: { 'ses:FromAddress': sender } });
    expect(JSON.stringify(sending?.Resource)).toContain(`identity/${domain}`);
  });

  test('a queue is sent to, never read', () => {
    expect(allActions(rightsOf({ touches: { table: 'none', queues: ['deliveries'] } }))).toEqual([
      ...OWN_LOG,
      'sqs:SendMessage',
    ]);
  });
});

describe.each(STAGES)('on %s', (stage) => {
  const synthesized = synthesize(stage);
  const functions = functionsOf(synthesized);

  test('every function has a role of its own', () => {
    const roles = functions.map(({ stack, roleId }) => `${stack}/${roleId}`);
    expect(new Set(roles).size).toBe(functions.length);
  });

  test('no role may do everything of a service, or anything to everything', () => {
    for (const { name, statements } of functions) {
      for (const statement of statements) {
        expect(statement.Effect, name).toBe('Allow');
        for (const action of actionsOf(statement)) expect(action, name).not.toContain('*');
        // The emulator's mail service knows no resources.
        const emulated = stage === 'local' && actionsOf(statement).every((action) => action === 'ses:SendEmail');
        if (!emulated) expect(statement.Resource, `${name}: ${statement.Action}`).not.toBe('*');
      }
    }
  });

  test('only who declares to write may write, but for the counters', () => {
    const writers = new Set(
      [...contractsOf(synthesized.config), ...CONSUMERS]
        .filter(({ touches }) => touches.table === 'readWrite')
        .map(({ name }) => name),
    );
    for (const { name, statements } of functions) {
      for (const statement of statements) {
        const writes = actionsOf(statement).some((action) => WRITE.includes(action));
        if (writes && !writers.has(name)) expect(JSON.stringify(statement.Condition), name).toContain('LIMIT#');
      }
    }
  });

  test('only who declares the signing secret may read it', () => {
    const declared = [...contractsOf(synthesized.config), ...CONSUMERS]
      .filter(({ touches }) => touches.secrets?.includes('signing'))
      .map(({ name }) => name);
    const able = functions
      .filter(({ statements }) => JSON.stringify(statements).includes('/signing-'))
      .map(({ name }) => name);
    expect(able.sort()).toEqual(declared.sort());
  });

  test('only the publisher and its sweep may put events on the bus', () => {
    const able = functions.filter(({ statements }) => withAction(statements, 'events:PutEvents').length > 0);
    expect(able.map(({ name }) => name)).toEqual(['publish-events', 'sweep-events']);
  });
});
