import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { settleMessages } from '#shared/events/batch';
import type { ModuleId } from '#shared/onboarding/modules/modules';
import type { ReadSecret } from '#shared/platform/secrets';
import { sourcesOfStage } from '#shared/sources/sources-of-stage';
import { queueEffectsWith } from '#tests/support/queue-effects';
import { waitUntil } from '#tests/support/wait-until';
import { json, loopbackSource, silence, status } from '#tests/unit/sources/loopback-source';
import { dataOf } from './recorder.ts';
import { assess, run } from './run.ts';
import { applicantOf, checkDebitsOf, submitted, walletOf } from './submissions.ts';

const REGISTERED: readonly ModuleId[] = ['business_profile', 'cac_verification', 'tin_verification'];
const API_KEY = 'sk-of-the-gateway-1';
const NAME = 'Adire Textiles Ltd';

beforeEach(() => {
  vi.stubEnv('SIMULATE_LIVE_SOURCES', '');
  vi.stubEnv('SOURCES_SECRET_NAME', 'kyb-service/test/sources');
});
afterEach(() => vi.unstubAllEnvs());

const secretHolding =
  (value: string): ReadSecret =>
  async () => ({ current: { versionId: '1', value } });

/** The sources of a stage with this secret. */
const configured = (config: Record<string, unknown>) => {
  const read = secretHolding(JSON.stringify(config));
  return run({ sourcesFor: (environment) => sourcesOfStage(environment, read) });
};

const gateway = (baseUrl: string) => ({ baseUrl, apiKey: API_KEY });

const registryKnows = (businessName: string) =>
  json({ found: true, facts: { registrationNumber: 'RC7654321', businessName, businessStatus: 'active' } });

describe('A live applicant on a stage without sources', () => {
  test('goes to review, unharmed and uncharged, whatever its name', async () => {
    const subject = { businessName: 'SANDBOX_REJECT Ltd' };
    const submission = await submitted({ environment: 'live', modules: REGISTERED, subject });
    const balanceKobo = (await walletOf(submission)).balanceKobo;
    const { events, lines } = await assess(submission, configured({}));
    expect(await applicantOf(submission)).toMatchObject({
      environment: 'live',
      status: 'requires_review',
      decisionReason: 'source_unavailable',
      decidedAt: null,
      totalSpentKobo: 50_000,
    });
    expect((await walletOf(submission)).balanceKobo).toBe(balanceKobo);
    expect((await events()).map(({ type, environment }) => [type, environment])).toEqual([
      ['kyb.applicant.decision', 'live'],
      ['verification.cac.completed', 'live'],
      ['verification.tin.completed', 'live'],
    ]);
    expect(lines.filter(({ code }) => code === 'MODULE_UNAVAILABLE')).toMatchObject([
      { moduleId: 'cac_verification', reason: 'not_configured' },
      { moduleId: 'tin_verification', reason: 'not_configured' },
    ]);
  });
});

describe('A live applicant on a stage with sources', () => {
  test('is decided by their responses, and billed from the live wallet', async () => {
    await using registry = await loopbackSource(registryKnows(NAME));
    await using tax = await loopbackSource(json({ found: true, facts: { taxpayerName: NAME } }));
    const subject = { businessName: NAME };
    const submission = await submitted({ environment: 'live', modules: REGISTERED, subject, balanceKobo: 40_000 });
    await assess(submission, configured({ registry: gateway(registry.baseUrl), tax: gateway(tax.baseUrl) }));
    expect(await applicantOf(submission)).toMatchObject({ status: 'approved', riskScore: 0, totalSpentKobo: 85_000 });
    expect(await checkDebitsOf(submission)).toMatchObject([
      { environment: 'live', actionKey: 'cac_verification', balanceAfterKobo: 20_000 },
      { environment: 'live', actionKey: 'tin_verification', balanceAfterKobo: 5_000 },
    ]);
    expect(registry.received).toHaveLength(1);
    expect(registry.received[0]).toMatchObject({
      method: 'POST',
      headers: { authorization: `Bearer ${API_KEY}` },
      body: { registrationNumber: 'RC7654321', businessName: NAME },
    });
    expect(tax.received[0]).toMatchObject({ body: { taxNumber: '87654321-0003', kind: 'firs_tin' } });
  });

  test('is rejected by a registry that does not know it', async () => {
    await using registry = await loopbackSource(json({ found: false }));
    const submission = await submitted({ environment: 'live', modules: ['cac_verification'] });
    const { events } = await assess(submission, configured({ registry: gateway(registry.baseUrl) }));
    expect(dataOf(await events(), 'kyb.applicant.decision')).toMatchObject([
      { environment: 'live', status: 'rejected', riskScore: 80 },
    ]);
    expect(await checkDebitsOf(submission)).toHaveLength(1);
  });

  test('goes to review for a hit of the screening', async () => {
    const listed = {
      id: 'Q1',
      caption: 'Listed Foods Ltd',
      score: 0.93,
      match: true,
      properties: { topics: ['sanction'] },
    };
    await using yente = await loopbackSource(json({ responses: { 'entity-0': { status: 200, results: [listed] } } }));
    const subject = { businessName: NAME };
    const submission = await submitted({ environment: 'live', modules: ['sanctions_screening'], subject });
    await assess(submission, configured({ screening: { baseUrl: yente.baseUrl } }));
    expect(await applicantOf(submission)).toMatchObject({
      status: 'requires_review',
      decisionReason: 'sanctions_match',
      modules: [{ moduleId: 'sanctions_screening', status: 'review', chargeKobo: 10_000 }],
    });
  });

  test('is not rejected and pays nothing for a source that refuses the service', async () => {
    await using registry = await loopbackSource(status(401));
    const submission = await submitted({ environment: 'live', modules: ['cac_verification'] });
    const { lines } = await assess(submission, configured({ registry: gateway(registry.baseUrl) }));
    expect(await applicantOf(submission)).toMatchObject({
      status: 'requires_review',
      decisionReason: 'source_unavailable',
      totalSpentKobo: 50_000,
    });
    expect(lines).toContainEqual(expect.objectContaining({ code: 'MODULE_UNAVAILABLE', reason: 'refused' }));
  });

  test('waits no longer than the time of all sources for one that does not respond', async () => {
    await using tax = await loopbackSource(silence);
    const timeIsUp = new AbortController();
    const submission = await submitted({ environment: 'live', modules: ['business_profile', 'tin_verification'] });
    const effects = configured({ tax: gateway(tax.baseUrl) });
    const assessed = assess(submission, { ...effects, startSourceTime: () => timeIsUp.signal });
    await waitUntil(() => tax.received.length === 1, { what: 'the question to the source' });
    timeIsUp.abort();
    await assessed;
    expect(await applicantOf(submission)).toMatchObject({
      status: 'requires_review',
      decisionReason: 'source_unavailable',
      totalSpentKobo: 50_000,
      modules: [{ status: 'passed' }, { status: 'unavailable', chargeKobo: 0 }],
    });
    expect(effects.lines).toContainEqual(expect.objectContaining({ code: 'MODULE_UNAVAILABLE', reason: 'cancelled' }));
  });
});

describe('A stage with a wrong secret of its sources', () => {
  test.each([
    ['not JSON', `registry=${API_KEY}`],
    ['another shape', JSON.stringify({ registry: { baseUrl: 'ftp://registry', apiKey: API_KEY } })],
  ])('%s: fails the message and decides nothing, and no log line shows the secret', async (_, value) => {
    const submission = await submitted({ environment: 'live', modules: ['cac_verification'] });
    const effects = run({ sourcesFor: (environment) => sourcesOfStage(environment, secretHolding(value)) });
    const record = { messageId: 'm-1' } as Parameters<typeof settleMessages>[0][number];
    const handler = { read: () => submission, handle: () => assess(submission, effects) };
    const response = await settleMessages([record], handler, queueEffectsWith({ log: effects.log }));
    expect(response).toEqual({ batchItemFailures: [{ itemIdentifier: 'm-1' }] });
    expect(effects.lines).toMatchObject([{ code: 'MESSAGE_FAILED', errorName: 'SourcesMisconfigured' }]);
    expect(JSON.stringify(effects.lines)).not.toContain(API_KEY);
    expect(await applicantOf(submission)).toMatchObject({ status: 'processing', totalSpentKobo: 50_000 });
  });
});
