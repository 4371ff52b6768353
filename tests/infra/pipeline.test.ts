import { Aspects } from 'aws-cdk-lib/core';
import { AwsSolutionsChecks } from 'cdk-nag';
import { describe, expect, test } from 'vitest';
import { makePipelineStack } from '#infra/stacks/pipeline';
import type { StageConfig } from '#infra/stage-config';
import { settingsOf, synthesizeApp } from './synthesis.ts';

const ACCOUNT = '111122223333';
const REPOSITORY = 'acme/kyb-service';
const stage = (name: string): StageConfig => ({ ...settingsOf(name), account: ACCOUNT });

const pipelineOf = (name: string, repository: string | undefined = REPOSITORY, isProviderThere = false) => {
  const { templates } = synthesizeApp((app) => {
    makePipelineStack(app, stage(name), { repository, isProviderThere });
    // What it reports fails the synthesis.
    Aspects.of(app).add(new AwsSolutionsChecks({ reports: false }));
  });
  const [[stack, template] = ['', { Resources: {} }]] = Object.entries(templates);
  return { stack, resources: Object.values(template.Resources) };
};

const roleOf = (...args: Parameters<typeof pipelineOf>) =>
  pipelineOf(...args).resources.find(({ Type }) => Type === 'AWS::IAM::Role')?.Properties;

describe.each(['staging', 'prod'])('the pipeline of %s', (name) => {
  test('is a workflow of one repository in the environment of the stage, and nobody else', () => {
    const { AssumeRolePolicyDocument, RoleName } = roleOf(name);
    expect(RoleName).toBe(`kyb-service-${name}-pipeline`);
    expect(AssumeRolePolicyDocument.Statement).toEqual([
      {
        Effect: 'Allow',
        Action: 'sts:AssumeRoleWithWebIdentity',
        Principal: { Federated: { 'Fn::GetAtt': ['github', 'Arn'] } },
        Condition: {
          StringEquals: {
            'token.actions.githubusercontent.com:aud': 'sts.amazonaws.com',
            'token.actions.githubusercontent.com:sub': `repo:${REPOSITORY}:environment:${name}`,
          },
        },
      },
    ]);
  });

  test('may assume the roles of the bootstrap that a deploy needs, and do nothing by itself', () => {
    const { Policies, ManagedPolicyArns } = roleOf(name);
    expect(ManagedPolicyArns).toBeUndefined();
    expect(Policies).toHaveLength(1);
    const [{ Action, Resource }, ...others] = Policies[0].PolicyDocument.Statement;
    expect([Action, others]).toEqual(['sts:AssumeRole', []]);
    expect(Resource).toEqual(
      ['deploy', 'file-publishing', 'lookup'].map(
        (role) => `arn:aws:iam::${ACCOUNT}:role/cdk-hnb659fds-${role}-role-${ACCOUNT}-eu-west-1`,
      ),
    );
  });

  test('is a stack that deploys and destroys of the stage do not find', () => {
    const { stack, resources } = pipelineOf(name);
    expect(stack).toBe(`kyb-service-pipeline-${name}`);
    expect(JSON.stringify(resources)).not.toContain('"Key":"stage"');
  });
});

test('a second stage of an account trusts the provider that is there', () => {
  const { resources } = pipelineOf('staging', REPOSITORY, true);
  expect(resources.map(({ Type }) => Type)).toEqual(['AWS::IAM::Role']);
  const [statement] = resources[0]?.Properties.AssumeRolePolicyDocument.Statement ?? [];
  expect(JSON.stringify(statement.Principal)).toContain(
    `:iam::${ACCOUNT}:oidc-provider/token.actions.githubusercontent.com`,
  );
});

test.each([undefined, '', 'acme', 'acme/*', '*/kyb', 'acme/kyb/other', 'acme/kyb:environment:prod'])(
  'the repository %s is refused',
  (repository) => {
    expect(() =>
      synthesizeApp((app) => makePipelineStack(app, stage('prod'), { repository, isProviderThere: false })),
    ).toThrow('Name the repository with --context repository=<owner>/<name>');
  },
);
