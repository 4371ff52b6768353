import type { SynthesizedStage } from '#tests/infra/synthesis';
import { resourcesOf } from '#tests/infra/synthesis';

/**
 * The concurrent pollers of a queue, each with a request every 20 seconds while it is empty: five, or two if the event
 * source has no maximum concurrency (AWS, "Configuring scaling behavior for SQS event source mappings").
 */
export const POLLERS = { limited: 5, unlimited: 2 } as const;

/** A month of AWS's price lists, in minutes. */
export const MINUTES_OF_A_MONTH = 730 * 60;

/** What cost nothing by themselves. Where what they do is billed, it is by use. */
const FREE: ReadonlySet<string> = new Set([
  'AWS::ApiGatewayV2::Api',
  'AWS::ApiGatewayV2::ApiMapping',
  'AWS::ApiGatewayV2::DomainName',
  'AWS::ApiGatewayV2::Integration',
  'AWS::ApiGatewayV2::Route',
  'AWS::ApiGatewayV2::Stage',
  'AWS::Backup::BackupPlan',
  'AWS::Backup::BackupSelection',
  'AWS::Backup::BackupVault',
  'AWS::Budgets::Budget',
  'AWS::CDK::Metadata',
  'AWS::CE::AnomalyMonitor',
  'AWS::CE::AnomalySubscription',
  'AWS::CertificateManager::Certificate',
  'AWS::CloudFront::CachePolicy',
  'AWS::CloudFront::Distribution',
  'AWS::CloudFront::Function',
  'AWS::CloudFront::OriginRequestPolicy',
  'AWS::CloudFront::ResponseHeadersPolicy',
  'AWS::CodeDeploy::Application',
  'AWS::CodeDeploy::DeploymentConfig',
  'AWS::CodeDeploy::DeploymentGroup',
  'AWS::DynamoDB::Table',
  'AWS::Events::Archive',
  'AWS::Events::EventBus',
  'AWS::Events::Rule',
  'AWS::IAM::ManagedPolicy',
  'AWS::IAM::OIDCProvider',
  'AWS::IAM::Policy',
  'AWS::IAM::Role',
  'AWS::Lambda::Alias',
  'AWS::Lambda::EventInvokeConfig',
  'AWS::Lambda::EventSourceMapping',
  'AWS::Lambda::Function',
  'AWS::Lambda::Permission',
  'AWS::Lambda::Version',
  'AWS::Logs::Delivery',
  'AWS::Logs::DeliveryDestination',
  'AWS::Logs::DeliverySource',
  'AWS::Logs::LogGroup',
  'AWS::Logs::MetricFilter',
  'AWS::Logs::QueryDefinition',
  'AWS::Route53::RecordSet',
  'AWS::S3::Bucket',
  'AWS::S3::BucketPolicy',
  'AWS::SES::ConfigurationSet',
  'AWS::SES::ConfigurationSetEventDestination',
  'AWS::SES::EmailIdentity',
  'AWS::SNS::Subscription',
  'AWS::SNS::Topic',
  'AWS::SNS::TopicPolicy',
  'AWS::SQS::Queue',
  'AWS::SQS::QueuePolicy',
  'AWS::Scheduler::Schedule',
  'AWS::SecretsManager::ResourcePolicy',
  'AWS::SecretsManager::SecretTargetAttachment',
  'AWS::WAFv2::IPSet',
  'AWS::WAFv2::WebACLAssociation',
]);

/** Types that are billed each month for being there. */
const BILLED = {
  'AWS::CloudWatch::Alarm': 'alarms',
  'AWS::CloudWatch::CompositeAlarm': 'compositeAlarms',
  'AWS::CloudWatch::Dashboard': 'dashboards',
  'AWS::KMS::Key': 'keys',
  'AWS::Route53::HealthCheck': 'healthChecks',
  'AWS::Route53::HostedZone': 'hostedZones',
  'AWS::SecretsManager::Secret': 'secrets',
  'AWS::WAFv2::WebACL': 'webAcls',
} as const;

/** A function that runs on a schedule. */
export interface ScheduledFunction {
  readonly name: string;
  readonly runsAMonth: number;
}

/** What a stage is billed for, as its templates have it. */
export interface Inventory {
  readonly region: string;
  /** How many metrics alarms watch, besides those that a query finds. */
  readonly alarmMetrics: number;
  /** The metrics of the service that alarms find by a query. */
  readonly queriedMetrics: readonly string[];
  /** How many of each type are billed for being there. */
  readonly counts: Readonly<Record<(typeof BILLED)[keyof typeof BILLED] | 'webAclRules', number>>;
  readonly queuePollers: number;
  readonly scheduled: readonly ScheduledFunction[];
  readonly functions: number;
  readonly memoryGigabytes: number;
  readonly logRetentionDays: number;
  /** Days that the bus keeps events; 0 without an archive. */
  readonly archiveDays: number;
  readonly hasRecovery: boolean;
  /** Whether functions send traces. */
  readonly isTraced: boolean;
  /** How many backups of the table are kept at a time, each of all of it, and in how many vaults. */
  readonly backups: { readonly kept: number; readonly vaults: number };
  /** Whether the table is encrypted with a key of the account, whose requests are billed. */
  readonly hasAccountKey: boolean;
  /** Types that are in neither list. */
  readonly unpriced: readonly string[];
}

type Properties = ReturnType<typeof resourcesOf>[number]['Properties'];

/** The metrics that an alarm watches: those that it names, and the expressions that find some. */
const watchedBy = ({ Metrics: metrics }: Properties) => {
  if (metrics === undefined) return { named: 1, queries: [] as string[] };
  const named = metrics.filter(({ MetricStat }: Properties) => MetricStat !== undefined).length;
  const expressions = metrics.flatMap(({ Expression }: Properties) => Expression ?? []);
  return { named, queries: expressions.filter((expression: string) => expression.startsWith('SELECT')) as string[] };
};

const runsAMonth = (expression: string): number => {
  const [, value, unit = ''] = /^rate\((\d+) (minute|hour|day)s?\)$/.exec(expression) ?? [];
  const minutes = { minute: 1, hour: 60, day: 1440 }[unit];
  if (minutes === undefined) throw new RangeError(`A schedule is not a rate: ${expression}`);
  return MINUTES_OF_A_MONTH / (Number(value) * minutes);
};

/** The backups that are kept at a time, in the stage's vault and in those that they are copied to. */
const backupsOf = (stage: SynthesizedStage): Inventory['backups'] => {
  const { backup } = stage.config;
  const [plan] = resourcesOf(stage, 'AWS::Backup::BackupPlan').map(({ Properties }) => Properties.BackupPlan);
  if (!backup || !plan) return { kept: 0, vaults: 0 };
  const [{ Lifecycle: here, CopyActions: copies = [] }] = plan.BackupPlanRule;
  const days = copies.reduce(
    (sum: number, { Lifecycle: there }: Properties) => sum + there.DeleteAfterDays,
    here.DeleteAfterDays,
  );
  return { kept: days * (24 / backup.everyHours), vaults: 1 + copies.length };
};

/** Counts what a stage is billed for. */
export const inventoryOf = (stage: SynthesizedStage): Inventory => {
  const every = (type: string) => resourcesOf(stage, type);
  const alarms = every('AWS::CloudWatch::Alarm').map(({ Properties }) => watchedBy(Properties));
  const counts = Object.entries(BILLED).map(([type, name]) => [name, every(type).length]);
  const rules = every('AWS::WAFv2::WebACL').map(({ Properties }) => Properties.Rules?.length ?? 0);
  const queues = every('AWS::Lambda::EventSourceMapping').filter(({ Properties }) => !Properties.StartingPosition);
  const [table] = every('AWS::DynamoDB::Table').map(({ Properties }) => Properties);
  const [archive] = every('AWS::Events::Archive').map(({ Properties }) => Properties);
  const nameOfTarget = (stack: string, target: Properties): string => {
    const [id] = target.Arn['Fn::GetAtt'];
    return stage.stacks[stack]?.Resources[id]?.Properties.FunctionName.replace(
      `kyb-service-${stage.config.stage}-`,
      '',
    );
  };
  const types = new Set(
    Object.values(stage.stacks).flatMap(({ Resources }) => Object.values(Resources).map(({ Type }) => Type)),
  );
  return {
    region: stage.config.region,
    alarmMetrics: alarms.reduce((sum, { named }) => sum + named, 0),
    queriedMetrics: alarms.flatMap(({ queries }) => queries.flatMap((query) => /\((\w+)\)/.exec(query)?.[1] ?? [])),
    counts: {
      ...(Object.fromEntries(counts) as Inventory['counts']),
      webAclRules: rules.reduce((sum, one) => sum + one, 0),
    },
    queuePollers: queues.reduce(
      (sum, { Properties }) =>
        sum + (Properties.ScalingConfig?.MaximumConcurrency === undefined ? POLLERS.unlimited : POLLERS.limited),
      0,
    ),
    scheduled: every('AWS::Scheduler::Schedule').map(({ stack, Properties }) => ({
      name: nameOfTarget(stack, Properties.Target),
      runsAMonth: runsAMonth(Properties.ScheduleExpression),
    })),
    functions: every('AWS::Lambda::Function').length,
    memoryGigabytes: stage.config.memoryMegabytes / 1024,
    logRetentionDays: stage.config.logRetentionDays,
    archiveDays: archive?.RetentionDays ?? 0,
    isTraced: every('AWS::Lambda::Function').some(({ Properties }) => Properties.TracingConfig?.Mode === 'Active'),
    backups: backupsOf(stage),
    hasRecovery: table?.PointInTimeRecoverySpecification?.PointInTimeRecoveryEnabled === true,
    hasAccountKey: table?.SSESpecification?.SSEEnabled === true,
    unpriced: [...types].filter((type) => !FREE.has(type) && !Object.hasOwn(BILLED, type)).sort(),
  };
};
