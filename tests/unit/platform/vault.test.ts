import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { makeSecretReader } from '#shared/platform/secrets';
import {
  makeReadVault,
  openSealed,
  openSealedWith,
  SealedTextUnreadable,
  seal,
  sealedKeyId,
  vaultKeyId,
} from '#shared/platform/vault';
import { mockAws } from '#tests/support/mock-aws';
import { freshSecret, rotated, secretVersion } from '#tests/unit/auth/secret-fixtures';

const secret = freshSecret();
const OWNER = 'whk_01J00000000000000000000000';

describe('a sealed text', () => {
  test('opens to the original text, whatever the text and the owner', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string(), (text, owner) => {
        expect(openSealedWith(seal(text, owner, secret), owner, secret)).toBe(text);
      }),
    );
  });

  test('reveals nothing of the text and is different each time', () => {
    const first = seal('whsec_secret', OWNER, secret);
    expect(first).not.toContain('whsec_secret');
    expect(first).not.toBe(seal('whsec_secret', OWNER, secret));
  });

  test('opens with any key of the secret, and not with a secret that lacks its key', () => {
    const sealed = seal('text', OWNER, secret);
    const ring = { current: secretVersion(), older: [secretVersion(), secretVersion(), secret.current] };
    expect(openSealedWith(sealed, OWNER, ring)).toBe('text');
    expect(openSealedWith(sealed, OWNER, rotated(rotated(secret)))).toBeUndefined();
  });

  test('names its key, as the version of the secret does', () => {
    expect(sealedKeyId(seal('text', OWNER, secret))).toBe(vaultKeyId(secret.current));
    expect(sealedKeyId('v1.a text of somebody.else')).toBeUndefined();
  });

  test('is sealed with the new version once the secret is rotated', () => {
    const once = rotated(secret);
    const sealed = seal('text', OWNER, once);
    expect(openSealedWith(sealed, OWNER, { current: once.current })).toBe('text');
  });

  test('opens with a copy of the secret that has another version id', () => {
    const copy = { current: { versionId: 'restored', value: secret.current.value } };
    expect(openSealedWith(seal('text', OWNER, secret), OWNER, copy)).toBe('text');
  });
});

describe('a sealed text is refused if', () => {
  test('it was sealed for another owner', () => {
    expect(() => openSealedWith(seal('text', OWNER, secret), 'whk_other', secret)).toThrow(SealedTextUnreadable);
  });

  test('any character of it was changed', () => {
    const sealed = seal('a text of some length', OWNER, secret);
    for (let at = 0; at < sealed.length - 1; at++) {
      const changed = sealed.slice(0, at) + (sealed[at] === 'A' ? 'B' : 'A') + sealed.slice(at + 1);
      // In the key's name, it would name an unknown key.
      if (sealedKeyId(changed) !== sealedKeyId(sealed) && sealedKeyId(changed) !== undefined) {
        expect(openSealedWith(changed, OWNER, secret), `character ${at}`).toBeUndefined();
      } else expect(() => openSealedWith(changed, OWNER, secret), `character ${at}`).toThrow(SealedTextUnreadable);
    }
  });

  test('it was truncated anywhere', () => {
    const sealed = seal('a text', OWNER, secret);
    for (let length = 0; length < sealed.length; length++) {
      expect(() => openSealedWith(sealed.slice(0, length), OWNER, secret)).toThrow(SealedTextUnreadable);
    }
  });

  test('it was never sealed, and the error does not quote it', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 20 }), (text) => {
        expect(() => openSealedWith(text, OWNER, secret)).toThrow(SealedTextUnreadable);
        expect(() => openSealedWith(text, OWNER, secret)).not.toThrow(text);
      }),
    );
  });
});

test('a container reads the secret of the vault while it waits for its first call', async () => {
  vi.stubEnv('VAULT_SECRET_NAME', 'vault');
  const secretsManager = mockAws(SecretsManagerClient);
  secretsManager.on(GetSecretValueCommand).resolves({ VersionId: 'v1', SecretString: secretVersion().value });
  vi.resetModules();
  await import('#shared/platform/vault');
  const { useWait } = await import('#shared/platform/while-waiting');
  useWait();
  await vi.waitUntil(() => secretsManager.commandCalls(GetSecretValueCommand).length > 0);
  expect(secretsManager.commandCalls(GetSecretValueCommand).map(({ args: [{ input }] }) => input)).toEqual([
    { SecretId: 'vault', VersionStage: 'AWSCURRENT' },
  ]);
  vi.unstubAllEnvs();
});

describe('a vault whose secret is a text that somebody replaced by hand', () => {
  beforeAll(() => void vi.stubEnv('VAULT_SECRET_NAME', 'vault'));
  afterAll(() => void vi.unstubAllEnvs());
  const before = secretVersion();
  const now = secretVersion();
  const stages = { AWSCURRENT: now, AWSPREVIOUS: before };
  const container = () => {
    const requested: string[] = [];
    const send = async ({ input }: GetSecretValueCommand) => {
      const stage = input.VersionStage as keyof typeof stages;
      requested.push(stage);
      return { VersionId: stages[stage].versionId, SecretString: stages[stage].value };
    };
    const client = { send } as unknown as Pick<SecretsManagerClient, 'send'>;
    return { read: makeReadVault(makeSecretReader(() => client)), requested };
  };

  test('is read once, and its previous version not before a text needs it', async () => {
    const { read, requested } = container();
    expect(await openSealed(seal('text', OWNER, { current: now }), OWNER, read)).toBe('text');
    expect(requested).toEqual(['AWSCURRENT']);
  });

  test('opens any number of texts of the previous version with one read of both', async () => {
    const { read, requested } = container();
    const sealed = seal('text', OWNER, { current: before });
    for (let n = 0; n < 3; n++) expect(await openSealed(sealed, OWNER, read)).toBe('text');
    expect(requested).toEqual(['AWSCURRENT', 'AWSCURRENT', 'AWSPREVIOUS']);
    expect(await read()).toEqual({ current: now, older: [before] });
  });
});

describe('a text that was sealed after a rotation', () => {
  const stale = freshSecret();
  const fresh = { current: secretVersion(), older: [stale.current] };
  const sealed = seal('text', OWNER, fresh);

  test('is opened by a newer read of the secret', async () => {
    const requested: unknown[] = [];
    const read = async (freshness?: { readonly renew?: true }) => {
      requested.push(freshness);
      return freshness?.renew ? fresh : stale;
    };
    expect(await openSealed(sealed, OWNER, read)).toBe('text');
    expect(requested).toEqual([undefined, { renew: true }]);
  });

  test('is unreadable if the newer secret does not have its key either', async () => {
    await expect(openSealed(sealed, OWNER, async () => stale)).rejects.toThrow(SealedTextUnreadable);
  });

  test('causes no newer read if it belongs to another owner, or is damaged', async () => {
    let reads = 0;
    const read = async () => {
      reads++;
      return fresh;
    };
    await expect(openSealed(sealed, 'whk_other', read)).rejects.toThrow(SealedTextUnreadable);
    expect(reads).toBe(1);
  });
});
