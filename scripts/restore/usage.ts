/** How `npm run restore` is called. */
export const RESTORE_USAGE = {
  command: 'npm run restore',
  does: `Restores a stage in a region or an account where it is not deployed: restores the table, gives it the settings of the stage,
ends sessions and repeats what must not be forgotten, waits for the files, and deploys the stage around them.`,
  options: {
    stage: { value: '<stage>', help: 'a stage on AWS that protects its data; always needed' },
    from: {
      value: '<arn>',
      help: 'a table with point-in-time recovery, in any region of the account, or a backup of DynamoDB; leave it out when AWS Backup has restored the table',
    },
    at: { value: '<time>', help: 'the moment to restore, such as 2026-11-21T14:00:00Z (default: the latest)' },
    newer: {
      value: '<arn>',
      help: 'the table that is replaced, if it can be read: erasures, suspensions, revoked keys and passwords are taken from there',
    },
    secrets: { value: '<file>', help: 'the exported secrets; always needed' },
    key: { value: '<file>', help: 'the private key that opens them; always needed' },
    'without-files': { help: 'does not wait until the files are restored, because there are none' },
    'dry-run': { help: 'ends after showing what would be done' },
    yes: { short: 'y', help: 'does not ask' },
  },
} as const;
