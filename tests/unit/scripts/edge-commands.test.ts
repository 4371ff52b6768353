import {
  CreateSecretCommand,
  GetSecretValueCommand,
  PutSecretValueCommand,
  SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager';
import { GetIPSetCommand, ListIPSetsCommand, UpdateIPSetCommand, WAFV2Client } from '@aws-sdk/client-wafv2';
import { beforeEach, describe, expect, test } from 'vitest';
import type { StageConfig } from '#infra/stage-config';
import { stageConfig } from '#infra/stages';
import { checkEdgeSecret, edgeSecretHash } from '#scripts/deploy/edge-secret';
import { makeBlockedAddresses } from '#scripts/ops/blocked-addresses';
import { type GivenOptions, opsCommand } from '#scripts/ops/commands';
import { makeEdgeSecrets, readableEdgeSecrets } from '#scripts/ops/edge-secrets';
import { memoryTable } from '#tests/support/memory-table';
import { mockAws } from '#tests/support/mock-aws';
import { effectsOn } from '#tests/support/operator';

const managerClient = new SecretsManagerClient({ region: 'us-east-1' });
const secretsManager = mockAws(managerClient);
const wafClient = new WAFV2Client({ region: 'us-east-1' });
const waf = mockAws(wafClient);

const EDGE = { domainName: 'api.kyb.ng', hostedZone: { id: 'Z1', name: 'kyb.ng' } };
const named = (name: string): Error => Object.assign(new Error(name), { name });

const stageWith = (changes: Partial<StageConfig>): StageConfig => ({
  ...stageConfig('prod', { rateLimitScale: undefined }),
  ...changes,
});

const run = (words: readonly string[], options: GivenOptions = {}, changes: Partial<StageConfig> = { edge: EDGE }) =>
  opsCommand(words, { stage: 'prod', 'yes-prod': true, ...options })({
    ...effectsOn(memoryTable()),
    edge: () => ({
      stage: stageWith(changes),
      secrets: makeEdgeSecrets(managerClient, 'prod'),
      blocked: makeBlockedAddresses(wafClient, 'prod'),
    }),
  });

/** The firewall's sets of addresses, and every state that was written. */
const firewall = (ipv4: string[], ipv6: string[] = []) => {
  const sets = { IPV4: ipv4, IPV6: ipv6 };
  waf.on(ListIPSetsCommand, { Scope: 'CLOUDFRONT' }).resolves({
    IPSets: Object.keys(sets).map((version) => ({
      Name: `kyb-service-prod-blocked-${version.toLowerCase()}`,
      Id: version,
    })),
  });
  for (const [Id, Addresses] of Object.entries(sets))
    waf.on(GetIPSetCommand, { Id }).resolves({ LockToken: `lock-${Id}`, IPSet: { Addresses } as never });
  waf.on(UpdateIPSetCommand).resolves({});
  return { written: () => waf.commandCalls(UpdateIPSetCommand).map(({ args }) => args[0].input) };
};

beforeEach(() => {
  secretsManager.reset();
  waf.reset();
});

describe('block-address', () => {
  test('adds an address to those of the firewall, under the lock of what was read', async () => {
    const { written } = firewall(['198.51.100.0/24']);
    expect(await run(['block-address', '203.0.113.7'])).toBe(
      '203.0.113.7/32 is blocked within a minute. Blocked: 198.51.100.0/24, 203.0.113.7/32',
    );
    expect(written()).toEqual([
      {
        Scope: 'CLOUDFRONT',
        Name: 'kyb-service-prod-blocked-ipv4',
        Id: 'IPV4',
        LockToken: 'lock-IPV4',
        Addresses: ['198.51.100.0/24', '203.0.113.7/32'],
      },
    ]);
  });

  test('adds a network of IPv6 to its own list', async () => {
    const { written } = firewall(['198.51.100.0/24']);
    await run(['block-address', '2001:db8:1:2::/64']);
    expect(written()).toMatchObject([{ Id: 'IPV6', Addresses: ['2001:db8:1:2::/64'] }]);
  });

  test('of a blocked address changes nothing', async () => {
    const { written } = firewall(['203.0.113.7/32']);
    expect(await run(['block-address', '203.0.113.7/32'])).toContain('is blocked');
    expect(written()).toEqual([]);
  });

  test.each(['', 'prod', '203.0.113', '203.0.113.7/33', '203.0.113.7/0', '203.0.113.7/', '::/129', '1.2.3.4/24/8'])(
    'refuses %j, and asks nobody',
    async (text) => {
      await expect(run(['block-address', text])).rejects.toThrow(/is neither an address/);
      expect(waf.calls()).toEqual([]);
    },
  );

  test('refuses a network as wide as a provider’s unless it is forced', async () => {
    const { written } = firewall([]);
    for (const wide of ['203.0.0.0/15', '2001:db8::/31']) {
      await expect(run(['block-address', wide])).rejects.toThrow(/Add --force/);
    }
    await run(['block-address', '203.0.0.0/15'], { force: true });
    expect(written()).toMatchObject([{ Addresses: ['203.0.0.0/15'] }]);
  });

  test('says what would be done, and does nothing, in a dry run', async () => {
    expect(await run(['block-address', '203.0.113.7'], { 'dry-run': true })).toBe('203.0.113.7/32 would be blocked.');
    expect(waf.calls()).toEqual([]);
  });

  test('says that a stage without an edge cannot block', async () => {
    await expect(run(['block-address', '203.0.113.7'], {}, {})).rejects.toThrow(
      'Stage prod has no edge that could block an address. Only the rate limits apply.',
    );
  });

  test('says that an edge is not deployed, and that somebody else was faster', async () => {
    waf.on(ListIPSetsCommand).resolves({ IPSets: [] });
    await expect(run(['block-address', '203.0.113.7'])).rejects.toThrow(/not deployed yet/);
    firewall([]);
    waf.on(UpdateIPSetCommand).rejects(named('WAFOptimisticLockException'));
    await expect(run(['block-address', '203.0.113.7'])).rejects.toThrow(/Run the command again/);
  });
});

test('unblock-address takes an address away, and reports what is left', async () => {
  const { written } = firewall(['198.51.100.0/24', '203.0.113.7/32']);
  expect(await run(['unblock-address', '203.0.113.7'])).toBe('203.0.113.7/32 is not blocked. Blocked: 198.51.100.0/24');
  expect(written()).toMatchObject([{ Addresses: ['198.51.100.0/24'] }]);
});

describe('make-edge-secret', () => {
  const stored = (call: { args: readonly [{ input: { SecretString?: string | undefined } }, ...unknown[]] }) =>
    JSON.parse(call.args[0].input.SecretString ?? '') as Record<string, string>;

  test('makes the first one in the region of edges, and prints no more than its hash', async () => {
    secretsManager.on(GetSecretValueCommand).rejects(named('ResourceNotFoundException'));
    secretsManager.on(CreateSecretCommand).resolves({});
    const report = await run(['make-edge-secret']);
    const [created] = secretsManager.commandCalls(CreateSecretCommand);
    expect(created?.args[0].input.Name).toBe('kyb-service/prod/edge');
    const [[hash = '', secret = ''] = []] = Object.entries(stored(created as never));
    expect(secret).toMatch(/^[0-9a-f]{64}$/);
    expect(edgeSecretHash(secret)).toBe(hash);
    expect(report).toContain(hash);
    expect(report).not.toContain(secret);
  });

  test('keeps those that the stage still lists, and forgets the others', async () => {
    const [used, forgotten] = ['a'.repeat(64), 'b'.repeat(64)];
    secretsManager
      .on(GetSecretValueCommand)
      .resolves({ SecretString: JSON.stringify({ [used]: 'in use', [forgotten]: 'long gone' }) });
    secretsManager.on(PutSecretValueCommand).resolves({});
    await run(['make-edge-secret'], {}, { edge: EDGE, edgeSecretHashes: [used] });
    const secrets = stored(secretsManager.commandCalls(PutSecretValueCommand)[0] as never);
    expect(Object.keys(secrets)).toHaveLength(2);
    expect(secrets[used]).toBe('in use');
    expect(secrets).not.toHaveProperty(forgotten);
  });
});

describe('a deploy', () => {
  const secret = 'the-secret';
  const hash = edgeSecretHash(secret);
  const stage = stageWith({ edge: EDGE, edgeSecretHashes: [hash] });

  test('of an edge is refused while its secret does not exist, or is not that of its hash', async () => {
    for (const secrets of [{}, { [hash]: 'another' }, { [edgeSecretHash('another')]: 'another' }])
      await expect(checkEdgeSecret(stage, async () => secrets)).rejects.toThrow(
        /kyb-service\/prod\/edge in us-east-1 .* make-edge-secret --stage prod/,
      );
    await checkEdgeSecret(stage, async () => ({ [hash]: secret }));
  });

  test('leaves that to CloudFormation where the deployer may not read it, and reads nothing without an edge', async () => {
    secretsManager.on(GetSecretValueCommand).rejects(named('AccessDeniedException'));
    const read = () => readableEdgeSecrets(makeEdgeSecrets(managerClient, 'prod'));
    expect(await read()).toBeUndefined();
    await checkEdgeSecret(stage, read);
    secretsManager.on(GetSecretValueCommand).rejects(named('ResourceNotFoundException'));
    expect(await read()).toEqual({});
    await checkEdgeSecret(stageWith({}), () => Promise.reject(new Error('Read')));
  });
});
