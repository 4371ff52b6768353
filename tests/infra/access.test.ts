import { Queue } from 'aws-cdk-lib/aws-sqs';
import { Stack } from 'aws-cdk-lib/core';
import { describe, expect, test } from 'vitest';
import { CONTRACTS } from '#functions/api/contracts';
import { CONSUMERS } from '#functions/events/consumers';
import { makeFileBucket } from '#infra/constructs/file-bucket';
import { makeFleetFunction } from '#infra/constructs/fleet-function';
import { makeSingleTable } from '#infra/constructs/single-table';
import { STAGES, type StageConfig } from '#infra/stage-config';
import type { CallerKind } from '#shared/http/contract';
import type { TableNeeds } from '#shared/http/table-access';
import { actionsOf, codeOf, functionsOf, type Statement, settingsOf, synthesize, synthesizeApp } from './synthesis.ts';

const READ = ['dynamodb:BatchGetItem', 'dynamodb:ConditionCheckItem', 'dynamodb:GetItem', 'dynamodb:Query'];
const WRITE = ['dynamodb:DeleteItem', 'dynamodb:PutItem', 'dynamodb:UpdateItem'];

/** A function on a stage, and the policies that are separate from its role. */
const madeWith = (needs: TableNeeds, config: StageConfig) => {
  const { templates } = synthesizeApp((app) => {
    const things = new Stack(app, 'things', { env: { region: config.region } });
    const resources = {
      table: makeSingleTable(things, config),
      bucket: makeFileBucket(things, config),
      queues: { deliveries: new Queue(things, 'deliveries') },
    };
    const props = { name: 'do-thing', description: 'Does the thing', needs, timeoutSeconds: 1 };
    makeFleetFunction(things, props, { stage: config, codeOf }, resources);
  });
  const things = templates['things'];
  const [fn] = things ? functionsOf({ config, stacks: { things } }) : [];
  const policies = Object.values(things?.Resources ?? {}).filter(({ Type }) => Type === 'AWS::IAM::Policy');
  return fn && { ...fn, policies };
};

/** The statements of the role of a function on a stage. */
const rightsOf = (needs: TableNeeds, stage: string | StageConfig = 'prod'): readonly Statement[] =>
  madeWith(needs, typeof stage === 'string' ? settingsOf(stage) : stage)?.statements ?? [];

const isIn = (statements: readonly Statement[], statement: Statement): boolean =>
  statements.some((one) => JSON.stringify(one) === JSON.stringify(statement));

const allActions = (statements: readonly Statement[]): string[] => statements.flatMap(actionsOf).sort();
const withAction = (statements: readonly Statement[], action: string): readonly Statement[] =>
  statements.filter((statement) => actionsOf(statement).includes(action));

/** The condition that a request's partition keys must all be among these. */
const onlyPartitions = (...partitions: string[]) => ({
  'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': partitions },
});

/** Whether a statement is about items. The reader of the table's stream gets records from its event source. */
const isOnTable = (statement: Statement): boolean =>
  actionsOf(statement).some((action) => action.startsWith('dynamodb:') && !/Stream|Records|Shard/.test(action));

const OWN_LOG = ['logs:CreateLogStream', 'logs:PutLogEvents'];

describe('a function may do what its contract declares, and no more:', () => {
  test('without touches it may only write its own log', () => {
    expect(allActions(rightsOf({ touches: {} }))).toEqual(OWN_LOG);
  });

  test('on a stage with tracing it may also send traces, in its role itself, and sends them', () => {
    const touches = { reads: ['widget'] } as const;
    const [traced, untraced] = [true, false].map((tracing) =>
      madeWith({ touches }, { ...settingsOf('prod'), tracing }),
    );
    const sent = traced?.statements.filter((statement) => !isIn(untraced?.statements ?? [], statement)) ?? [];
    expect(sent).toEqual([
      { Effect: 'Allow', Action: ['xray:PutTelemetryRecords', 'xray:PutTraceSegments'], Resource: '*' },
    ]);
    expect(traced?.properties.TracingConfig).toEqual({ Mode: 'Active' });
    expect(untraced?.properties).not.toHaveProperty('TracingConfig');
    expect(traced?.policies).toEqual([]);
  });

  test('a family that is read may be read on the table, and nothing else of it', () => {
    const statements = rightsOf({ touches: { reads: ['widget', 'wallet'] } });
    expect(allActions(statements)).toEqual([...READ, ...OWN_LOG].sort());
    const [reading] = withAction(statements, 'dynamodb:GetItem');
    expect(reading?.Condition).toEqual(onlyPartitions('WGT#*', 'WALLET#*#*'));
    expect(JSON.stringify(reading?.Resource)).not.toContain('/index/');
  });

  test('a list may be queried on its own index, and no other partition of that index', () => {
    const statements = rightsOf({ touches: { reads: ['widgetsOfEnvironment', 'applicantsOfWidget'] } });
    expect(allActions(statements)).toEqual(['dynamodb:Query', 'dynamodb:Query', ...OWN_LOG]);
    expect(
      withAction(statements, 'dynamodb:Query').map(({ Resource, Condition }) => [
        /gsi\d/.exec(JSON.stringify(Resource))?.[0],
        Condition,
      ]),
    ).toEqual([
      ['gsi1', onlyPartitions('WGTLIST#*#*')],
      ['gsi2', onlyPartitions('APPWGT#*#*')],
    ]);
  });

  test('files may be put below their prefix, and neither read nor listed', () => {
    const statements = rightsOf({ touches: { uses: ['verificationUploads'] } });
    expect(allActions(statements)).toEqual([...OWN_LOG, 's3:DeleteObject', 's3:PutObject'].sort());
    const [keeping] = withAction(statements, 's3:PutObject');
    expect(JSON.stringify(keeping?.Resource)).toMatch(/"\/verifications\/\*"/);
  });

  test('files may be removed below their prefix, and neither put, read nor listed', () => {
    const statements = rightsOf({ touches: { uses: ['attachmentRemovals'] } });
    expect(allActions(statements)).toEqual([...OWN_LOG, 's3:DeleteObject'].sort());
    const [removing] = withAction(statements, 's3:DeleteObject');
    expect(JSON.stringify(removing?.Resource)).toMatch(/"\/attachments\/\*"/);
  });

  test('a family that is written may be written on the table, and neither read nor queried', () => {
    const statements = rightsOf({ touches: { writes: ['outbox'] } });
    expect(allActions(statements)).toEqual([...WRITE, ...OWN_LOG].sort());
    const [writing] = withAction(statements, 'dynamodb:PutItem');
    expect(writing?.Condition).toEqual(onlyPartitions('OUTBOX#*'));
    expect(JSON.stringify(writing?.Resource)).not.toContain('/index/');
  });

  test('a counted call may change the counters', () => {
    const statements = rightsOf({ touches: {}, limit: 'auth' });
    expect(allActions(statements)).toEqual([...WRITE, ...OWN_LOG].sort());
    expect(withAction(statements, 'dynamodb:UpdateItem').map(({ Condition }) => Condition)).toEqual([
      onlyPartitions('LIMIT#*#*'),
    ]);
  });

  test.each([
    ['account', ['SES#*', 'AUTH#*', 'APIKEY#*', 'APIKEYS#*#*', 'APIKEYUSES#*#*', 'SIGNINGKEYS'], ['APIKEYUSES#*#*']],
    ['session', ['SES#*', 'AUTH#*', 'APIKEY#*', 'APIKEYS#*#*', 'SIGNINGKEYS'], []],
    ['admin', ['SES#*', 'AUTH#*', 'APIKEY#*', 'APIKEYS#*#*', 'SIGNINGKEYS'], []],
    ['embed', ['SIGNINGKEYS'], []],
    ['provider', ['SIGNINGKEYS'], []],
  ] as const satisfies readonly (readonly [CallerKind, readonly string[], readonly string[]])[])(
    'a function that proves the caller %s may read %j and write %j to note the use of a key',
    (caller, partitions, written) => {
      const statements = rightsOf({ touches: {}, caller });
      expect(allActions(statements)).toEqual([...READ, ...(written.length > 0 ? WRITE : []), ...OWN_LOG].sort());
      const conditionOf = (action: string) => withAction(statements, action).map(({ Condition }) => Condition);
      expect(conditionOf('dynamodb:GetItem')).toEqual([onlyPartitions(...partitions)]);
      expect(conditionOf('dynamodb:UpdateItem')).toEqual(written.length > 0 ? [onlyPartitions(...written)] : []);
    },
  );

  test('a public endpoint may read the key that hashes addresses for its log', () => {
    const statements = rightsOf({ touches: {}, caller: 'public' });
    expect(allActions(statements)).toEqual([...READ, ...OWN_LOG].sort());
    expect(withAction(statements, 'dynamodb:GetItem').map(({ Condition }) => Condition)).toEqual([
      onlyPartitions('SIGNINGKEYS'),
    ]);
  });

  test('an endpoint that honours idempotency keys may read and store responses', () => {
    const statements = rightsOf({ touches: {}, idempotent: 'commit' });
    expect(allActions(statements)).toEqual([...READ, ...WRITE, ...OWN_LOG].sort());
    for (const { Condition } of statements.filter((statement) => actionsOf(statement)[0]?.startsWith('dynamodb:'))) {
      expect(Condition).toEqual(onlyPartitions('IDEMPOTENCY#*#*'));
    }
  });

  test('a secret may be read where it is declared', () => {
    const statements = rightsOf({ touches: { uses: ['pepper'] } });
    expect(allActions(statements)).toEqual([...OWN_LOG, 'secretsmanager:GetSecretValue']);
    const [reading] = withAction(statements, 'secretsmanager:GetSecretValue');
    expect(JSON.stringify(reading?.Resource)).toContain(':secret:kyb-service/prod/pepper-??????');
    expect(JSON.stringify(reading?.Resource)).not.toContain('signing');
  });

  test('the payment provider’s key may be read by the checkout, if there is a provider', () => {
    const touches = { uses: ['payments'] } as const;
    expect(JSON.stringify(rightsOf({ touches }))).toContain('kyb-service/prod/paystack-??????');
    expect(allActions(rightsOf({ touches }, 'staging'))).toEqual(OWN_LOG);
  });

  test('mail may be sent only as the stage’s sender', () => {
    const [sending] = withAction(rightsOf({ touches: { uses: ['mailer'] } }), 'ses:SendEmail');
    const { domain, sender } = settingsOf('prod').mail;
    expect(sending?.Condition).toEqual({ StringEquals: { 'ses:FromAddress': sender } });
    expect(JSON.stringify(sending?.Resource)).toContain(`identity/${domain}`);
    expect(JSON.stringify(sending?.Resource)).toContain('configuration-set/kyb-service-prod-mails');
    expect(sending?.Resource).toHaveLength(2);
  });

  test('text messages may be sent to phone numbers and to no topic, if the stage has them', () => {
    const touches = { uses: ['textSender'] } as const;
    const [texting] = withAction(rightsOf({ touches }), 'sns:Publish');
    expect(texting).not.toHaveProperty('Resource');
    expect(JSON.stringify(texting?.NotResource)).toContain(':sns:*:*:*');
    expect(allActions(rightsOf({ touches }, 'local'))).toEqual(OWN_LOG);
  });

  const MODEL = { modelId: 'amazon.nova-lite-v1:0', maxAnswerTokens: 512 };

  test('the language model is only that of the stage, and there is none if the stage has none', () => {
    const touches = { uses: ['model'] } as const;
    expect(allActions(rightsOf({ touches }))).toEqual(OWN_LOG);
    const statements = rightsOf({ touches }, { ...settingsOf('prod'), model: MODEL });
    expect(allActions(statements)).toEqual(['bedrock:InvokeModel', ...OWN_LOG]);
    const resources = JSON.stringify(withAction(statements, 'bedrock:InvokeModel').map(({ Resource }) => Resource));
    expect(resources).toContain(':bedrock:eu-west-1::foundation-model/amazon.nova-lite-v1:0');
    expect(resources).not.toContain('*');
  });

  test("an inference profile is granted with its model in every region, and with the stage's guardrail", () => {
    const guardrail = { id: 'gr1', version: '3' };
    const model = { ...MODEL, modelId: 'eu.amazon.nova-lite-v1:0', region: 'eu-central-1', guardrail };
    const statements = rightsOf({ touches: { uses: ['model'] } }, { ...settingsOf('prod'), model });
    const resourcesOf = (action: string) =>
      JSON.stringify(withAction(statements, action).map(({ Resource }) => Resource));
    expect(resourcesOf('bedrock:InvokeModel')).toContain(':inference-profile/eu.amazon.nova-lite-v1:0');
    expect(resourcesOf('bedrock:InvokeModel')).toContain(':bedrock:*::foundation-model/amazon.nova-lite-v1:0');
    expect(resourcesOf('bedrock:ApplyGuardrail')).toContain(':guardrail/gr1');
    expect(resourcesOf('bedrock:ApplyGuardrail')).toContain(':bedrock:eu-central-1:');
  });

  test('a queue may be sent to, but never read', () => {
    expect(allActions(rightsOf({ touches: { uses: ['deliveries'] } }))).toEqual([...OWN_LOG, 'sqs:SendMessage']);
  });
});

describe.each(STAGES)('on %s', (stage) => {
  const synthesized = synthesize(stage);
  const functions = functionsOf(synthesized);

  test('every function has its own role', () => {
    const roles = functions.map(({ stack, roleId }) => `${stack}/${roleId}`);
    expect(new Set(roles).size).toBe(functions.length);
  });

  test('no role may do everything in a service, or anything to everything', () => {
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

  test('no role may access the table except by partition, or scan it', () => {
    for (const { name, statements } of functions) {
      for (const { Condition, ...statement } of statements.filter(isOnTable)) {
        expect([...READ, ...WRITE], name).toEqual(expect.arrayContaining([...actionsOf(statement)]));
        const partitions = Condition?.['ForAllValues:StringLike']?.['dynamodb:LeadingKeys'] ?? [];
        expect(Condition, name).toEqual(onlyPartitions(...partitions));
        expect(partitions, name).not.toHaveLength(0);
        for (const partition of partitions) expect(partition, name).toMatch(/^[A-Z]+(#|$)/);
      }
    }
  });

  test("no role exceeds IAM's limit of 10,240 characters of policies, without blanks", () => {
    // Names of resources are shorter here than on AWS, where each of a role's ARNs has up to 150 characters.
    const ARN_LENGTH = 150;
    for (const { name, statements } of functions) {
      const text = JSON.stringify(statements, (key, value) => (key === 'Resource' ? '' : value));
      const arns = statements.flatMap(({ Resource }) => Resource).length;
      expect(text.length + arns * ARN_LENGTH, name).toBeLessThan(10_240 / 2);
    }
  });

  test('only functions that declare the signing secret may read it', () => {
    const declared = [...CONTRACTS, ...CONSUMERS]
      .filter(({ touches }) => touches.uses?.includes('signing'))
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
