/** A resource of a template. */
export interface Resource {
  readonly Type: string;
  readonly Properties?: Readonly<Record<string, unknown>>;
  readonly DeletionPolicy?: string;
  readonly UpdatePolicy?: unknown;
}

/** A template, as far as a deploy reads it. */
export interface Template {
  readonly Resources?: Readonly<Record<string, Resource>>;
  readonly Outputs?: Readonly<
    Record<string, { readonly Value?: unknown; readonly Export?: { readonly Name: unknown } }>
  >;
}

/** Templates by the names of their stacks. */
export type Templates = ReadonlyMap<string, Template>;

/** The template of a stack that does not exist. */
export const NO_TEMPLATE: Template = {};

/**
 * The property that must be unique in the account and region, or in the stage's API, for each type that this service
 * names. CloudFormation creates before it deletes, so no two resources may have one name at the same time.
 */
const NAME_PROPERTIES: Readonly<Record<string, string>> = {
  'AWS::ApiGatewayV2::DomainName': 'DomainName',
  'AWS::ApiGatewayV2::Route': 'RouteKey',
  'AWS::Backup::BackupVault': 'BackupVaultName',
  'AWS::CloudWatch::Alarm': 'AlarmName',
  'AWS::CloudWatch::Dashboard': 'DashboardName',
  'AWS::CodeDeploy::Application': 'ApplicationName',
  'AWS::DynamoDB::Table': 'TableName',
  'AWS::Events::Archive': 'ArchiveName',
  'AWS::Events::EventBus': 'Name',
  'AWS::Events::Rule': 'Name',
  'AWS::Lambda::Function': 'FunctionName',
  'AWS::Logs::DeliveryDestination': 'Name',
  'AWS::Logs::DeliverySource': 'Name',
  'AWS::Logs::LogGroup': 'LogGroupName',
  'AWS::SES::ConfigurationSet': 'Name',
  'AWS::SES::EmailIdentity': 'EmailIdentity',
  'AWS::SNS::Topic': 'TopicName',
  'AWS::SQS::Queue': 'QueueName',
  'AWS::Scheduler::Schedule': 'Name',
  'AWS::SecretsManager::Secret': 'Name',
  'AWS::WAFv2::IPSet': 'Name',
  'AWS::WAFv2::WebACL': 'Name',
};

/** What holds data that a deploy cannot restore. */
const STATEFUL: ReadonlySet<string> = new Set([
  'AWS::Backup::BackupVault',
  'AWS::DynamoDB::Table',
  'AWS::S3::Bucket',
  'AWS::SQS::Queue',
  'AWS::SecretsManager::Secret',
]);

/** Whether a resource holds data that a deploy cannot restore. */
export const isStateful = ({ Type }: Resource): boolean => STATEFUL.has(Type);

/** The unique name of a resource; undefined when CloudFormation chooses it. */
const nameOf = ({ Type, Properties = {} }: Resource): string | undefined => {
  const name = Properties[NAME_PROPERTIES[Type] ?? ''];
  return typeof name === 'string' ? name : undefined;
};

/** Whether two resources would have one unique name in the account. A route has its name in its API. */
export const hasSameName = (one: Resource, other: Resource): boolean =>
  one.Type !== 'AWS::ApiGatewayV2::Route' && nameOf(one) !== undefined && nameOf(one) === nameOf(other);

/** What a resource is called in messages: its unique name, or its logical id. */
export const labelOf = (logicalId: string, resource: Resource): string => nameOf(resource) ?? logicalId;

const resourcesOf = ({ Resources = {} }: Template): readonly [string, Resource][] => Object.entries(Resources);

/** The resources of a template that have a unique name: logical ids by type and name. */
export const namedResources = (template: Template): ReadonlyMap<string, string> =>
  new Map(
    resourcesOf(template).flatMap(([logicalId, resource]) => {
      const name = nameOf(resource);
      return name === undefined ? [] : [[`${resource.Type} ${name}`, logicalId] as const];
    }),
  );

/** The stateful resources of a template, by what they are called. */
export const statefulResources = (template: Template): readonly string[] =>
  resourcesOf(template)
    .filter(([, resource]) => isStateful(resource))
    .map(([logicalId, resource]) => labelOf(logicalId, resource));

/** The names of what a stack exports. */
export const exportsOf = ({ Outputs = {} }: Template): ReadonlySet<string> =>
  new Set(Object.values(Outputs).flatMap(({ Export }) => (typeof Export?.Name === 'string' ? [Export.Name] : [])));

/** The names of what a stack imports from others. */
export const importsOf = (template: Template): ReadonlySet<string> => {
  const names = new Set<string>();
  JSON.stringify(template, (key, value) => {
    if (key === 'Fn::ImportValue' && typeof value === 'string') names.add(value);
    return value;
  });
  return names;
};

/**
 * Whether a deploy of this template may find a resource that an earlier deployment left: one with a name that is kept
 * when its stack no longer has it.
 */
export const mayAdopt = (before: Template, after: Template): boolean => {
  const known = namedResources(before);
  return resourcesOf(after).some(([, resource]) => {
    const name = nameOf(resource);
    const isKept = resource.DeletionPolicy?.startsWith('Retain') === true;
    return isKept && name !== undefined && !known.has(`${resource.Type} ${name}`);
  });
};
