import { CfnOIDCProvider, FederatedPrincipal, PolicyDocument, PolicyStatement, Role } from 'aws-cdk-lib/aws-iam';
import { type App, Stack } from 'aws-cdk-lib/core';
import { BOOTSTRAP_ROLES, bootstrapRole } from '#infra/bootstrap';
import { resourceName } from '#infra/names';
import type { StageConfig } from '#infra/stage-config';
import { StageRefused } from '#infra/stage-rules';

/** What may deploy a stage. */
export interface PipelineOptions {
  /** A repository at GitHub, `<owner>/<name>`. */
  readonly repository: string | undefined;
  /** Whether the account already trusts GitHub's tokens, as when another stage is in it: it can do so once. */
  readonly isProviderThere: boolean;
}

/** Who issues the tokens of workflows. */
const ISSUER = 'token.actions.githubusercontent.com';

/**
 * The role with which a workflow deploys a stage, without a stored key: only in the environment of the repository that
 * is called like the stage, so that GitHub asks that environment's reviewers first (GitHub documentation, "Configuring
 * OpenID Connect in Amazon Web Services"). It may assume the bootstrap's roles, and nothing else.
 *
 * It has none of the tags of a stage's stacks, so a deploy leaves it alone.
 *
 * @throws StageRefused without a repository.
 */
export const makePipelineStack = (app: App, config: StageConfig, { repository, isProviderThere }: PipelineOptions) => {
  const { stage, account, region } = config;
  if (!/^[\w.-]+\/[\w.-]+$/.test(repository ?? ''))
    throw new StageRefused('Name the repository with --context repository=<owner>/<name>');
  const stack = new Stack(app, `kyb-service-pipeline-${stage}`, {
    description: `The pipeline of the KYB service that deploys ${stage}`,
    env: { ...(account !== undefined && { account }), region },
  });
  const provider = isProviderThere
    ? stack.formatArn({ service: 'iam', region: '', resource: 'oidc-provider', resourceName: ISSUER })
    : new CfnOIDCProvider(stack, 'github', { url: `https://${ISSUER}`, clientIdList: ['sts.amazonaws.com'] }).attrArn;
  new Role(stack, 'role', {
    roleName: resourceName(stage, 'pipeline'),
    description: `Deploys ${stage} from the workflows of ${repository}`,
    assumedBy: new FederatedPrincipal(
      provider,
      {
        StringEquals: {
          [`${ISSUER}:aud`]: 'sts.amazonaws.com',
          [`${ISSUER}:sub`]: `repo:${repository}:environment:${stage}`,
        },
      },
      'sts:AssumeRoleWithWebIdentity',
    ),
    inlinePolicies: {
      deploys: new PolicyDocument({
        statements: [
          new PolicyStatement({
            actions: ['sts:AssumeRole'],
            resources: BOOTSTRAP_ROLES.map((kind) =>
              stack.formatArn({
                service: 'iam',
                region: '',
                resource: 'role',
                resourceName: bootstrapRole(kind, stack.account, region),
              }),
            ),
          }),
        ],
      }),
    },
  });
};
