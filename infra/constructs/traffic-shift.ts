import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import { CfnApplication, CfnDeploymentGroup } from 'aws-cdk-lib/aws-codedeploy';
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Alias, type IFunction, type IVersion, type Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { ArnFormat, type CfnResource, type Stack } from 'aws-cdk-lib/core';
import type { Construct } from 'constructs';
import { ALARMS } from '#infra/alarms/list';
import { resourceName } from '#infra/names';
import type { StageConfig } from '#infra/stage-config';
import { type AlarmContext, alarmProps, makeAlarm } from './alarm.ts';

/** How the endpoints of a stage pass from one version to the next. */
export interface TrafficShift {
  /** A predefined configuration of CodeDeploy. */
  readonly configuration: string;
  readonly applicationName: string;
  /** The role with which CodeDeploy moves aliases and reads the alarm. */
  readonly role: Role;
  /** The alarm that ends a shift and returns all traffic to the version before. */
  readonly alarmName: string;
}

/** The alias that API Gateway calls. */
const LIVE_ALIAS = 'live';

/** The alarm that a shift is watched with. */
const RELEASE_ALARM = 'release-failing';

/**
 * What all shifts of a stage share. It is in the stack of the API, which exists before any endpoint: CodeDeploy ends a
 * deployment whose alarm it cannot read.
 */
export const makeTrafficShift = (
  stack: Stack,
  configuration: NonNullable<StageConfig['trafficShift']>,
  api: HttpApi,
  context: AlarmContext,
): TrafficShift => {
  const { stage } = context.stage;
  const place = { stage, apiId: api.apiId };
  for (const entry of ALARMS.filter(({ madeBy }) => madeBy === 'trafficShift')) {
    makeAlarm(stack, alarmProps(entry, context.stage, place), context);
  }
  const functions = stack.formatArn({
    service: 'lambda',
    resource: 'function',
    resourceName: resourceName(stage, '*'),
    arnFormat: ArnFormat.COLON_RESOURCE_NAME,
  });
  const role = new Role(stack, 'traffic-shift-role', {
    assumedBy: new ServicePrincipal('codedeploy.amazonaws.com'),
    inlinePolicies: {
      // What AWS's own policy AWSCodeDeployRoleForLambdaLimited allows, without its files, hooks and topics.
      rights: new PolicyDocument({
        statements: [
          new PolicyStatement({
            actions: ['lambda:GetAlias', 'lambda:UpdateAlias', 'lambda:GetProvisionedConcurrencyConfig'],
            resources: [functions],
          }),
          new PolicyStatement({ actions: ['cloudwatch:DescribeAlarms'], resources: ['*'] }),
        ],
      }),
    },
  });
  const applicationName = resourceName(stage, 'endpoints');
  new CfnApplication(stack, 'traffic-shift', { applicationName, computePlatform: 'Lambda' });
  return { configuration, applicationName, role, alarmName: resourceName(stage, RELEASE_ALARM) };
};

/**
 * The alias of a function to which CloudFormation moves traffic as CodeDeploy's configuration says. While the alarm goes
 * off, CodeDeploy returns all traffic, and CloudFormation rolls the stack back (AWS CloudFormation User Guide,
 * "UpdatePolicy attribute", CodeDeployLambdaAliasUpdate; AWS CodeDeploy User Guide, "Redeploy and roll back a
 * deployment"). A deployment group has one deployment at a time, so each function has its own.
 */
export const makeShiftedAlias = (
  scope: Construct,
  name: string,
  target: LambdaFunction,
  { configuration, applicationName, role, alarmName }: TrafficShift,
): IFunction => {
  // The CDK's own types do not satisfy `exactOptionalPropertyTypes`, although its classes implement the interfaces.
  const version = target.currentVersion as IVersion;
  const groupBefore = scope.node.children.findLast((child) => child instanceof CfnDeploymentGroup);
  const alias = new Alias(scope, `${name}-${LIVE_ALIAS}`, { aliasName: LIVE_ALIAS, version });
  const group = new CfnDeploymentGroup(scope, `${name}-shift`, {
    applicationName,
    serviceRoleArn: role.roleArn,
    deploymentConfigName: `CodeDeployDefault.${configuration}`,
    deploymentStyle: { deploymentType: 'BLUE_GREEN', deploymentOption: 'WITH_TRAFFIC_CONTROL' },
    alarmConfiguration: { enabled: true, alarms: [{ name: alarmName }] },
    autoRollbackConfiguration: {
      enabled: true,
      events: ['DEPLOYMENT_FAILURE', 'DEPLOYMENT_STOP_ON_ALARM', 'DEPLOYMENT_STOP_ON_REQUEST'],
    },
  });
  // One after another: CodeDeploy throttles whoever creates fifteen of its things at once (aws/aws-cdk#21516).
  if (groupBefore) group.node.addDependency(groupBefore);
  (alias.node.defaultChild as CfnResource).cfnOptions.updatePolicy = {
    codeDeployLambdaAliasUpdate: { applicationName, deploymentGroupName: group.ref },
  };
  return alias as IFunction;
};
