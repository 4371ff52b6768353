import { describe, expect, test } from 'vitest';
import type { ScreeningHit } from '#shared/sources/ports';
import { CHECK_REASONS, type CheckReason, HIT_REASONS } from '#shared/verification/check-reasons';
import { type EndedCheck, evidenceOf as shownOf } from '#shared/verification/evidence';
import { foundEntries } from '#shared/verification/listed-entry';

const AT = '2026-11-24T08:00:00.000Z';

/** The evidence of a check of which nothing is kept any longer. */
const evidenceOf = (ended: Omit<EndedCheck, 'kept'>) => shownOf({ ...ended, kept: undefined });

const hit = (more: Partial<ScreeningHit> & { readonly entity?: string } = {}): ScreeningHit => ({
  topic: 'sanctions',
  listedId: 'Q1',
  listed: { list: 'us_ofac_sdn', entity: more.entity ?? 'Acme Foods', url: 'https://lists.example/Q1' },
  matchScore: 0.9,
  ...more,
});

describe('The evidence of a check', () => {
  test('says that a record matched, for a passed check with or without notes', () => {
    for (const reasonCodes of [[], ['nuban_check_digit']] as const satisfies readonly (readonly CheckReason[])[]) {
      expect(evidenceOf({ source: 'bankAccount', reasonCodes, completedAt: AT })).toStrictEqual([
        { source: 'bankAccount', at: AT, matched: true, differs: [], compared: null, answered: null, entries: [] },
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
    'is empty after %s, because no source was asked',
    (reason) => {
      expect(evidenceOf({ source: 'registry', reasonCodes: [reason], completedAt: AT })).toStrictEqual([]);
    },
  );

  test('is empty without a verdict, and for a module that only collects', () => {
    expect(evidenceOf({ source: 'tax', reasonCodes: ['source_unavailable'], completedAt: null })).toStrictEqual([]);
    expect(evidenceOf({ source: null, reasonCodes: [], completedAt: AT })).toStrictEqual([]);
  });

  test('has a match for each hit of a screening, and none for a clean one', () => {
    for (const reason of Object.values(HIT_REASONS)) {
      expect(evidenceOf({ source: 'screening', reasonCodes: [reason], completedAt: AT })[0]?.matched).toBe(true);
    }
    expect(evidenceOf({ source: 'screening', reasonCodes: [], completedAt: AT })[0]?.matched).toBe(false);
  });

  test('says for every reason of a verdict whether it concerns the record', () => {
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
  const found = (hits: readonly ScreeningHit[]) => foundEntries(hits).entries;

  test('are kept once for each topic, the best matches first, at most 20; the others are counted', () => {
    const many = Array.from({ length: 30 }, (_, at) =>
      hit({ listedId: `Q${at}`, entity: `Name ${at}`, matchScore: at / 30 }),
    );
    const { entries, more } = foundEntries([...many, hit({ matchScore: 1 }), hit({ matchScore: 0.95 })]);
    expect(entries).toHaveLength(20);
    expect(more).toBe(10);
    expect(entries[0]).toMatchObject({ entity: 'Q1', topic: 'sanctions', name: 'Acme Foods', score: 1 });
    expect(entries.map(({ score }) => score)).toEqual(entries.map(({ score }) => score).toSorted((a, b) => b - a));
    expect(entries.filter(({ entity }) => entity === 'Q1')).toHaveLength(1);
  });

  test("have the source's details, on one line and cut if they are long", () => {
    const details = { listedAt: '2019-03-04T00:00:00', address: '1 Broad Street,\nLagos', country: 'ng' };
    const [entry] = found([hit({ details, entity: 'x'.repeat(1000) })]);
    expect(entry).toEqual({
      ...{ entity: 'Q1', topic: 'sanctions', list: 'us_ofac_sdn', name: 'x'.repeat(150), score: 0.9 },
      ...{ url: 'https://lists.example/Q1', listedAt: '2019-03-04T00:00:00', address: '1 Broad Street, Lagos' },
      ...{ country: 'ng', birthDate: null, version: expect.any(String) },
    });
  });

  test('are shown without the value that identifies their version', () => {
    const kept = { compared: {}, answered: {}, entries: [...found([hit()])] };
    const [evidence] = shownOf({ source: 'screening', reasonCodes: ['sanctions_match'], completedAt: AT, kept });
    expect(evidence?.entries).toStrictEqual([
      {
        ...{ entity: 'Q1', topic: 'sanctions', list: 'us_ofac_sdn', name: 'Acme Foods', score: 0.9 },
        ...{ url: 'https://lists.example/Q1', listedAt: null, address: null, country: null, birthDate: null },
        cleared: null,
      },
    ]);
  });

  test('have another version if the source says anything else about them, but not for another score', () => {
    const versionOf = (more: Parameters<typeof hit>[0]) => found([hit(more)])[0]?.version;
    const details = { lists: ['a', 'b'], topics: ['sanction'], listedAt: '2019-03-04', changedAt: '2020-01-01' };
    const first = versionOf({ details });
    expect(versionOf({ details: { ...details, lists: ['b', 'a'] }, matchScore: 0.8 })).toBe(first);
    const others = [
      versionOf({ details, entity: 'Acme Food' }),
      ...[{ lists: ['a'] }, { topics: ['crime'] }, { listedAt: '2019-03-05' }, { changedAt: '2020-01-02' }].map(
        (more) => versionOf({ details: { ...details, ...more } }),
      ),
    ];
    expect(new Set([first, ...others]).size).toBe(6);
  });
});
