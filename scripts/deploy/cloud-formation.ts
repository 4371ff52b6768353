import {
  type CloudFormationClient,
  DeleteStackCommand,
  GetTemplateCommand,
  paginateDescribeStackEvents,
  paginateDescribeStacks,
  type Stack,
  type StackEvent,
  UpdateTerminationProtectionCommand,
  waitUntilStackDeleteComplete,
} from '@aws-sdk/client-cloudformation';
import type { StageName } from '#infra/stage-config';
import { UserError } from '#scripts/local-cloud/user-error';
import type { PresentStack } from './plan.ts';
import { NO_TEMPLATE, type Template } from './template.ts';

/** A resource that could not be created, changed or deleted. */
export interface FailedResource {
  readonly stack: string;
  readonly logicalId: string;
  readonly type: string;
  /** The service's own reason. */
  readonly reason: string;
}

/** The stacks of a stage in CloudFormation. */
export interface StageStacks {
  /** Every stack of the stage, with its template. */
  readonly list: () => Promise<readonly PresentStack[]>;
  /**
   * Deletes a stack, also a protected one, and waits until it is gone.
   *
   * @throws UserError naming the resource that could not be deleted.
   */
  readonly remove: (stack: string) => Promise<void>;
  /** Why a stack is in the status of a failure, by what happened since a moment; the cause first. */
  readonly failuresOf: (stack: string, sinceMs: number) => Promise<readonly FailedResource[]>;
  /** The version of the CDK's bootstrap stack in a region; undefined when there is none. */
  readonly bootstrapVersion: (region: string) => Promise<number | undefined>;
}

/** The name of the stack that `cdk bootstrap` deploys. */
const BOOTSTRAP_STACK = 'CDKToolkit';

/** How long the deletion of a stack may take: that of a function on no network takes seconds. */
const DELETION_SECONDS = 1800;

const outputsOf = ({ Outputs = [] }: Stack): Readonly<Record<string, string>> =>
  Object.fromEntries(Outputs.map(({ OutputKey = '', OutputValue = '' }) => [OutputKey, OutputValue]));

const tagOf = ({ Tags = [] }: Stack, key: string): string | undefined => Tags.find(({ Key }) => Key === key)?.Value;

/** What follows from another failure, which says why. */
const FOLLOWS = /cancelled|The following resource\(s\) failed/i;

const failureOf = (stack: string, event: StackEvent): FailedResource => ({
  stack,
  logicalId: event.LogicalResourceId ?? '',
  type: event.ResourceType ?? '',
  reason: event.ResourceStatusReason ?? '',
});

/**
 * The stacks of a stage in one region.
 *
 * @param pollSeconds how often the deletion of a stack is looked at, at most.
 */
export const makeStageStacks = (client: CloudFormationClient, stage: StageName, pollSeconds = 5): StageStacks => {
  const described = async (): Promise<readonly Stack[]> => {
    const stacks: Stack[] = [];
    for await (const { Stacks = [] } of paginateDescribeStacks({ client }, {})) stacks.push(...Stacks);
    return stacks;
  };

  const templateOf = async (StackName: string): Promise<Template> => {
    const { TemplateBody } = await client.send(new GetTemplateCommand({ StackName, TemplateStage: 'Original' }));
    return TemplateBody === undefined || TemplateBody === '' ? NO_TEMPLATE : (JSON.parse(TemplateBody) as Template);
  };

  const failuresOf: StageStacks['failuresOf'] = async (stack, sinceMs) => {
    const failures: FailedResource[] = [];
    for await (const { StackEvents = [] } of paginateDescribeStackEvents({ client }, { StackName: stack })) {
      const recent = StackEvents.filter(({ Timestamp }) => (Timestamp?.getTime() ?? 0) >= sinceMs);
      failures.push(
        ...recent
          .filter(({ ResourceStatus = '', ResourceType }) => {
            return ResourceStatus.endsWith('_FAILED') && ResourceType !== 'AWS::CloudFormation::Stack';
          })
          .filter(({ ResourceStatusReason = '' }) => !FOLLOWS.test(ResourceStatusReason))
          .map((event) => failureOf(stack, event)),
      );
      if (recent.length < StackEvents.length) break;
    }
    // Events are listed from the latest to the earliest.
    return failures.reverse();
  };

  return {
    list: async () => {
      const own = (await described()).filter(
        (stack) => tagOf(stack, 'service') === 'kyb-service' && tagOf(stack, 'stage') === stage,
      );
      return Promise.all(
        own.map(async (stack): Promise<PresentStack> => {
          const { StackName: name = '', StackStatus: status = '', EnableTerminationProtection } = stack;
          const template = status === 'REVIEW_IN_PROGRESS' ? NO_TEMPLATE : await templateOf(name);
          return {
            name,
            status,
            isProtected: EnableTerminationProtection === true,
            outputs: outputsOf(stack),
            template,
          };
        }),
      );
    },
    remove: async (StackName) => {
      const startedAtMs = Date.now();
      await client.send(new UpdateTerminationProtectionCommand({ StackName, EnableTerminationProtection: false }));
      await client.send(new DeleteStackCommand({ StackName }));
      try {
        await waitUntilStackDeleteComplete(
          { client, minDelay: Math.min(1, pollSeconds), maxDelay: pollSeconds, maxWaitTime: DELETION_SECONDS },
          { StackName },
        );
      } catch (error) {
        const [cause] = await failuresOf(StackName, startedAtMs);
        if (!cause) throw error;
        throw new UserError(`${StackName} could not be deleted: ${cause.logicalId} (${cause.type}): ${cause.reason}`);
      }
    },
    failuresOf,
    bootstrapVersion: async () => {
      const stack = (await described()).find(({ StackName }) => StackName === BOOTSTRAP_STACK);
      const version = stack && outputsOf(stack)['BootstrapVersion'];
      return version === undefined ? undefined : Number(version);
    },
  };
};
