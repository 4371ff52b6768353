import type { VersionedSecret } from '#shared/platform/secrets';

/** The secret that integration tests seal with, where the service reads the stage's `vault` secret. */
export const TEST_VAULT_SECRET: VersionedSecret = {
  current: { versionId: 'test-vault-1', value: 'integration-vault-secret-of-the-tests-01' },
};
