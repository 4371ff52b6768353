/** What `cdk bootstrap` makes of an account and region, by the names that it gives without a qualifier of one's own. */
const QUALIFIER = 'hnb659fds';

/** The roles that a deploy assumes. */
export const BOOTSTRAP_ROLES = ['deploy', 'file-publishing', 'lookup'] as const;

/** The name of one of the roles. */
export const bootstrapRole = (kind: (typeof BOOTSTRAP_ROLES)[number], account: string, region: string): string =>
  `cdk-${QUALIFIER}-${kind}-role-${account}-${region}`;

/** The bucket of bundles and templates. */
export const assetBucket = (account: string, region: string): string => `cdk-${QUALIFIER}-assets-${account}-${region}`;
