import type { Widget } from '#shared/onboarding/widgets/widget';
import type { VersionedSecret } from '#shared/platform/secret-versions';
import { openSealedWith, type ReadVault } from '#shared/platform/vault';

/** The secret that integration tests seal with, instead of the stage's `vault` secret. */
export const TEST_VAULT_SECRET: VersionedSecret = {
  current: { versionId: 'test-vault-1', value: 'integration-vault-secret-of-the-tests-01' },
};

/** Returns {@link TEST_VAULT_SECRET}. */
export const readTestVault: ReadVault = async () => TEST_VAULT_SECRET;

/** The signing secret of a widget of the tests. */
export const signingSecretOf = ({ id, sealedSigningSecret }: Pick<Widget, 'id' | 'sealedSigningSecret'>): string => {
  const secret = openSealedWith(sealedSigningSecret, id, TEST_VAULT_SECRET);
  if (secret === undefined) throw new Error('The widget was sealed with another secret');
  return secret;
};
