import { afterEach, describe, expect, test, vi } from 'vitest';
import { UserError } from '#scripts/local-cloud/user-error';
import { checkSources } from '#scripts/ops/check-sources';
import type { SourcesConfig } from '#shared/sources/config';
import { selectSources } from '#shared/sources/select';
import { sourcesOfStage } from '#shared/sources/sources-of-stage';
import { IMPATIENT, json, loopbackSource, status } from '#tests/unit/sources/loopback-source';

const API_KEY = 'sk-of-the-gateway-1';

const gateway = (baseUrl: string) => ({ baseUrl, apiKey: API_KEY, timeoutSeconds: 5 });

/** Checks the sources of a stage with this configuration. */
const check = (sourcesConfig: SourcesConfig, simulateLiveSources = false) =>
  checkSources({
    sources: async () => selectSources({ environment: 'live', sourcesConfig, simulateLiveSources }, IMPATIENT),
  });

const reportOf = async (checked: Promise<string>): Promise<string[]> =>
  (await checked.catch((error: unknown) => (error as UserError).message)).split('\n');

afterEach(() => {
  vi.unstubAllEnvs();
});

describe('npm run ops -- check-sources', () => {
  test("calls each configured source once, and reports every source's configuration", async () => {
    await using source = await loopbackSource(json({ found: false }));
    const report = await check({ registry: gateway(source.baseUrl), tax: gateway(source.baseUrl) });
    const lines = report.split('\n');
    expect(lines.slice(0, 3)).toStrictEqual(['registry works', 'tax works', 'bankAccount is not configured']);
    expect(lines).toContain('screening is not configured');
    expect(source.received.map(({ url }) => url.pathname)).toStrictEqual(['/businesses/find', '/taxpayers/find']);
    expect(JSON.stringify(source.received.map(({ body }) => body))).toBe(
      '[{"registrationNumber":"RC0000001","classificationId":2},{"taxNumber":"00000000-0001","kind":"firs_tin"}]',
    );
  });

  test('ends with an error if one of them fails, says why, and never shows a key or an address', async () => {
    await using works = await loopbackSource(json({ found: false }));
    await using refuses = await loopbackSource(status(401));
    await using broken = await loopbackSource(json({ weather: 'dry' }));
    const checked = check({
      registry: gateway(works.baseUrl),
      tax: gateway(refuses.baseUrl),
      bankAccount: gateway(broken.baseUrl),
      screening: { baseUrl: refuses.baseUrl, apiKey: API_KEY, dataset: 'default', threshold: 0.7, timeoutSeconds: 5 },
    });
    await expect(checked).rejects.toBeInstanceOf(UserError);
    const lines = await reportOf(checked);
    expect(lines.slice(0, 4)).toStrictEqual([
      'registry works',
      'tax fails: refused',
      'bankAccount fails: unusable_answer',
      'screening fails: refused',
    ]);
    expect(lines.join()).not.toMatch(/sk-of|127\.0\.0\.1/);
  });

  test('does not call a source whose lookups have effects', async () => {
    await using source = await loopbackSource(json({ found: true, facts: { visitStatus: 'booked' } }));
    const visits = { ...gateway(source.baseUrl), callbackSecret: 'a secret of at least 32 characters' };
    expect(await reportOf(check({ visits }))).toContain('visits is not called, because its lookups have effects');
    expect(source.received).toHaveLength(0);
  });

  test('reports what a stage simulates', async () => {
    const lines = await reportOf(check({}, true));
    expect(new Set(lines.map((line) => line.replace(/^\w+ /, '')))).toStrictEqual(new Set(['is simulated']));
  });

  test('reports in one line that the secret is not a configuration, without its content', async () => {
    vi.stubEnv('SOURCES_SECRET_NAME', 'kyb-service/test/sources');
    const read = async () => ({ current: { versionId: '1', value: `{"registry": "${API_KEY}"}` } });
    const checked = checkSources({ sources: () => sourcesOfStage('live', read) });
    await expect(checked).rejects.toThrow('The secret of the sources is not their configuration as JSON.');
    await expect(checked).rejects.toBeInstanceOf(UserError);
  });
});
