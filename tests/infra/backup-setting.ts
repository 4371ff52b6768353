import type { StageConfig } from '#infra/stage-config';

/** Backups with copies in another account and another region. */
export const BACKUP: NonNullable<StageConfig['backup']> = {
  copyTo: [
    'arn:aws:backup:eu-west-1:222222222222:backup-vault:kyb-copies',
    'arn:aws:backup:eu-central-1:111111111111:backup-vault:kyb-copies',
  ],
  everyHours: 24,
  retentionDays: 35,
};
