import { describe, expect, test } from 'vitest';
import type { ScreeningHit } from '#shared/sources/ports';
import { CHECK_REASONS, type CheckReason, HIT_REASONS } from '#shared/verification/check-reasons';
import { entriesText, evidenceOf, foundEntries, parseEntries } from '#shared/verification/evidence';

const AT = '2026-11-24T08:00:00.000Z';

const hit = (more: Partial<ScreeningHit> & { readonly entity?: string } = {}): ScreeningHit => ({
  topic: 'sanctions',
  listedId: 'Q1',
  listed: { list: 'us_ofac_sdn', entity: more.entity ?? 'Acme Foods', url: 'https://lists.example/Q1' },
  matchScore: 0.9,
  ...more,
});

describe('The evidence of a check', () => {
  test('says that a record matched, for a passed check with notes or without', () => {
    for (const reasonCodes of [[], ['nuban_check_digit']] as const satisfies readonly (readonly CheckReason[])[]) {
      expect(evidenceOf({ source: 'bankAccount', reasonCodes, completedAt: AT })).toStrictEqual([
        { source: 'bankAccount', at: AT, matched: true, differs: [], entries: [] },
      ]);
    }
  });

  test('names every field in which the record differs', () => {
    const reasonCodes: readonly CheckReason[] = ['business_inactive', 'name_mismatch'];
    expect(evidenceOf({ source: 'registry', reasonCodes, completedAt: AT })).toMatchObject([
      { matched: true, differs: ['businessStatus', 'businessName'] },
    ]);
  });

  test.each([
    ['registry', 'registration_not_found'],
    ['tax', 'tin_not_found'],
    ['bankAccount', 'account_not_found'],
    ['meter', 'meter_not_found'],
    ['identity', 'person_not_confirmed'],
    ['documents', 'document_not_found'],
    ['visits', 'address_not_verified'],
    ['socialMedia', 'profile_not_confirmed'],
  ] as const)('of %s says that nothing matched after %s', (source, reason) => {
    expect(evidenceOf({ source, reasonCodes: [reason], completedAt: AT })).toMatchObject([{ matched: false }]);
  });

  test.each(['registration_number_malformed', 'tin_malformed', 'account_number_malformed', 'meter_malformed'] as const)(
    'is empty after %s: nobody was asked',
    (reason) => {
      expect(evidenceOf({ source: 'registry', reasonCodes: [reason], completedAt: AT })).toStrictEqual([]);
    },
  );

  test('is empty without a verdict, and for what is only collected', () => {
    expect(evidenceOf({ source: 'tax', reasonCodes: ['source_unavailable'], completedAt: null })).toStrictEqual([]);
    expect(evidenceOf({ source: null, reasonCodes: [], completedAt: AT })).toStrictEqual([]);
  });

  test('of a screening is a match for each hit, and none for a clean one', () => {
    for (const reason of Object.values(HIT_REASONS)) {
      expect(evidenceOf({ source: 'screening', reasonCodes: [reason], completedAt: AT })[0]?.matched).toBe(true);
    }
    expect(evidenceOf({ source: 'screening', reasonCodes: [], completedAt: AT })[0]?.matched).toBe(false);
  });

  test('knows what every reason of a verdict says of the record', () => {
    const withoutRecord: readonly string[] = [
      ...['source_unavailable', 'insufficient_balance', 'input_missing', 'address_unreachable', 'address_pending'],
      ...['subject_mismatch', 'nuban_check_digit', ...Object.values(HIT_REASONS)],
    ];
    for (const reason of Object.keys(CHECK_REASONS) as CheckReason[]) {
      const [evidence] = evidenceOf({ source: 'registry', reasonCodes: [reason], completedAt: AT });
      const saysNothing = evidence?.matched === true && evidence.differs.length === 0;
      expect([reason, saysNothing]).toEqual([reason, withoutRecord.includes(reason)]);
    }
  });
});

describe('The entries of a screening', () => {
  test('are kept once each, the best matches first, at most 20', () => {
    const many = Array.from({ length: 30 }, (_, at) => hit({ entity: `Name ${at}`, matchScore: at / 30 }));
    const entries = foundEntries([...many, hit({ matchScore: 1 }), hit({ matchScore: 0.95 })]);
    expect(entries).toHaveLength(20);
    expect(entries[0]).toEqual({
      ...{ topic: 'sanctions', list: 'us_ofac_sdn', name: 'Acme Foods', score: 1, url: 'https://lists.example/Q1' },
    });
    expect(entries.map(({ score }) => score)).toEqual(entries.map(({ score }) => score).toSorted((a, b) => b - a));
    expect(entries.filter(({ name }) => name === 'Acme Foods')).toHaveLength(1);
  });

  test('are the same after they were stored, and are shown without their topic', () => {
    const entries = parseEntries(entriesText(foundEntries([hit()])));
    expect(entries).toEqual(foundEntries([hit()]));
    const [evidence] = evidenceOf({ source: 'screening', reasonCodes: ['sanctions_match'], completedAt: AT, entries });
    expect(evidence?.entries).toStrictEqual([
      { list: 'us_ofac_sdn', name: 'Acme Foods', score: 0.9, url: 'https://lists.example/Q1' },
    ]);
  });
});
