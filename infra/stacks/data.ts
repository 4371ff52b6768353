import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { Annotations, type App, RemovalPolicy } from 'aws-cdk-lib/core';
import { makeAlarmTopic } from '#infra/constructs/alarm-topic';
import { makeBackup } from '#infra/constructs/backup';
import { makeFileBucket } from '#infra/constructs/file-bucket';
import { makeMailIdentity } from '#infra/constructs/mail-identity';
import { makeSingleTable } from '#infra/constructs/single-table';
import type { Deployment, Foundation } from '#infra/deployment';
import { secretName } from '#infra/names';
import { remindersOf } from '#infra/stages';
import type { SecretName } from '#shared/platform/capabilities';
import { exportAlways, makeStack } from './stack.ts';

/** The secrets of a stage and what each protects. Secrets Manager generates their values, which nobody sees. */
const SECRETS: Readonly<Record<SecretName, string>> = {
  signing: 'The Ed25519 keys of access tokens are derived from it, its previous version included',
  pepper: 'Keys the hashes of passwords, codes and tokens',
  vault: 'Encrypts secrets that are stored, such as those that sign webhooks',
};

/**
 * What outlives every deploy: the table, the bucket, the secrets, the mail identity, and the topic with its
 * subscriptions.
 */
export const makeDataStack = (app: App, { stage }: Deployment): Foundation => {
  const stack = makeStack(
    app,
    'data',
    'Table, bucket, secrets, mail identity and alarm topic of the KYB service',
    stage,
  );
  // Not kept after a failed first deploy, whose successor would find the names taken.
  const removalPolicy = stage.protectData ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY;

  for (const name of Object.keys(SECRETS) as SecretName[]) {
    new Secret(stack, `secret-${name}`, {
      secretName: secretName(stage.stage, name),
      description: SECRETS[name],
      generateSecretString: { passwordLength: 64, excludePunctuation: true },
      removalPolicy,
    });
  }

  if (stage.mail.identity !== 'existing') makeMailIdentity(stack, stage.mail).applyRemovalPolicy(removalPolicy);

  const alarmTopic = makeAlarmTopic(stack, stage);

  for (const { id, message } of remindersOf(stage)) Annotations.of(stack).addWarningV2(id, message);

  const table = makeSingleTable(stack, stage);
  const bucket = makeFileBucket(stack, stage);
  if (stage.backup) makeBackup(stack, stage.backup, stage, { table, bucket, alarmTopic });
  exportAlways(stack, [
    ...[table.tableName, table.tableArn, table.tableStreamArn],
    ...[bucket.bucketName, bucket.bucketArn, alarmTopic.topicArn],
  ]);
  return { table, bucket, alarmTopic };
};
