import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type ModuleStatus, riskScore, type ScoredModule } from '#shared/onboarding/assessment/scoring';
import { MODULE_IDS, MODULES } from '#shared/onboarding/modules/modules';

const STATUSES: readonly ModuleStatus[] = ['pending', 'passed', 'failed', 'review', 'unavailable'];
const tier = fc.constantFrom('low', 'standard', 'enhanced');

const scored: fc.Arbitrary<ScoredModule[]> = fc.uniqueArray(
  fc.record({ moduleId: fc.constantFrom(...MODULE_IDS), status: fc.constantFrom(...STATUSES) }),
  { selector: ({ moduleId }) => moduleId },
);

const WORSE: Readonly<Partial<Record<ModuleStatus, ModuleStatus>>> = { passed: 'review', review: 'failed' };

describe('the risk score', () => {
  test('is the weight of failed modules plus six tenths of that of modules in review', () => {
    expect(riskScore([{ moduleId: 'tin_verification', status: 'failed' }], 'standard')).toBe(60);
    expect(riskScore([{ moduleId: 'cac_verification', status: 'review' }], 'standard')).toBe(48);
    expect(
      riskScore(
        [
          { moduleId: 'business_profile', status: 'passed' },
          { moduleId: 'social_media_verification', status: 'review' },
          { moduleId: 'utility_bill_verification', status: 'failed' },
        ],
        'standard',
      ),
    ).toBe(39);
  });

  test('counts a hit once if two screenings found it, even if only the narrower one did', () => {
    const pep: ScoredModule = { moduleId: 'pep_screening', status: 'review', reasonCodes: ['pep_match'] };
    const aml: ScoredModule = { moduleId: 'aml_screening', status: 'review', reasonCodes: ['pep_match'] };
    expect(riskScore([pep, aml], 'standard')).toBe(60);
    expect(riskScore([pep, { ...aml, reasonCodes: ['sanctions_match'] }], 'standard')).toBe(90);
    expect(riskScore([pep, { ...aml, status: 'passed', reasonCodes: [] }], 'standard')).toBe(30);
    expect(riskScore([pep, { ...aml, status: 'unavailable' }], 'standard')).toBe(30);
  });

  test('is scaled by the tier', () => {
    const failed: ScoredModule[] = [{ moduleId: 'address_verification', status: 'failed' }];
    expect(riskScore(failed, 'low')).toBe(32);
    expect(riskScore(failed, 'standard')).toBe(40);
    expect(riskScore(failed, 'enhanced')).toBe(50);
  });

  test('is capped at 100', () => {
    const all: ScoredModule[] = MODULE_IDS.map((moduleId) => ({ moduleId, status: 'failed' }));
    expect(riskScore(all, 'low')).toBe(100);
    expect(riskScore(all, 'enhanced')).toBe(100);
  });

  test('is null without a verdict, and 0 when everything passed', () => {
    expect(riskScore([], 'standard')).toBeNull();
    const without: ScoredModule[] = [
      { moduleId: 'cac_verification', status: 'unavailable' },
      { moduleId: 'tin_verification', status: 'pending' },
      { moduleId: 'address_verification', status: 'review', reasonCodes: ['address_pending'] },
    ];
    expect(riskScore(without, 'standard')).toBeNull();
    expect(riskScore([...without, { moduleId: 'pep_screening', status: 'passed' }], 'enhanced')).toBe(0);
  });

  test('is an integer from 0 to 100, whatever happened', () => {
    fc.assert(
      fc.property(scored, tier, (modules, level) => {
        const score = riskScore(modules, level);
        if (score === null) return;
        expect(Number.isInteger(score)).toBe(true);
        expect(score).toBeGreaterThanOrEqual(0);
        expect(score).toBeLessThanOrEqual(100);
      }),
    );
  });

  test('never falls when an outcome gets worse', () => {
    fc.assert(
      fc.property(scored, tier, fc.nat(), (modules, level, pick) => {
        const index = modules.length === 0 ? 0 : pick % modules.length;
        const worse = modules.map((module, at) =>
          at === index ? { ...module, status: WORSE[module.status] ?? module.status } : module,
        );
        expect(riskScore(worse, level) ?? 0).toBeGreaterThanOrEqual(riskScore(modules, level) ?? 0);
      }),
    );
  });

  test('depends neither on the order nor on modules without a verdict', () => {
    fc.assert(
      fc.property(scored, tier, (modules, level) => {
        const verdicts = modules.filter(({ status }) => status !== 'pending' && status !== 'unavailable');
        expect(riskScore([...verdicts].reverse(), level)).toBe(riskScore(modules, level));
      }),
    );
  });

  test('rises with the tier', () => {
    fc.assert(
      fc.property(scored, (modules) => {
        const [low, standard, enhanced] = (['low', 'standard', 'enhanced'] as const).map((level) =>
          Number(riskScore(modules, level)),
        );
        expect(low).toBeLessThanOrEqual(Number(standard));
        expect(standard).toBeLessThanOrEqual(Number(enhanced));
      }),
    );
  });

  test('gives the registration more weight than any other identifier', () => {
    for (const id of ['tin_verification', 'bank_account_verification', 'address_verification'] as const) {
      expect(MODULES.cac_verification.weight).toBeGreaterThan(MODULES[id].weight);
    }
  });
});
