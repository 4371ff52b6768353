import { Code } from 'aws-cdk-lib/aws-lambda';
import type { App } from 'aws-cdk-lib/core';
import { makeApp } from '#infra/cdk-app';
import { makeService } from '#infra/service';
import type { EdgeConfig, StageConfig, StageName } from '#infra/stage-config';
import { checkedStage } from '#infra/stage-rules';
import { type DeploySettings, stageConfig } from '#infra/stages';
import { temporaryFolder } from '#tests/support/temporary-folder';

// These tests inspect templates; the CDK's own review of them is part of `cdk synth`.
process.env['CDK_VALIDATION'] = 'false';

/** One resource of a template. */
export interface Resource {
  readonly Type: string;
  // biome-ignore lint/suspicious/noExplicitAny: templates are as deep and as loose as CloudFormation allows.
  readonly Properties: any;
  readonly DeletionPolicy?: string;
  readonly UpdateReplacePolicy?: string;
  readonly DependsOn?: readonly string[];
  // biome-ignore lint/suspicious/noExplicitAny: as with properties.
  readonly UpdatePolicy?: any;
}

/** A template as CloudFormation gets it. */
export interface StackTemplate {
  readonly Resources: Readonly<Record<string, Resource>>;
  readonly Outputs?: Readonly<Record<string, { readonly Value: unknown; readonly Export?: { readonly Name: string } }>>;
}

/** A stage, synthesized. */
export interface SynthesizedStage {
  readonly config: StageConfig;
  /** Templates by the stack's name without its stage, such as `data`. */
  readonly stacks: Readonly<Record<string, StackTemplate>>;
  readonly terminationProtected: readonly string[];
  /** The stacks that each is deployed after, by the same names. */
  readonly dependencies: Readonly<Record<string, readonly string[]>>;
}

const NO_SETTINGS: DeploySettings = { rateLimitScale: undefined };

/** The settings of a stage. Default: without outside settings. */
export const settingsOf = (stage: string, settings: Partial<DeploySettings> = {}): StageConfig =>
  stageConfig(stage, { ...NO_SETTINGS, ...settings });

/** A stage with everything that a stage can have in front of its functions. */
export const withEdge = (config: StageConfig, edge: Partial<EdgeConfig> = {}): StageConfig =>
  checkedStage({
    ...config,
    edgeSecretHashes: ['a'.repeat(64), 'b'.repeat(64)],
    edge: { domainName: 'api.kyb.ng', hostedZone: { id: 'Z0123456789', name: 'kyb.ng' }, ...edge },
    lambdaConcurrency: 1000,
  });

/** The result of synthesizing an app. */
export interface SynthesizedApp {
  /** By the stack's full name. */
  readonly templates: Readonly<Record<string, StackTemplate>>;
  readonly terminationProtected: readonly string[];
  readonly dependencies: Readonly<Record<string, readonly string[]>>;
}

/**
 * Synthesizes what `build` adds to an app, and leaves no files.
 *
 * @param context settings of the CDK that replace the project's.
 */
export const synthesizeApp = (
  build: (app: App) => void,
  context: Readonly<Record<string, unknown>> = {},
): SynthesizedApp => {
  const outdir = temporaryFolder('synthesis');
  const app = makeApp({ outdir, context });
  build(app);
  const { stacks } = app.synth();
  return {
    templates: Object.fromEntries(stacks.map(({ stackName, template }) => [stackName, template])),
    terminationProtected: stacks.filter((stack) => stack.terminationProtection).map(({ stackName }) => stackName),
    dependencies: Object.fromEntries(
      stacks.map(({ stackName, dependencies }) => [
        stackName,
        // Stacks also depend on their own assets.
        dependencies.map(({ id }) => id).filter((id) => stacks.some(({ id: other }) => other === id)),
      ]),
    ),
  };
};

/** Replaces every bundle, so that no hash of code is in a template. */
export const codeOf = (): Code => Code.fromInline('code');

/** A stage with a test's own settings. */
export const synthesizeConfig = (config: StageConfig): SynthesizedStage => {
  const { templates, terminationProtected, dependencies } = synthesizeApp((app) =>
    makeService(app, { stage: config, codeOf }),
  );
  const prefix = `kyb-service-${config.stage}-`;
  const brief = (name: string): string => name.slice(prefix.length);
  const stacks = Object.fromEntries(Object.entries(templates).map(([name, template]) => [brief(name), template]));
  const after = Object.entries(dependencies).map(([name, first]) => [brief(name), first.map(brief)] as const);
  return { config, stacks, terminationProtected, dependencies: Object.fromEntries(after) };
};

const synthesized = new Map<StageName, SynthesizedStage>();

/** A stage as it is deployed, synthesized once for all tests. */
export const synthesize = (stage: StageName): SynthesizedStage => {
  const known = synthesized.get(stage) ?? synthesizeConfig(settingsOf(stage));
  synthesized.set(stage, known);
  return known;
};

/** Every resource of a type in a stage, with the stack that holds it. */
export const resourcesOf = (
  { stacks }: Pick<SynthesizedStage, 'stacks'>,
  type: string,
): readonly (Resource & { readonly id: string; readonly stack: string })[] =>
  Object.entries(stacks).flatMap(([stack, { Resources }]) =>
    Object.entries(Resources)
      .filter(([, resource]) => resource.Type === type)
      .map(([id, resource]) => ({ ...resource, id, stack })),
  );

/** One statement of a role. */
export interface Statement {
  readonly Effect: string;
  readonly Action: string | readonly string[];
  readonly Resource: unknown;
  readonly NotResource?: unknown;
  readonly Condition?: Readonly<Record<string, Readonly<Record<string, string | readonly string[]>>>>;
}

/** A function with its permissions. */
export interface DeployedFunction {
  /** Without the name of service and stage. */
  readonly name: string;
  readonly stack: string;
  readonly roleId: string;
  // biome-ignore lint/suspicious/noExplicitAny: as in `Resource`.
  readonly properties: any;
  readonly statements: readonly Statement[];
}

/** Every function of a stage with the statements of its role. */
export const functionsOf = (stage: Pick<SynthesizedStage, 'config' | 'stacks'>): readonly DeployedFunction[] =>
  resourcesOf(stage, 'AWS::Lambda::Function').map(({ stack, Properties }) => {
    const roleId: string = Properties.Role['Fn::GetAtt'][0];
    const role = stage.stacks[stack]?.Resources[roleId]?.Properties;
    return {
      name: Properties.FunctionName.replace(`kyb-service-${stage.config.stage}-`, ''),
      stack,
      roleId,
      properties: Properties,
      statements: role.Policies.flatMap(
        (policy: { PolicyDocument: { Statement: Statement[] } }) => policy.PolicyDocument.Statement,
      ),
    };
  });

/** The actions of a statement as a list. */
export const actionsOf = ({ Action }: Statement): readonly string[] => (typeof Action === 'string' ? [Action] : Action);

/** Every alarm of a stage by its name without service and stage. */
export const alarmsOf = (stage: SynthesizedStage): ReadonlyMap<string, Resource['Properties']> =>
  new Map(
    resourcesOf(stage, 'AWS::CloudWatch::Alarm').map(({ Properties }) => [
      String(Properties.AlarmName).replace(`kyb-service-${stage.config.stage}-`, ''),
      Properties,
    ]),
  );
