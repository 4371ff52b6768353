import { readdirSync, readFileSync } from 'node:fs';
import {
  GetSecretValueCommand,
  PutSecretValueCommand,
  ResourceNotFoundException,
  SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager';
import { beforeEach, describe, expect, test } from 'vitest';
import { SEALED_PLACES } from '#scripts/ops/sealed-places';
import { rotateSecret } from '#scripts/ops/secret-keys';
import { makeStageSecrets } from '#scripts/ops/stage-secrets';
import { parseKeyring } from '#shared/platform/keyring';
import { mockAws } from '#tests/support/mock-aws';

const client = new SecretsManagerClient({ region: 'eu-west-1' });
const manager = mockAws(client);
const secrets = makeStageSecrets(client, (name) => `kyb-service/dev/${name}`);

const [FIRST, SECOND] = ['the-first-text-of-a-secret-000000001', 'the-second-text-of-a-secret-00000002'];
const CHANGED_AT = new Date('2026-11-22T06:00:00.000Z');
const NAME = 'kyb-service/dev/vault';

beforeEach(() => {
  manager.reset();
  manager
    .on(GetSecretValueCommand, { SecretId: NAME })
    .resolves({ VersionId: 'v2', SecretString: SECOND, CreatedDate: CHANGED_AT })
    .on(GetSecretValueCommand, { SecretId: NAME, VersionStage: 'AWSPREVIOUS' })
    .resolves({ VersionId: 'v1', SecretString: FIRST });
});

describe('a secret of a stage', () => {
  test('is read anew each time, with its previous version and the time of its last change', async () => {
    const expected = {
      secret: { current: { versionId: 'v2', value: SECOND }, older: [{ versionId: 'v1', value: FIRST }] },
      changedAtMs: CHANGED_AT.getTime(),
    };
    expect(await secrets.read('vault')).toEqual(expected);
    const calls = manager.calls().length;
    expect(await secrets.read('vault')).toEqual(expected);
    expect(manager.calls()).toHaveLength(2 * calls);
  });

  test('becomes a keyring with its first rotation, which also contains the previous version', async () => {
    const nowMs = Date.parse('2026-11-23T00:00:00.000Z');
    // The stored value differs from what was written here, which is reported as a change by somebody else.
    await rotateSecret('vault', { secrets, nowMs }).catch(() => undefined);
    const [written] = manager.commandCalls(PutSecretValueCommand).map(({ args }) => args[0].input);
    expect(written?.SecretId).toBe(NAME);
    const keys = parseKeyring(written?.SecretString ?? '') ?? [];
    expect(keys.map(({ versionId }) => versionId)).toEqual(['2026-11-23T00:00:00.000Z', 'v2', 'v1']);
    expect(keys.slice(1).map(({ value }) => value)).toEqual([SECOND, FIRST]);
  });

  test('is not changed if it cannot be read', async () => {
    manager.on(GetSecretValueCommand).rejects(new ResourceNotFoundException({ message: 'none', $metadata: {} }));
    await expect(rotateSecret('vault', { secrets, nowMs: 0 })).rejects.toThrow();
    expect(manager.commandCalls(PutSecretValueCommand)).toEqual([]);
  });
});

describe('sealed data', () => {
  const files = ['shared', 'functions'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .map((file) => `${folder}/${file}`),
  );

  const sealing = files.filter((file) =>
    /import \{[^}]*\bseal\b[^}]*\} from '[^']*\/vault(\.ts)?'/.test(readFileSync(file, 'utf8')),
  );

  test('is sealed by the modules whose texts the reseal command knows', () => {
    expect(sealing.toSorted()).toEqual([
      'shared/onboarding/widgets/widget.ts',
      'shared/verification/clearances.ts',
      'shared/verification/evidence-store.ts',
      'shared/wallet/saved-card.ts',
      'shared/webhooks/registrations/registration.ts',
    ]);
    expect(SEALED_PLACES.filter(({ copyOf }) => copyOf === undefined)).toHaveLength(sealing.length);
  });

  test('is stored in attributes that no two places share, each written by its module', () => {
    expect(new Set(SEALED_PLACES.map(({ attribute }) => attribute)).size).toBe(SEALED_PLACES.length);
    const sources = sealing.map((file) => readFileSync(file, 'utf8'));
    for (const { attribute, copyOf = attribute } of SEALED_PLACES) {
      expect(sources.filter((source) => source.includes(`${copyOf}: seal(`))).toHaveLength(1);
    }
  });
});
