import { safeParse } from 'valibot';
import { describe, expect, test } from 'vitest';
import { type SourcesConfig, sourcesConfigSchema } from '#shared/sources/config';
import { NOTHING_REHEARSED } from '#shared/sources/rehearsal';
import { SANDBOX_PORTS } from '#shared/sources/sandbox/sandbox-ports';
import { type SourceSelection, selectSources } from '#shared/sources/select';
import { IMPATIENT, json, loopbackSource, status } from './loopback-source.ts';

const { signal } = new AbortController();
const QUERY = { registrationNumber: 'RC1234567', businessName: 'Acme Ltd' };

const select = (more: Partial<SourceSelection>) =>
  selectSources({ environment: 'live', sourcesConfig: {}, simulateLiveSources: false, ...more }, IMPATIENT);

const registryConfig = (baseUrl: string): SourcesConfig => ({ registry: { baseUrl, apiKey: 'k', timeoutSeconds: 5 } });

describe('the sources of an environment', () => {
  test('are always simulated in the sandbox, whatever the stage has configured', async () => {
    await using source = await loopbackSource(json({ found: false }));
    const sources = select({ environment: 'sandbox', sourcesConfig: registryConfig(source.baseUrl) });
    expect(await sources.ports.registry(QUERY, signal)).toMatchObject({ status: 'found' });
    expect(source.received).toHaveLength(0);
    expect(sources.rehearse(['SANDBOX_REJECT'], false)).toMatchObject({ outcome: 'rejected' });
  });

  test('are the configured ones in live', async () => {
    await using source = await loopbackSource(json({ found: false }));
    const sources = select({ sourcesConfig: registryConfig(source.baseUrl) });
    expect(await sources.ports.registry(QUERY, signal)).toEqual({ status: 'not_found' });
    expect(source.received).toHaveLength(1);
  });

  test('report each lookup of live without a reliable result, and none of the sandbox or of what is not configured', async () => {
    await using down = await loopbackSource(status(503));
    await using up = await loopbackSource(json({ found: false }));
    const reported: string[] = [];
    const lookUp = (more: Partial<SourceSelection>) => {
      const selection = { environment: 'live', sourcesConfig: {}, simulateLiveSources: false, ...more } as const;
      const { ports } = selectSources(selection, IMPATIENT, undefined, (source) => reported.push(source));
      return ports.registry({ ...QUERY, businessName: 'SANDBOX_UNAVAILABLE' }, signal);
    };
    expect(await lookUp({ environment: 'sandbox' })).toMatchObject({ status: 'unavailable' });
    expect(await lookUp({ simulateLiveSources: true })).toMatchObject({ status: 'unavailable' });
    expect(await lookUp({})).toMatchObject({ status: 'unavailable' });
    expect(await lookUp({ sourcesConfig: registryConfig(up.baseUrl) })).toMatchObject({ status: 'not_found' });
    expect(reported).toEqual([]);
    expect(await lookUp({ sourcesConfig: registryConfig(down.baseUrl) })).toMatchObject({ status: 'unavailable' });
    expect(reported).toEqual(['registry']);
  });

  test('ignore magic names in live', async () => {
    expect(select({}).rehearse(['SANDBOX_REJECT'], false)).toEqual(NOTHING_REHEARSED);
  });

  test.each(Object.keys(SANDBOX_PORTS) as (keyof typeof SANDBOX_PORTS)[])(
    'are unavailable in live without a configured %s, and never invent a response',
    async (name) => {
      const ask = select({}).ports[name] as (query: object, signal: AbortSignal) => Promise<unknown>;
      expect(await ask({}, signal)).toEqual({ status: 'unavailable', cause: 'not_configured' });
    },
  );

  test('are simulated in live only on a stage that simulates live sources', async () => {
    const sources = select({ simulateLiveSources: true });
    expect(sources.ports).toEqual(SANDBOX_PORTS);
    expect(sources.rehearse(['SANDBOX_PEP'], false)).toMatchObject({ hits: ['pep'] });
  });

  test('are still the configured ones on a stage that simulates', async () => {
    await using source = await loopbackSource(json({ found: false }));
    const sources = select({ simulateLiveSources: true, sourcesConfig: registryConfig(source.baseUrl) });
    expect(await sources.ports.registry(QUERY, signal)).toEqual({ status: 'not_found' });
  });

  test('are each built from their own configuration', async () => {
    await using source = await loopbackSource(json({ found: false }));
    const gateway = { baseUrl: source.baseUrl, apiKey: 'k', timeoutSeconds: 5 };
    const sourcesConfig: SourcesConfig = {
      registry: gateway,
      tax: gateway,
      bankAccount: gateway,
      identity: gateway,
      documents: gateway,
      socialMedia: gateway,
      meter: gateway,
      screening: { baseUrl: source.baseUrl, dataset: 'default', threshold: 0.7, timeoutSeconds: 5 },
    };
    const { ports } = select({ sourcesConfig });
    await ports.registry(QUERY, signal);
    await ports.tax({ taxNumber: '12345678', kind: 'jtb_tin' }, signal);
    await ports.bankAccount({ bankCode: '058', accountNumber: '0123456789' }, signal);
    await ports.identity({ role: 'director', people: [] }, signal);
    await ports.documents({ kind: 'memart', documentNumber: 'RC1' }, signal);
    await ports.socialMedia({ profiles: {} }, signal);
    await ports.meter({ meterNumber: '123456', provider: 'JOS' }, signal);
    expect(source.received.map(({ url }) => url.pathname)).toEqual([
      '/businesses/find',
      '/taxpayers/find',
      '/bank-accounts/resolve',
      '/people/confirm',
      '/documents/confirm',
      '/social-profiles/confirm',
      '/meters/find',
    ]);
    await ports.screening({ entities: [{ kind: 'person', names: ['A'] }], topics: ['pep'] }, signal);
    expect(source.received.at(-1)?.url.pathname).toBe('/match/default');
  });
});

describe('the configuration of sources', () => {
  const parsed = (registry: object) => safeParse(sourcesConfigSchema, { registry });

  test('defaults to ten seconds a try', () => {
    const result = parsed({ baseUrl: 'https://gateway.example', apiKey: 'k' });
    expect(result.success && result.output.registry?.timeoutSeconds).toBe(10);
  });

  test.each([
    'http://gateway.example',
    'ftp://gateway.example',
    'https://user:secret@gateway.example',
    'https://gateway.example/?key=1',
    'gateway.example',
  ])('refuses %s as a base URL', (baseUrl) => {
    expect(parsed({ baseUrl, apiKey: 'k' }).success).toBe(false);
  });

  test('allows plain http for a source on this machine', () => {
    expect(parsed({ baseUrl: 'http://localhost:9000/kyb', apiKey: 'k' }).success).toBe(true);
  });

  test('refuses a try longer than ten seconds, and an empty key', () => {
    expect(parsed({ baseUrl: 'https://gateway.example', apiKey: 'k', timeoutSeconds: 11 }).success).toBe(false);
    expect(parsed({ baseUrl: 'https://gateway.example', apiKey: '' }).success).toBe(false);
  });
});
