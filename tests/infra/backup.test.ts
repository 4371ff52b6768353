import { describe, expect, test } from 'vitest';
import { makeDataStack } from '#infra/stacks/data';
import type { StageConfig } from '#infra/stage-config';
import { namedResources, statefulResources } from '#scripts/deploy/template';
import { tableSettingsOf } from '#scripts/restore/table-settings';
import { BACKUP } from './backup-setting.ts';
import { reviewed } from './nag.ts';
import { codeOf, resourcesOf, type StackTemplate, settingsOf } from './synthesis.ts';

const { backup: _, ...plain } = settingsOf('prod');
const stageWith = (backup: StageConfig['backup']): StageConfig => ({ ...plain, ...(backup && { backup }) });

/** The data stack of prod, and what cdk-nag finds there. */
const synthesized = (backup: StageConfig['backup']) => {
  const { templates, findings } = reviewed((app) => makeDataStack(app, { stage: stageWith(backup), codeOf }));
  return { stacks: { data: templates['kyb-service-prod-data'] as StackTemplate }, findings };
};

const [on, off] = [synthesized(BACKUP), synthesized(undefined)];
const one = (type: string) => {
  const [found, ...others] = resourcesOf(on, type);
  expect(others).toEqual([]);
  return found?.Properties;
};

describe('a stage with backups', () => {
  test('backs up its table and its files, and nothing else', () => {
    const { BackupSelection } = one('AWS::Backup::BackupSelection');
    expect(BackupSelection.Resources).toEqual(
      ['AWS::DynamoDB::Table', 'AWS::S3::Bucket'].map((type) => ({
        'Fn::GetAtt': [resourcesOf(on, type)[0]?.id, 'Arn'],
      })),
    );
    expect(BackupSelection).not.toHaveProperty('ListOfTags');
  });

  test('copies each backup to every vault that is named, and keeps the copies longer than the original', () => {
    const [rule, ...others] = one('AWS::Backup::BackupPlan').BackupPlan.BackupPlanRule;
    expect(others).toEqual([]);
    expect(rule).toMatchObject({ ScheduleExpression: 'cron(0 1 * * ? *)', Lifecycle: { DeleteAfterDays: 7 } });
    expect(rule.CopyActions).toEqual(
      BACKUP.copyTo.map((DestinationBackupVaultArn) => ({
        DestinationBackupVaultArn,
        Lifecycle: { DeleteAfterDays: 35 },
      })),
    );
  });

  test('makes them as often as it says', () => {
    const [plan] = resourcesOf(synthesized({ ...BACKUP, everyHours: 6 }), 'AWS::Backup::BackupPlan');
    expect(plan?.Properties.BackupPlan.BackupPlanRule[0].ScheduleExpression).toBe('cron(0 */6 * * ? *)');
  });

  test('reports changes of files to AWS Backup, which needs that', () => {
    expect(one('AWS::S3::Bucket').NotificationConfiguration).toEqual({
      EventBridgeConfiguration: { EventBridgeEnabled: true },
    });
  });

  test('keeps its backups when its stack goes, and a later deploy adopts them', () => {
    expect(resourcesOf(on, 'AWS::Backup::BackupVault')[0]?.DeletionPolicy).toBe('RetainExceptOnCreate');
    expect(namedResources(on.stacks.data)).toHaveProperty('size', namedResources(off.stacks.data).size + 2);
    expect(statefulResources(on.stacks.data)).toContain('kyb-service-prod-backups');
  });

  test('notifies of a backup or a copy that fails, by the topic of the alarms, which takes that', () => {
    const { EventPattern, Targets } = one('AWS::Events::Rule');
    expect(EventPattern.detail.state).toEqual(['FAILED', 'ABORTED', 'EXPIRED']);
    expect(EventPattern['detail-type']).toEqual(['Backup Job State Change', 'Copy Job State Change']);
    const topic = resourcesOf(on, 'AWS::SNS::Topic')[0]?.id;
    expect(Targets).toMatchObject([{ Arn: { Ref: topic } }]);
    const allowed = one('AWS::SNS::TopicPolicy').PolicyDocument.Statement.filter(
      ({ Effect, Principal }: { Effect: string; Principal: { Service?: string } }) =>
        Effect === 'Allow' && Principal.Service === 'events.amazonaws.com',
    );
    expect(allowed).toMatchObject([{ Action: 'sns:Publish', Resource: { Ref: topic } }]);
  });

  test('has one more finding of cdk-nag: the managed policies of AWS Backup, as its guide asks for', () => {
    const before = off.findings.map(({ rule, path }) => `${rule} ${path}`);
    const added = on.findings.filter(({ rule, path }) => !before.includes(`${rule} ${path}`));
    expect(added).toEqual(
      ['service-role/AWSBackupServiceRolePolicyForBackup', 'AWSBackupServiceRolePolicyForS3Backup'].map((policy) => ({
        rule: expect.stringMatching(`^AwsSolutions-IAM4.*${policy}`),
        path: 'kyb-service-prod-data/backup-role/Resource',
      })),
    );
  });
});

test('a restore reads the settings of the table from its template', () => {
  expect(tableSettingsOf(off.stacks.data)).toMatchObject({
    TableName: 'kyb-service-prod-table',
    StreamSpecification: { StreamViewType: 'NEW_AND_OLD_IMAGES' },
    TimeToLiveSpecification: { AttributeName: 'expiresAtSeconds' },
    PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
    SSESpecification: { SSEEnabled: true },
    DeletionProtectionEnabled: true,
  });
});

test('a stage without backups has nothing of them', () => {
  for (const { Type } of Object.values(off.stacks.data.Resources))
    expect(Type).not.toMatch(/^AWS::(Backup|Events|IAM)/);
  expect(resourcesOf(off, 'AWS::S3::Bucket')[0]?.Properties).not.toHaveProperty('NotificationConfiguration');
});
