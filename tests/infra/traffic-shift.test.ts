import { describe, expect, test } from 'vitest';
import { CONTRACTS } from '#functions/api/contracts';
import type { StageConfig } from '#infra/stage-config';
import { type PresentStack, planOf, type WantedStack } from '#scripts/deploy/plan';
import type { Template } from '#scripts/deploy/template';
import { methodsOf } from '#shared/http/contract';
import {
  alarmsOf,
  functionsOf,
  resourcesOf,
  type SynthesizedStage,
  synthesize,
  synthesizeConfig,
} from './synthesis.ts';

const SHIFT: readonly string[] = ['Alias', 'Version'].map((kind) => `AWS::Lambda::${kind}`);
const GROUP = 'AWS::CodeDeploy::DeploymentGroup';

/** The resources of a type, by `<stack> <logical id>`. */
const byId = (stage: SynthesizedStage, type: string) =>
  new Map(resourcesOf(stage, type).map((resource) => [`${resource.stack} ${resource.id}`, resource]));

describe('prod, which shifts traffic,', () => {
  const stage = synthesize('prod');
  const [aliases, versions, groups, functions] = [...SHIFT, GROUP, 'AWS::Lambda::Function'].map((type) =>
    byId(stage, type),
  ) as [ReturnType<typeof byId>, ReturnType<typeof byId>, ReturnType<typeof byId>, ReturnType<typeof byId>];

  test('has an alias for each endpoint and for nothing else', () => {
    const names = [...aliases.values()].map(({ stack, Properties }) =>
      String(functions.get(`${stack} ${Properties.FunctionName.Ref}`)?.Properties.FunctionName).replace(
        'kyb-service-prod-',
        '',
      ),
    );
    expect(names.sort()).toEqual(CONTRACTS.map(({ name }) => name).sort());
  });

  test('moves each alias to the version of its own function, by a deployment group of its own', () => {
    for (const [id, { stack, Properties, UpdatePolicy }] of aliases) {
      const [version, attribute] = Properties.FunctionVersion['Fn::GetAtt'];
      expect(attribute, id).toBe('Version');
      expect(versions.get(`${stack} ${version}`)?.Properties.FunctionName, id).toEqual(Properties.FunctionName);
      expect(UpdatePolicy?.['CodeDeployLambdaAliasUpdate'], id).toMatchObject({
        ApplicationName: 'kyb-service-prod-endpoints',
      });
    }
    const used = [...aliases.values()].map(
      ({ stack, UpdatePolicy }) => `${stack} ${UpdatePolicy?.['CodeDeployLambdaAliasUpdate'].DeploymentGroupName.Ref}`,
    );
    expect(used.sort()).toEqual([...groups.keys()].sort());
  });

  test('watches an alarm that a stack before all endpoints has, and returns the traffic when it goes off', () => {
    expect(alarmsOf(stage).get('release-failing')).toBeDefined();
    expect(JSON.stringify(stage.stacks['api'])).toContain('kyb-service-prod-release-failing');
    for (const [id, { Properties }] of groups) {
      expect(Properties, id).toMatchObject({
        ApplicationName: 'kyb-service-prod-endpoints',
        DeploymentConfigName: 'CodeDeployDefault.LambdaCanary10Percent5Minutes',
        AlarmConfiguration: { Enabled: true, Alarms: [{ Name: 'kyb-service-prod-release-failing' }] },
        AutoRollbackConfiguration: { Enabled: true, Events: expect.arrayContaining(['DEPLOYMENT_STOP_ON_ALARM']) },
      });
    }
  });

  test('leaves CloudFormation room to name a deployment group, which may have 100 characters', () => {
    for (const { id, stack } of groups.values()) {
      // `<stack>-<logical id>-` and twelve characters.
      expect(`kyb-service-prod-${stack}-${id}-`.length + 12, id).toBeLessThanOrEqual(100);
    }
  });

  test('creates the deployment groups of a stack one after another, because CodeDeploy throttles', () => {
    for (const own of Map.groupBy(groups.values(), ({ stack }) => stack).values()) {
      expect(own.map(({ DependsOn }) => DependsOn)).toEqual([undefined, ...own.slice(0, -1).map(({ id }) => [id])]);
    }
  });

  test('has an alarm that goes off within a canary: two minutes of failing calls', () => {
    const { EvaluationPeriods, Metrics, Threshold } = alarmsOf(stage).get('release-failing');
    const periods = Metrics.flatMap(({ MetricStat }: { MetricStat?: { Period: number } }) => MetricStat?.Period ?? []);
    expect({ EvaluationPeriods, Threshold, periods }).toEqual({
      EvaluationPeriods: 2,
      Threshold: 2,
      periods: [60, 60, 60],
    });
  });

  test('calls aliases only, and permits that before it does', () => {
    const permissions = resourcesOf(stage, 'AWS::Lambda::Permission').filter(({ stack }) => stack.startsWith('api-'));
    const integrations = resourcesOf(stage, 'AWS::ApiGatewayV2::Integration').filter(({ stack }) =>
      stack.startsWith('api-'),
    );
    expect(integrations).toHaveLength(CONTRACTS.length);
    expect(permissions).toHaveLength(CONTRACTS.flatMap((contract) => [...methodsOf(contract)]).length);
    for (const { id, stack, Properties, DependsOn = [] } of integrations) {
      const alias = `${stack} ${Properties.IntegrationUri.Ref}`;
      expect(aliases.has(alias), id).toBe(true);
      const permitted = permissions.filter(
        (one) => one.stack === stack && `${stack} ${one.Properties.FunctionName.Ref}` === alias,
      );
      expect([...DependsOn].sort(), id).toEqual(permitted.map((one) => one.id).sort());
    }
  });

  test('keeps versions, except that of a failed deploy, which Lambda would not publish again', () => {
    for (const [id, { DeletionPolicy, UpdateReplacePolicy }] of versions)
      expect([DeletionPolicy, UpdateReplacePolicy], id).toEqual(['RetainExceptOnCreate', 'Retain']);
  });

  test('publishes a version only of a function that changes', () => {
    const changed = synthesizeConfig({ ...stage.config, salesEmail: 'others@kyb-service.example' });
    const ids = (one: SynthesizedStage) => [...byId(one, 'AWS::Lambda::Version').keys()];
    const known = new Set(ids(stage));
    const published = ids(changed).filter((id) => !known.has(id));
    const affected = functionsOf(changed).filter(
      ({ stack, properties }) => stack.startsWith('api-') && 'SALES_EMAIL' in properties.Environment.Variables,
    );
    expect(published).toHaveLength(affected.length);
  });
});

describe('shifting traffic', () => {
  const { trafficShift, ...off } = synthesize('prod').config;
  const [without, shifting] = [synthesizeConfig(off as StageConfig), synthesize('prod')];
  const stacksOf = ({ stacks }: SynthesizedStage): readonly WantedStack[] =>
    Object.entries(stacks).map(([name, template]) => ({ name, isProtected: true, template: template as Template }));
  const planFrom = (before: SynthesizedStage, after: SynthesizedStage) =>
    planOf(
      stacksOf(before).map((stack): PresentStack => ({ ...stack, status: 'UPDATE_COMPLETE', outputs: {} })),
      stacksOf(after),
    );

  test('keeps the functions, log groups, routes and roles of a stage', () => {
    expect(resourcesOf(without, 'AWS::Lambda::Version')).toEqual([]);
    const kinds = ['AWS::Lambda::Function', 'AWS::Logs::LogGroup', 'AWS::ApiGatewayV2::Route', 'AWS::IAM::Role'];
    for (const kind of kinds) {
      const ids = (stage: SynthesizedStage) => [...byId(stage, kind).keys()];
      expect(
        ids(shifting).filter((id) => !id.includes('trafficshift')),
        kind,
      ).toEqual(ids(without));
    }
  });

  test('begins with an ordinary deploy that replaces only permissions, and ends with one, endpoints first', () => {
    const begin = planFrom(without, shifting);
    expect(begin).toMatchObject({ problems: [], losses: [], early: [] });
    const lost = begin.changes.flatMap((change) => change.lost.map(({ type, fate }) => `${type} ${fate}`));
    expect([...new Set(lost)]).toEqual(['AWS::Lambda::Permission replaced']);
    const end = planFrom(shifting, without);
    expect(end).toMatchObject({ problems: [], losses: [] });
    expect([...end.early].sort()).toEqual([...new Set(resourcesOf(shifting, GROUP).map(({ stack }) => stack))].sort());
  });
});
