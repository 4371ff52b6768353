import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Company } from '#shared/companies/company';
import type { CheckSnapshot } from '#shared/monitoring/checks/check-snapshot';
import { compareLookups } from '#shared/monitoring/checks/compare-lookups';
import type { VendorLookups } from '#shared/monitoring/checks/look-up-vendor';
import { found, NOT_FOUND, unavailable } from '#shared/sources/lookup-results';
import type { RegistryFacts, ScreeningHit, ScreeningTopic } from '#shared/sources/ports';
import { LISTED } from '#tests/support/screening';
import { ADDED_MS, lookups, REGISTERED, vendor } from './check-fixtures.ts';

const DAY_MS = 24 * 60 * 60_000;

/** The kinds of events that checks find, check by check, by default one check a day. */
const kindsOf = (
  days: readonly VendorLookups[],
  company: Company = vendor(),
  dayOf: (index: number) => number = (index) => index + 1,
): (readonly string[])[] => {
  let snapshot: CheckSnapshot | undefined;
  return days.map((day, index) => {
    const compared = compareLookups(company, snapshot, day, ADDED_MS + dayOf(index) * DAY_MS);
    snapshot = compared.snapshot;
    return compared.findings.map(({ kind }) => kind);
  });
};

const saying = (change: Partial<RegistryFacts>): VendorLookups => lookups({ ...REGISTERED, ...change });

const without = (...fields: (keyof RegistryFacts)[]): VendorLookups => {
  const facts = Object.fromEntries(Object.entries(REGISTERED).filter(([field]) => !fields.includes(field as never)));
  return lookups(facts as unknown as RegistryFacts);
};

const [ada, bello] = REGISTERED.shareholders ?? [];
const holders = [ada, bello].filter((one) => one !== undefined);

describe('A change in the registry since the day before', () => {
  test.each<[string, Partial<RegistryFacts>, string[]]>([
    ['of the status, to inactive', { businessStatus: 'inactive' }, ['cac_status_change']],
    ['of the name', { businessName: 'ADIRE FASHION LIMITED' }, ['name_change']],
    ['of the street', { address: '14 Broad Street' }, ['address_change']],
    ['of the city', { city: 'Lekki' }, ['address_change']],
    ['of its owners', { shareholders: [{ name: 'Ada Obi', percentage: 100 }] }, ['ownership_change']],
    [
      'of the shares of its owners',
      { shareholders: holders.map((one) => ({ ...one, percentage: 50, numberOfShares: 500_000 })) },
      ['ownership_change'],
    ],
    ['of the directors', { directors: [{ name: 'Ada Obi' }] }, ['director_change']],
    ['to an overdue return', { annualReturnsOverdue: true }, ['annual_return_overdue']],
    ['to receivership', { insolvency: 'receivership' }, ['insolvency']],
    [
      'of several facts',
      { businessStatus: 'inactive', insolvency: 'wound_up', directors: [] },
      ['insolvency', 'cac_status_change', 'director_change'],
    ],
  ])('%s is reported once', (_, change, kinds) => {
    expect(kindsOf([saying({}), saying(change), saying(change)])).toStrictEqual([[], kinds, []]);
  });

  test("is reported at the first check as well, compared with the company's record", () => {
    expect(kindsOf([saying({ businessStatus: 'inactive', businessName: 'OTHER LIMITED' })])).toStrictEqual([
      ['cac_status_change', 'name_change'],
    ]);
    expect(kindsOf([saying({ insolvency: 'liquidation' })])).toStrictEqual([['insolvency']]);
    expect(kindsOf([saying({ annualReturnsOverdue: true })])).toStrictEqual([['annual_return_overdue']]);
  });

  test('is not reported from inactive to active, or at the end of proceedings or of a delay', () => {
    const bad = saying({ businessStatus: 'inactive', insolvency: 'administration', annualReturnsOverdue: true });
    expect(kindsOf([bad, saying({})], vendor({ ...REGISTERED, businessStatus: 'inactive' }))).toStrictEqual([
      ['insolvency', 'cac_status_change', 'annual_return_overdue'],
      [],
    ]);
  });

  test('back to the former state is reported too, if either state is news', () => {
    const moved = saying({ address: '1 Marina', directors: [{ name: 'Ada Obi' }] });
    expect(kindsOf([saying({}), moved, saying({}), saying({})])).toStrictEqual([
      [],
      ['director_change', 'address_change'],
      ['director_change', 'address_change'],
      [],
    ]);
  });

  test('from one proceeding to a graver one is another event', () => {
    const days = [saying({ insolvency: 'receivership' }), saying({ insolvency: 'wound_up' })];
    expect(kindsOf(days)).toStrictEqual([['insolvency'], ['insolvency']]);
  });
});

describe('No change is reported for', () => {
  test.each<[string, Partial<RegistryFacts>]>([
    ['the same facts', {}],
    ['the legal form and the case of a name', { businessName: 'Adire Textiles Ltd.' }],
    ['the spelling of an address', { address: '12, BROAD STREET.', city: 'IKEJA' }],
    ['the order of shareholders', { shareholders: holders.toReversed() }],
    ['the order of directors', { directors: [{ name: 'EZE, Chidi' }, { name: 'Obi Ada' }] }],
    [
      'percentages with more decimals',
      { shareholders: holders.map((one) => ({ ...one, percentage: Number(one.percentage) + 0.001 })) },
    ],
    [
      'new shares issued in proportion',
      { shareholders: holders.map((one) => ({ ...one, numberOfShares: 1 + Number(one.numberOfShares) })) },
    ],
    ['a number of shares that the registry no longer states', { shareholders: holders.map(({ name }) => ({ name })) }],
    ['facts that nobody is alerted to', { email: 'other@adire.example', natureOfBusiness: 'Fashion', shareCapital: 5 }],
  ])('%s', (_, change) => {
    expect(kindsOf([saying({}), saying(change), saying({})])).toStrictEqual([[], [], []]);
  });

  test('a fact that the registry leaves out or states for the first time', () => {
    const partly = without('address', 'city', 'state', 'shareholders', 'directors', 'annualReturnsOverdue');
    expect(kindsOf([partly, saying({}), partly, saying({})])).toStrictEqual([[], [], [], []]);
    expect(kindsOf([partly, saying({})], vendor({ ...REGISTERED, directors: [] }))).toStrictEqual([[], []]);
  });

  test('a fact while it is left out, but a different value afterwards is reported', () => {
    const days = [saying({}), without('address', 'directors'), saying({ address: '1 Marina', directors: [] })];
    expect(kindsOf(days)).toStrictEqual([[], [], ['director_change', 'address_change']]);
  });

  test('the same lookups a second time, whatever they say', () => {
    const text = fc.constantFrom('A Ltd', 'B Plc', 'A', 'The Company', '', 'ä-b');
    const facts = fc.record(
      {
        businessName: text,
        businessStatus: fc.constantFrom('active' as const, 'inactive' as const),
        address: text,
        shareholders: fc.array(fc.record({ name: text, percentage: fc.integer({ min: 0, max: 100 }) }), {
          maxLength: 3,
        }),
        directors: fc.array(fc.record({ name: text }), { maxLength: 3 }),
        annualReturnsOverdue: fc.boolean(),
        insolvency: fc.constantFrom('liquidation' as const, 'wound_up' as const),
      },
      { requiredKeys: ['businessName', 'businessStatus'] },
    );
    const topics = fc.constantFrom<ScreeningTopic>('sanctions', 'pep', 'adverse_media');
    const hit = fc.record({
      topic: topics,
      listedId: fc.constantFrom('a', 'b', 'c'),
      listed: fc.constant(LISTED),
      matchScore: fc.double({ min: 0, max: 1, noNaN: true }),
    });
    fc.assert(
      fc.property(facts, fc.array(hit, { maxLength: 5 }), facts, (one, hits, other) => {
        const day = lookups({ ...one, registrationNumber: 'RC1234567' }, hits);
        const next = lookups({ ...other, registrationNumber: 'RC1234567' }, hits);
        const [, again, , changedAgain] = kindsOf([day, day, next, next]);
        expect([again, changedAgain]).toStrictEqual([[], []]);
      }),
    );
  });
});

describe('A registry that does not find the vendor', () => {
  const missing: VendorLookups = { ...lookups(), registry: NOT_FOUND };

  test('is reported on the third day in a row, and on no other', () => {
    expect(kindsOf([saying({}), missing, missing, missing, missing, missing])).toStrictEqual([
      [],
      [],
      [],
      ['cac_status_change'],
      [],
      [],
    ]);
  });

  test('in three checks within less than two days, as a new watch causes them, is not reported before two days are over', () => {
    const checks = [missing, missing, missing, missing, missing];
    const at = (days: readonly number[]) =>
      kindsOf(checks, vendor(), (index) => days[index] ?? 0).map(({ length }) => length);
    expect(at([0, 0.1, 0.2, 1.2, 1.9])).toStrictEqual([0, 0, 0, 0, 0]);
    expect(at([0, 0.1, 0.2, 2, 3])).toStrictEqual([0, 0, 0, 1, 0]);
    // Nor are two checks enough after a source was down for days in between.
    expect(at([0, 9, 9.5, 10, 11])).toStrictEqual([0, 0, 1, 0, 0]);
  });

  test('is reported with the day since when', () => {
    let snapshot: CheckSnapshot | undefined;
    const texts = [1, 2, 3].flatMap((day) => {
      const compared = compareLookups(vendor(), snapshot, missing, ADDED_MS + day * DAY_MS);
      snapshot = compared.snapshot;
      return compared.findings.map(({ whatChanged }) => whatChanged);
    });
    expect(texts).toStrictEqual(['The number has not been found in the registry since 2026-11-21.']);
  });

  test('for a day or two is not reported, and counts anew afterwards', () => {
    expect(kindsOf([missing, missing, saying({}), missing, missing]).flat()).toStrictEqual([]);
  });

  test('is reported for a business that was inactive when it was added, because nobody was told of that', () => {
    const inactive = vendor({ ...REGISTERED, businessStatus: 'inactive' });
    expect(kindsOf([missing, missing, missing], inactive).flat()).toStrictEqual(['cac_status_change']);
  });
});

describe('A source that is unavailable', () => {
  const down = unavailable('unreachable');

  test('causes no event, however long, and a change in the meantime is reported once it is back', () => {
    const dark: VendorLookups = { registry: down, tax: undefined, screening: down };
    const hits: ScreeningHit[] = [{ topic: 'pep', listedId: 'Q1', listed: LISTED, matchScore: 1 }];
    const back = lookups({ ...REGISTERED, businessStatus: 'inactive' }, hits);
    expect(kindsOf([saying({}), dark, dark, dark, dark, back])).toStrictEqual([
      ...[[], [], [], [], []],
      ['pep_match', 'cac_status_change'],
    ]);
  });

  test('does not stop another source from counting', () => {
    const hits: ScreeningHit[] = [{ topic: 'sanctions', listedId: 'Q1', listed: LISTED, matchScore: 1 }];
    expect(kindsOf([{ ...lookups(REGISTERED, hits), registry: down }])).toStrictEqual([['sanctions_match']]);
    expect(kindsOf([{ ...saying({ businessStatus: 'inactive' }), screening: down }])).toStrictEqual([
      ['cac_status_change'],
    ]);
  });

  test('does not reset the count of days without the vendor', () => {
    const missing: VendorLookups = { ...lookups(), registry: NOT_FOUND };
    const dark: VendorLookups = { ...lookups(), registry: down };
    expect(kindsOf([missing, dark, missing, dark, missing])).toStrictEqual([[], [], [], [], ['cac_status_change']]);
  });
});

describe('The tax number of a vendor', () => {
  const company: Company = { ...vendor(), firsTin: '12345678-0001' };
  const taxpayer = (taxpayerName: string): VendorLookups => ({ ...lookups(), tax: found({ taxpayerName }) });
  const missing: VendorLookups = { ...lookups(), tax: NOT_FOUND };

  test('is reported if it has another name than the day before', () => {
    const days = [taxpayer('Adire Textiles Ltd'), taxpayer('Somebody Else Ltd'), taxpayer('SOMEBODY ELSE LIMITED')];
    expect(kindsOf(days, company)).toStrictEqual([[], ['tax_status_change'], []]);
  });

  test('is not reported separately under the new name of a renamed vendor', () => {
    const renamed = {
      ...saying({ businessName: 'ADIRE FASHION LIMITED' }),
      tax: found({ taxpayerName: 'Adire Fashion' }),
    };
    expect(kindsOf([taxpayer('Adire Textiles'), renamed], company)).toStrictEqual([[], ['name_change']]);
  });

  test('is reported if it is not found for the third day in a row', () => {
    expect(kindsOf([taxpayer('Adire'), missing, missing, missing, missing], company)).toStrictEqual([
      ...[[], [], []],
      ['tax_status_change'],
      [],
    ]);
  });

  test('is not reported if three checks within a day do not find it', () => {
    const checks = [taxpayer('Adire'), missing, missing, missing, missing];
    const days = [0, 1, 1.1, 1.2, 3];
    expect(kindsOf(checks, company, (index) => days[index] ?? 0)).toStrictEqual([
      ...[[], [], [], []],
      ['tax_status_change'],
    ]);
  });

  test('starts without history if it differs from the day before', () => {
    const [first] = [compareLookups(company, undefined, taxpayer('Adire Textiles'), ADDED_MS)];
    const other = { ...company, firsTin: '87654321-0001' };
    expect(compareLookups(other, first?.snapshot, taxpayer('Somebody Else'), ADDED_MS).findings).toStrictEqual([]);
  });
});

describe('A match in a screening list', () => {
  const hit = (
    listedId: string,
    topic: ScreeningTopic = 'sanctions',
    more: Partial<ScreeningHit> = {},
  ): ScreeningHit => ({
    ...{ topic, listedId, listed: LISTED, matchScore: 0.9 },
    ...more,
  });
  const matching = (...hits: ScreeningHit[]): VendorLookups => lookups(REGISTERED, hits);

  test('is reported if it is new, even at the first check', () => {
    expect(kindsOf([matching(hit('Q1')), matching(hit('Q1')), matching(hit('Q1'), hit('Q2', 'pep'))])).toStrictEqual([
      ['sanctions_match'],
      [],
      ['pep_match'],
    ]);
  });

  test('of each topic is an event of its kind, with its own source for each entry', () => {
    const { findings } = compareLookups(
      vendor(),
      undefined,
      matching(hit('Q1'), hit('Q1', 'adverse_media'), hit('Q2'), hit('Q2')),
      ADDED_MS,
    );
    expect(findings.map(({ kind, source }) => [kind, source])).toStrictEqual([
      ['adverse_media', 'Screening Q1'],
      ['sanctions_match', 'Screening Q1'],
      ['sanctions_match', 'Screening Q2'],
    ]);
  });

  test('is known under both ids after its source merged its entry into another', () => {
    const merged = matching(hit('NK-9', 'sanctions', { formerIds: ['Q1', 'Q7'] }));
    expect(kindsOf([matching(hit('Q1')), merged, matching(hit('NK-9'))])).toStrictEqual([['sanctions_match'], [], []]);
  });

  test('that is gone for less than 30 days is not reported again, and after that it is', () => {
    const gone = Array.from({ length: 28 }, () => matching());
    expect(kindsOf([matching(hit('Q1')), ...gone, matching(hit('Q1'))]).flat()).toStrictEqual(['sanctions_match']);
    expect(kindsOf([matching(hit('Q1')), ...gone, matching(), matching(), matching(hit('Q1'))]).flat()).toStrictEqual([
      'sanctions_match',
      'sanctions_match',
    ]);
  });

  test('among more than ten new ones is reported the next day, the surest first, and none is lost', () => {
    const many = Array.from({ length: 25 }, (_, index) => hit(`Q${index}`, 'pep', { matchScore: 1 - index / 100 }));
    expect(kindsOf([matching(...many), matching(...many), matching(...many), matching(...many)])).toStrictEqual([
      Array(10).fill('pep_match'),
      Array(10).fill('pep_match'),
      Array(5).fill('pep_match'),
      [],
    ]);
  });
});

test('Neither events nor the snapshot name a person', () => {
  const people = ['Ada', 'Obi', 'Bello', 'Musa', 'Chidi', 'Eze'];
  const changed = saying({ shareholders: [{ name: 'Dayo Ade' }], directors: [{ name: 'Efe Ojo' }] });
  const { findings, snapshot } = compareLookups(vendor(), undefined, lookups(), ADDED_MS);
  const next = compareLookups(vendor(), snapshot, changed, ADDED_MS + DAY_MS);
  expect(next.findings).toHaveLength(2);
  // An id may spell any name.
  const text = JSON.stringify([findings, snapshot, next])
    .replaceAll(/\b[a-z]+_[0-9A-Z]{26}/g, '')
    .toUpperCase();
  for (const name of [...people, 'Dayo', 'Ojo']) expect(text).not.toContain(name.toUpperCase());
});
