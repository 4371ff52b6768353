import { describe, expect, test } from 'vitest';
import { hashAddress, securityRecorder } from '#shared/http/security-recorder';
import { makeLogger } from '#shared/platform/logger';
import { makeMetrics } from '#shared/platform/metrics';

const KEY = 'key-of-the-address-hashes';

const recorder = (sourceIp: string, key: string | undefined = KEY) => {
  const lines: Record<string, unknown>[] = [];
  const sink = (line: string) => lines.push(JSON.parse(line));
  const kit = { log: makeLogger({ requestId: 'r' }, sink), metrics: makeMetrics(sink) };
  return { lines, record: securityRecorder(kit, sourceIp, async () => key) };
};

describe('the hash of an address', () => {
  test('is the same for the same address, different for another address or key, and does not reveal it', () => {
    const hash = hashAddress(KEY, '198.51.100.7');
    expect(hash).toMatch(/^[\w-]{16}$/);
    expect(hashAddress(KEY, '198.51.100.7')).toBe(hash);
    expect(hashAddress(KEY, '198.51.100.8')).not.toBe(hash);
    expect(hashAddress('another', '198.51.100.7')).not.toBe(hash);
  });

  test('is that of the network that counts as one caller', () => {
    expect(hashAddress(KEY, '2001:db8:1:2::1')).toBe(hashAddress(KEY, '2001:db8:1:2:3:4:5:6'));
    expect(hashAddress(KEY, '::ffff:198.51.100.7')).toBe(hashAddress(KEY, '198.51.100.7'));
  });
});

describe('security-relevant refusals are recorded', () => {
  test('as one line with the hash of the address and never the address, and as one metric by reason', async () => {
    const { lines, record } = recorder('198.51.100.7');
    await record('AUTHENTICATION_FAILED', { reason: 'forged' });
    const [line, metric, ...more] = lines;
    expect(more).toStrictEqual([]);
    const addressHash = hashAddress(KEY, '198.51.100.7');
    expect(line).toMatchObject({ level: 'warn', code: 'AUTHENTICATION_FAILED', requestId: 'r', reason: 'forged' });
    expect(line).toMatchObject({ addressHash });
    expect(metric).toMatchObject({ AuthenticationsFailed: 1, reason: 'forged' });
    expect(JSON.stringify(lines)).not.toContain('198.51');
  });

  test('without a hash if there is no key for it', async () => {
    const lines: Record<string, unknown>[] = [];
    const kit = { log: makeLogger({}, (line) => lines.push(JSON.parse(line))), metrics: () => undefined };
    await securityRecorder(kit, '198.51.100.7', async () => undefined)('AUTHENTICATION_FAILED');
    expect(lines).toHaveLength(1);
    expect(lines[0]).not.toHaveProperty('addressHash');
  });
});
