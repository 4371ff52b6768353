import { BackupPlan, BackupPlanRule, BackupResource, BackupVault } from 'aws-cdk-lib/aws-backup';
import type { Table } from 'aws-cdk-lib/aws-dynamodb';
import { Rule, Schedule } from 'aws-cdk-lib/aws-events';
import { SnsTopic } from 'aws-cdk-lib/aws-events-targets';
import { ManagedPolicy, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { Bucket, CfnBucket } from 'aws-cdk-lib/aws-s3';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import { Duration, RemovalPolicy } from 'aws-cdk-lib/core';
import type { Construct } from 'constructs';
import { resourceName } from '#infra/names';
import type { StageConfig } from '#infra/stage-config';

/**
 * How long a backup stays beside its table, only to be copied from. Point-in-time recovery restores what was lost here,
 * and each backup of a table is a full one.
 */
const KEPT_HERE_DAYS = 7;

/** How soon a backup begins after its hour, at the earliest that AWS Backup allows, and how long it may take. */
const WINDOWS = { startWindow: Duration.hours(1), completionWindow: Duration.hours(12) };

/** The managed policies of AWS Backup that its tasks on tables and on buckets need. */
const POLICIES = ['service-role/AWSBackupServiceRolePolicyForBackup', 'AWSBackupServiceRolePolicyForS3Backup'] as const;

/** What is backed up, and where failures are reported. */
interface BackedUp {
  readonly table: Table;
  readonly bucket: Bucket;
  readonly alarmTopic: ITopic;
}

/**
 * Backs up the table and the bucket of a stage by AWS Backup, and copies each backup to vaults in other regions or
 * accounts. A backup or a copy that fails is reported like an alarm (docs/decisions/0103).
 *
 * AWS Backup requires of a bucket that it is versioned and reports its changes to EventBridge (AWS Backup Developer
 * Guide, "Amazon S3 backups"), and of a table's account that it has the advanced features for DynamoDB ("Advanced
 * DynamoDB backup").
 */
export const makeBackup = (
  scope: Construct,
  { copyTo, everyHours, retentionDays }: NonNullable<StageConfig['backup']>,
  stage: StageConfig,
  { table, bucket, alarmTopic }: BackedUp,
): void => {
  (bucket.node.defaultChild as CfnBucket).notificationConfiguration = {
    eventBridgeConfiguration: { eventBridgeEnabled: true },
  };
  const backupVault = new BackupVault(scope, 'backups', {
    backupVaultName: resourceName(stage.stage, 'backups'),
    removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
  });
  const plan = new BackupPlan(scope, 'backup-plan', {
    backupPlanName: resourceName(stage.stage, 'backups'),
    backupPlanRules: [
      new BackupPlanRule({
        ruleName: `every-${everyHours}-hours`,
        scheduleExpression: Schedule.cron({ minute: '0', hour: everyHours === 24 ? '1' : `*/${everyHours}` }),
        ...WINDOWS,
        deleteAfter: Duration.days(KEPT_HERE_DAYS),
        backupVault,
        copyActions: copyTo.map((arn, index) => ({
          destinationBackupVault: BackupVault.fromBackupVaultArn(scope, `copy-${index + 1}`, arn),
          deleteAfter: Duration.days(retentionDays),
        })),
      }),
    ],
  });
  plan.addSelection('data', {
    backupSelectionName: 'table-and-files',
    resources: [BackupResource.fromArn(table.tableArn), BackupResource.fromArn(bucket.bucketArn)],
    // Given explicitly, because the CDK's own role lacks the permissions on buckets.
    role: new Role(scope, 'backup-role', {
      assumedBy: new ServicePrincipal('backup.amazonaws.com'),
      managedPolicies: POLICIES.map((name) => ManagedPolicy.fromAwsManagedPolicyName(name)),
    }),
    disableDefaultBackupPolicy: true,
  });
  new Rule(scope, 'backup-failures', {
    ruleName: resourceName(stage.stage, 'backup-failures'),
    description: 'A backup in this account, or a copy of one, has failed. What to do: docs/operate/restoring.md',
    // AWS Backup Developer Guide, "Monitoring AWS Backup events using Amazon EventBridge".
    eventPattern: {
      source: ['aws.backup'],
      detailType: ['Backup Job State Change', 'Copy Job State Change'],
      detail: { state: ['FAILED', 'ABORTED', 'EXPIRED'] },
    },
    targets: [new SnsTopic(alarmTopic)],
  });
};
