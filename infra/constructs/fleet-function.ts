import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Architecture, Function as LambdaFunction, RecursiveLoop, Runtime, Tracing } from 'aws-cdk-lib/aws-lambda';
import { Duration, RemovalPolicy, Stack } from 'aws-cdk-lib/core';
import type { Construct } from 'constructs';
import { bucketOf, queueOf, statementsOf, unpublishableQueueOf } from '#infra/access';
import type { Deployment, SharedResources } from '#infra/deployment';
import { functionVariables } from '#infra/environment';
import { resourceName } from '#infra/names';
import type { TableNeeds } from '#shared/http/table-access';
import { capabilitiesOf } from '#shared/platform/capabilities';
import { makeLogGroup } from './log-group.ts';

/** What distinguishes one function of the fleet from another. */
export interface FleetFunctionProps {
  readonly name: string;
  readonly description: string;
  readonly needs: TableNeeds;
  readonly timeoutSeconds: number;
  /** Permissions that its trigger needs, besides those on what it touches. */
  readonly triggerStatements?: readonly PolicyStatement[];
  /** Variables that its trigger needs, besides those of what it touches. */
  readonly triggerEnvironment?: Readonly<Record<string, string>>;
  /**
   * Whether its own messages may trigger it again without end, on purpose, as with deliveries that wait for their time.
   */
  readonly wakesItself?: boolean;
  /** How many of it run at once, reserved for it in the account's quota; not limited when undefined. */
  readonly reservedConcurrency?: number | undefined;
}

/**
 * The permission to send traces. X-Ray has no resources to restrict it to. Source: AWS Lambda Developer Guide,
 * "Visualize Lambda function invocations using AWS X-Ray".
 */
const tracingStatements = ({ tracing }: Deployment['stage']): readonly PolicyStatement[] =>
  tracing
    ? [new PolicyStatement({ actions: ['xray:PutTraceSegments', 'xray:PutTelemetryRecords'], resources: ['*'] })]
    : [];

/**
 * A function with our defaults: Node.js 24 on arm64, from its bundle, with its environment. It has its own role with
 * exactly its permissions, and its own log group with the stage's retention.
 */
export const makeFleetFunction = (
  scope: Construct,
  props: FleetFunctionProps,
  { stage, codeOf }: Deployment,
  resources: SharedResources,
): LambdaFunction => {
  const functionName = resourceName(stage.stage, props.name);
  const logGroupName = `/aws/lambda/${functionName}`;
  const logGroup = makeLogGroup(scope, `${props.name}-log`, logGroupName, stage.logRetentionDays, stage);
  const ownLog = new PolicyStatement({
    actions: ['logs:CreateLogStream', 'logs:PutLogEvents'],
    resources: [logGroup.logGroupArn],
  });
  // In the role itself rather than in a separate policy, so that a function never starts before its permissions exist.
  const role = new Role(scope, `${props.name}-role`, {
    assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
    inlinePolicies: {
      rights: new PolicyDocument({
        statements: [
          ownLog,
          ...statementsOf(props.needs, stage, resources, Stack.of(scope)),
          ...(props.triggerStatements ?? []),
          ...tracingStatements(stage),
        ],
      }),
    },
  });
  const { uses } = props.needs.touches;
  const sent = capabilitiesOf('queue', uses);
  return new LambdaFunction(scope, props.name, {
    functionName,
    description: props.description,
    runtime: Runtime.NODEJS_24_X,
    architecture: Architecture.ARM_64,
    handler: 'index.handler',
    code: codeOf(props.name),
    memorySize: stage.memoryMegabytes,
    timeout: Duration.seconds(props.timeoutSeconds),
    role,
    // Without policy updates, because the CDK would grant the permission to trace in a separate policy.
    ...(stage.tracing && { tracing: Tracing.ACTIVE, role: role.withoutPolicyUpdates() }),
    logGroup,
    ...(props.reservedConcurrency !== undefined && { reservedConcurrentExecutions: props.reservedConcurrency }),
    environment: {
      ...functionVariables(props.needs.touches, stage, {
        tableName: resources.table.tableName,
        queueUrls: Object.fromEntries(sent.map((name) => [name, queueOf(resources, name).queueUrl])),
        ...(capabilitiesOf('bucket', uses).length > 0 && { bucketName: bucketOf(resources).bucketName }),
        ...(uses?.includes('bus') && { unpublishableQueueUrl: unpublishableQueueOf(resources).queueUrl }),
        ...(resources.apiUrl !== undefined && { apiUrl: resources.apiUrl }),
      }),
      ...props.triggerEnvironment,
    },
    // Versions, which only functions with an alias have, outlive the next deploy, so that calls under way end and an
    // operator can return to one. Not that of a failed deploy: Lambda would not publish the same version again.
    currentVersionOptions: { removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE },
    // Lambda stops a chain of sixteen calls through a queue unless recursion is allowed.
    ...(props.wakesItself && { recursiveLoop: RecursiveLoop.ALLOW }),
  });
};
