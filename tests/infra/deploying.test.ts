import { describe, expect, test } from 'vitest';
import { CONTRACTS } from '#functions/api/contracts';
import { makeApiStack } from '#infra/stacks/api';
import { makeApiGroupStack } from '#infra/stacks/api-group';
import { makeDataStack } from '#infra/stacks/data';
import { STAGES } from '#infra/stage-config';
import { STACKS_AT_ONCE } from '#scripts/deploy/cdk';
import { type PresentStack, planOf, type WantedStack } from '#scripts/deploy/plan';
import { namedResources, type Template } from '#scripts/deploy/template';
import type { Contract } from '#shared/http/contract';
import { levelOf, needsOf, secondsOf } from './deploy-path.ts';
import {
  codeOf,
  functionsOf,
  resourcesOf,
  type SynthesizedStage,
  settingsOf,
  synthesize,
  synthesizeApp,
  synthesizeConfig,
  withEdge,
} from './synthesis.ts';

/*
 * Renaming and moving an endpoint are ordinary deploys. CloudFormation creates before it deletes, within a stack and
 * among stacks, so nothing may have the name of something that still exists: API Gateway refuses a second route with
 * the same key, Lambda a second function of the same name, CloudWatch a second log group.
 */

const contractNamed = (name: string): Contract => {
  const contract = CONTRACTS.find((one) => one.name === name);
  if (!contract) throw new TypeError(`There is no endpoint ${name}`);
  return contract;
};
const READ_WIDGET = contractNamed('read-widget');
const READ_STATUS = contractNamed('read-status');
const SIGNING_KEYS = contractNamed('read-signing-keys');

/** The stacks of a stage with these endpoints only. */
const stacksWith = (contracts: readonly Contract[]): readonly WantedStack[] => {
  const stage = settingsOf('prod');
  const { templates } = synthesizeApp((app) => {
    const foundation = makeDataStack(app, { stage, codeOf });
    const { api } = makeApiStack(app, { stage, codeOf }, foundation);
    for (const [group, own] of Map.groupBy(contracts, ({ group }) => group))
      makeApiGroupStack(app, group, own, api, { stage, codeOf }, { table: foundation.table });
  });
  return Object.entries(templates).map(([name, template]) => ({ name, isProtected: true, template }));
};

const planFrom = (before: readonly Contract[], after: readonly Contract[]) =>
  planOf(
    stacksWith(before).map((stack): PresentStack => ({ ...stack, status: 'UPDATE_COMPLETE', outputs: {} })),
    stacksWith(after),
  );

/** Each route's logical id, by its key. */
const routesOf = (contracts: readonly Contract[]) =>
  new Map(
    stacksWith(contracts).flatMap(({ template: { Resources = {} } }) =>
      Object.entries(Resources)
        .filter(([, { Type }]) => Type === 'AWS::ApiGatewayV2::Route')
        .map(([id, { Properties }]) => [String(Properties?.['RouteKey']), id] as const),
    ),
  );

describe('an endpoint', () => {
  test('that is renamed keeps its routes, so that none is created while it still exists', () => {
    const renamed = { ...SIGNING_KEYS, name: 'show-signing-keys' };
    expect(routesOf([renamed])).toEqual(routesOf([SIGNING_KEYS]));
    expect([...routesOf([renamed]).keys()]).toContain('HEAD /.well-known/jwks.json');
    const { problems, early, changes } = planFrom([SIGNING_KEYS, READ_STATUS], [renamed, READ_STATUS]);
    expect({ problems, early }).toEqual({ problems: [], early: [] });
    const types = changes.flatMap(({ lost }) => lost.map(({ type, fate }) => `${type} ${fate}`));
    expect(types).toContain('AWS::Lambda::Function deleted');
    expect(types).toContain('AWS::Logs::LogGroup kept outside of its stack');
    expect(types.filter((type) => type.includes('Route'))).toEqual([]);
  });

  test('whose path parameter is renamed keeps its route, which changes in place', () => {
    const id = routesOf([READ_WIDGET]).get('GET /v1/kyb/widgets/{id}');
    const renamed = { ...READ_WIDGET, route: '/v1/kyb/widgets/{widgetId}' };
    expect(id).toBeDefined();
    expect(routesOf([renamed]).get('GET /v1/kyb/widgets/{widgetId}')).toBe(id);
  });

  test('that gets another path is routed there by a new route', () => {
    const moved = { ...READ_STATUS, route: '/v2/status' };
    expect(routesOf([moved]).get('GET /v2/status')).not.toBe(routesOf([READ_STATUS]).get('GET /v1/status'));
    expect(planFrom([READ_STATUS], [moved]).problems).toEqual([]);
  });

  test('that moves to another group leaves its stack before it enters the other, whichever comes first', () => {
    for (const group of ['aaa', 'zzz']) {
      const others = [SIGNING_KEYS, { ...READ_WIDGET, group }];
      const plan = planFrom([READ_STATUS, ...others], [{ ...READ_STATUS, group }, ...others]);
      expect(plan).toMatchObject({ problems: [], early: ['kyb-service-prod-api-meta'], late: [], losses: [] });
      // Its log group is kept where data is protected, and has the same name.
      expect(plan.mayAdopt).toBe(true);
    }
  });

  test('that is the last of its group takes the stack of the group with it', () => {
    const plan = planFrom([READ_STATUS, READ_WIDGET], [{ ...READ_STATUS, group: 'kyb' }, READ_WIDGET]);
    expect(plan).toMatchObject({ problems: [], early: ['kyb-service-prod-api-meta'] });
    expect(planFrom([READ_STATUS, READ_WIDGET], [READ_WIDGET]).late).toEqual(['kyb-service-prod-api-meta']);
  });
});

describe.each([...STAGES, 'prod with an edge'] as const)('on %s', (name) => {
  const { config, stacks } =
    name === 'prod with an edge' ? synthesizeConfig(withEdge(settingsOf('prod'))) : synthesize(name);
  const templates = Object.entries(stacks) as readonly [string, Template][];

  test('no name belongs to two stacks', () => {
    const names = templates.flatMap(([, template]) => [...namedResources(template).keys()]);
    expect(names.length).toBeGreaterThan(400);
    expect(names.filter((one, index) => names.indexOf(one) !== index)).toEqual([]);
  });

  test('no more than six stacks wait for each other', () => {
    const needs = needsOf({ stacks });
    const deepest = Math.max(...[...needs.keys()].map((stack) => levelOf(stack, needs)));
    expect(deepest).toBeGreaterThan(2);
    expect(deepest).toBeLessThanOrEqual(6);
  });

  test(`traffic moves ${name.startsWith('prod') ? 'by' : 'without'} aliases`, () => {
    const types = new Set(
      templates.flatMap(([, { Resources = {} }]) => Object.values(Resources).map(({ Type }) => Type)),
    );
    const shifting = ['AWS::CodeDeploy::Application', 'AWS::CodeDeploy::DeploymentGroup', 'AWS::Lambda::Alias'];
    expect(shifting.filter((type) => types.has(type))).toEqual(config.trafficShift ? shifting : []);
    expect(config.trafficShift !== undefined).toBe(name.startsWith('prod'));
  });

  test('a deploy knows every resource whose name is fixed', () => {
    const unknown = templates.flatMap(([, template]) => {
      const known = new Set(namedResources(template).values());
      return Object.entries(template.Resources ?? {})
        .filter(([id]) => !known.has(id))
        .filter(([, { Properties = {} }]) =>
          Object.entries(Properties).some(
            ([key, value]) => /Name$/.test(key) && typeof value === 'string' && value.includes('kyb-service'),
          ),
        )
        .map(([, { Type }]) => Type);
    });
    // What else has such a property only names it, or need not be unique.
    const others = [
      'AWS::ApiGatewayV2::Api',
      'AWS::CodeDeploy::DeploymentGroup',
      'AWS::Logs::Delivery',
      'AWS::Logs::MetricFilter',
      'AWS::Logs::QueryDefinition',
    ];
    expect(unknown.filter((type) => !others.includes(type))).toEqual([]);
  });
});

test('a change of everything in prod takes less than 10 minutes at once, and less than 30 by shifts', () => {
  const stage = synthesize('prod');
  const needs = needsOf(stage);
  const shifted = new Set(resourcesOf(stage, 'AWS::Lambda::Alias').map(({ stack }) => stack));
  expect(shifted.size).toBeGreaterThan(10);
  // An update of a stack with a function (AWS CDK Workshop, "CDK Watch"), and a canary of five minutes.
  const [stackSeconds, shiftSeconds] = [67, 300];
  const takes = (stack: string): number => stackSeconds + (shifted.has(stack) ? shiftSeconds : 0);
  expect(secondsOf(needs, () => stackSeconds, STACKS_AT_ONCE)).toBeLessThan(600);
  expect(secondsOf(needs, takes, STACKS_AT_ONCE)).toBeLessThan(1800);
});

describe('a stage of a developer', () => {
  const ada = synthesize('dev-ada');

  test('shares no name with dev or another developer’s, so that all are in one account', () => {
    const names = (stage: SynthesizedStage) =>
      Object.values(stage.stacks).flatMap((template) => [...namedResources(template as Template).keys()]);
    // Routes belong to the API of each.
    const own = names(ada).filter((name) => !name.startsWith('AWS::ApiGatewayV2::Route '));
    expect(own.length).toBeGreaterThan(300);
    const others = new Set([...names(synthesize('dev')), ...names(synthesize('dev-bayo'))]);
    expect(own.filter((name) => others.has(name))).toEqual([]);
  });

  test('names every function within what Lambda allows, for the longest name of a stage', () => {
    const longest = Math.max(...functionsOf(ada).map(({ name }) => `kyb-service-dev-abcdefghij-${name}`.length));
    expect(longest).toBeLessThanOrEqual(64);
    expect(settingsOf('dev-abcdefghij').stage).toBe('dev-abcdefghij');
  });

  test('has no alarm and no dashboard, which cost while it is idle, and protects no data', () => {
    expect(resourcesOf(ada, 'AWS::CloudWatch::Alarm')).toEqual([]);
    expect(resourcesOf(ada, 'AWS::CloudWatch::Dashboard')).toEqual([]);
    expect(ada.config).toMatchObject({ protectData: false, account: settingsOf('dev').account });
  });

  test.each(['dev-', 'dev-Ada', 'dev-abcdefghijk', 'dev-1a', 'dev-a-b', 'staging-ada', 'prod-ada'])(
    'is not called %s',
    (name) => {
      expect(() => settingsOf(name)).toThrow(/There is no stage/);
    },
  );
});
