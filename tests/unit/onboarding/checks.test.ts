import { describe, expect, test } from 'vitest';
import { combinedDeclarations } from '#shared/onboarding/applicants/subject';
import { MODULE_CHECKS } from '#shared/onboarding/modules/module-checks';
import { MODULE_IDS, MODULES, type ModuleId } from '#shared/onboarding/modules/modules';
import { found, NOT_FOUND, unavailable } from '#shared/sources/lookup-results';
import type { ScreeningQuery, SourceName, SourcePorts, SourceResult } from '#shared/sources/ports';
import { SANDBOX_PORTS } from '#shared/sources/sandbox/sandbox-ports';
import type { ModuleAnswers } from '#shared/verification/answer-values';
import { CHECK_REASONS } from '#shared/verification/check-reasons';
import type { CheckOutcome } from '#shared/verification/checks/check';
import { LISTED } from '#tests/support/screening';
import { ANSWERS } from './fixtures.ts';

const { signal } = new AbortController();

/** The visit to the address, which was not booked before. */
const visit = {
  reference: 'addr_01KAJ5D3W8E6K2N9Q4S7V1X3ZB',
  isBooked: false,
  place: {
    businessName: 'Acme Foods Ltd',
    ...{ businessPhone: '', firstName: '', lastName: '', phone: '', landmark: '', lga: '' },
    ...{ street: '1 Broad Street', city: 'Lagos', state: 'Lagos' },
  },
};

const STATED = { subject: {}, createdBy: 'account', answers: ANSWERS } as const;

/** Sources of which one always returns the same response and records its lookups. */
const sourcesWhere = <Name extends SourceName>(name: Name, response: SourceResult<unknown>) => {
  const queries: unknown[] = [];
  const port = async (query: unknown) => {
    queries.push(query);
    return response;
  };
  return { ports: { ...SANDBOX_PORTS, [name]: port } as SourcePorts, queries };
};

const check = async (
  moduleId: ModuleId,
  response: SourceResult<unknown>,
  answers: ModuleAnswers = ANSWERS[moduleId],
) => {
  const source = MODULES[moduleId].source;
  if (source === null) throw new Error(`${moduleId} asks no source`);
  const { ports, queries } = sourcesWhere(source, response);
  const declared = combinedDeclarations({ ...STATED, subject: { businessName: 'Acme Foods Ltd', jurisdiction: 'ng' } });
  return { outcome: await MODULE_CHECKS[moduleId]({ answers, declared, ports, signal, visit }), queries };
};

const verdictOf = ({ status, reasonCodes }: CheckOutcome) => ({ status, reasonCodes });

const asking = MODULE_IDS.filter((id) => MODULES[id].source !== null);

describe.each(asking)('the check of %s', (moduleId) => {
  test('passes on a clean response', async () => {
    const declared = combinedDeclarations({ ...STATED, subject: { businessName: 'Acme Foods Ltd' } });
    const input = {
      answers: ANSWERS[moduleId],
      declared,
      ports: SANDBOX_PORTS,
      signal,
      visit: { ...visit, ended: 'verified' as const },
    };
    expect(await MODULE_CHECKS[moduleId](input)).toMatchObject({ status: 'passed', reasonCodes: [] });
  });

  test('has no verdict if its source gives no response, and logs why', async () => {
    const { outcome } = await check(moduleId, unavailable('timed_out'));
    expect(outcome).toEqual({ status: 'unavailable', reasonCodes: ['source_unavailable'], cause: 'timed_out' });
  });

  test('makes one lookup', async () => {
    expect((await check(moduleId, unavailable('timed_out'))).queries).toHaveLength(1);
  });
});

test.each(['business_profile', 'document_upload'] as const)('%s is collected, not checked', async (moduleId) => {
  const input = {
    answers: ANSWERS[moduleId],
    declared: combinedDeclarations({ ...STATED, answers: {} }),
    ports: SANDBOX_PORTS,
    signal,
  };
  expect(await MODULE_CHECKS[moduleId](input)).toEqual({ status: 'passed', reasonCodes: [] });
});

const business = (businessName: string, businessStatus: 'active' | 'inactive') =>
  found({ registrationNumber: 'RC1234567', businessName, businessStatus });

describe('facts are judged', () => {
  test.each<[string, ModuleId, SourceResult<unknown>, string, string[]]>([
    ['an unknown number', 'cac_verification', NOT_FOUND, 'failed', ['registration_not_found']],
    ['an inactive business', 'cac_verification', business('Acme Foods', 'inactive'), 'failed', ['business_inactive']],
    ['another name', 'cac_verification', business('Other', 'active'), 'review', ['name_mismatch']],
    ['both', 'cac_verification', business('Other', 'inactive'), 'failed', ['business_inactive', 'name_mismatch']],
    ['an unknown TIN', 'tin_verification', NOT_FOUND, 'failed', ['tin_not_found']],
    ["another taxpayer's TIN", 'tin_verification', found({ taxpayerName: 'Other' }), 'review', ['name_mismatch']],
    ['an unknown account', 'bank_account_verification', NOT_FOUND, 'failed', ['account_not_found']],
    ["another's account", 'bank_account_verification', found({ accountName: 'Other' }), 'review', ['name_mismatch']],
    ['unknown people', 'ubo_verification', NOT_FOUND, 'failed', ['person_not_confirmed']],
    [
      'one unknown person',
      'directors_kyc',
      found({ people: ['confirmed', 'not_confirmed'] }),
      'failed',
      ['person_not_confirmed'],
    ],
    [
      'one person with other details',
      'directors_kyc',
      found({ people: ['mismatch', 'confirmed'] }),
      'review',
      ['person_mismatch'],
    ],
    ['an unknown document', 'memart_verification', NOT_FOUND, 'failed', ['document_not_found']],
    [
      'an expired document',
      'tax_clearance_verification',
      found({ documentStatus: 'expired', holderName: 'Acme Foods' }),
      'failed',
      ['document_expired'],
    ],
    [
      'a revoked document of another',
      'scuml_verification',
      found({ documentStatus: 'revoked', holderName: 'Other' }),
      'failed',
      ['document_revoked', 'name_mismatch'],
    ],
    [
      "another's document",
      'cac_status_report',
      found({ documentStatus: 'valid', holderName: 'Other' }),
      'review',
      ['name_mismatch'],
    ],
    ['no profile', 'social_media_verification', found({ confirmed: [] }), 'review', ['profile_not_confirmed']],
    ['an unknown business', 'social_media_verification', NOT_FOUND, 'review', ['profile_not_confirmed']],
    ['an unknown meter', 'utility_bill_verification', NOT_FOUND, 'failed', ['meter_not_found']],
    ['an address that cannot be visited', 'address_verification', NOT_FOUND, 'unavailable', ['address_unreachable']],
    ['a visit that is booked', 'address_verification', found({ visitStatus: 'booked' }), 'review', ['address_pending']],
    [
      'a visit that is not possible',
      'address_verification',
      found({ visitStatus: 'not_possible' }),
      'unavailable',
      ['address_unreachable'],
    ],
  ])('%s in %s', async (_, moduleId, response, status, reasonCodes) => {
    const { outcome } = await check(moduleId, response);
    const { registeredName } = outcome;
    expect(verdictOf(outcome)).toEqual({ status, reasonCodes });
    if (registeredName !== undefined) expect(moduleId).toBe('cac_verification');
    for (const code of reasonCodes) expect(CHECK_REASONS).toHaveProperty(code);
  });

  const pair = { people: [{ fullName: ' Ada Obi ' }, { fullName: 'Musa Bello', nationalIdNumber: '12345678901' }] };

  test.each<[string, SourceResult<unknown>, string[][]]>([
    [
      'each by their verdict',
      found({ people: ['mismatch', 'not_confirmed'] }),
      [['person_mismatch'], ['person_not_confirmed']],
    ],
    [
      'nothing about whom the source confirmed',
      found({ people: ['confirmed', 'mismatch'] }),
      [[], ['person_mismatch']],
    ],
    ['nobody confirmed if nothing is known', NOT_FOUND, [['person_not_confirmed'], ['person_not_confirmed']]],
  ])('people have codes of their own: %s', async (_, response, [ofAda, ofMusa]) => {
    const { outcome } = await check('directors_kyc', response, pair);
    expect(outcome.people).toEqual([
      { fullName: 'Ada Obi', reasonCodes: ofAda },
      { fullName: 'Musa Bello', reasonCodes: ofMusa },
    ]);
  });

  test('people have no codes without a verdict', async () => {
    expect((await check('directors_kyc', unavailable('timed_out'), pair)).outcome).not.toHaveProperty('people');
  });

  test('a wrong check digit is noted only for a passed check, and changes no verdict', async () => {
    const answers = { bankCode: '011', accountNumber: '0000014570' };
    const passing = await check('bank_account_verification', found({ accountName: 'Acme Foods' }), answers);
    expect(verdictOf(passing.outcome)).toEqual({ status: 'passed', reasonCodes: ['nuban_check_digit'] });
    const failing = await check('bank_account_verification', NOT_FOUND, answers);
    expect(verdictOf(failing.outcome)).toEqual({ status: 'failed', reasonCodes: ['account_not_found'] });
    const doubted = await check('bank_account_verification', found({ accountName: 'Other' }), answers);
    expect(verdictOf(doubted.outcome)).toEqual({ status: 'review', reasonCodes: ['name_mismatch'] });
  });

  test.each<[ModuleId, ModuleAnswers, string]>([
    ['cac_verification', { registrationNumber: 'none' }, 'registration_number_malformed'],
    ['tin_verification', { tin: '1' }, 'tin_malformed'],
    ['bank_account_verification', { bankCode: '011', accountNumber: '1' }, 'account_number_malformed'],
    ['utility_bill_verification', { meterNumber: '1', provider: 'EKO' }, 'meter_malformed'],
  ])('%s fails an impossible number without a lookup', async (moduleId, answers, code) => {
    const { outcome, queries } = await check(moduleId, NOT_FOUND, answers);
    expect(outcome).toEqual({ status: 'failed', reasonCodes: [code] });
    expect(queries).toEqual([]);
  });

  test.each<[ModuleId, ModuleAnswers]>([
    ['bank_account_verification', { accountNumber: '0000014579' }],
    ['directors_kyc', { fullNames: [] }],
    ['memart_verification', {}],
    ['utility_bill_verification', { meterNumber: '12345678', provider: 'NEPA' }],
    ['social_media_verification', {}],
  ])('%s has no verdict without an answer', async (moduleId, answers) => {
    const { outcome, queries } = await check(moduleId, NOT_FOUND, answers);
    expect(outcome).toEqual({ status: 'unavailable', reasonCodes: ['input_missing'] });
    expect(queries).toEqual([]);
  });
});

describe('lookups are made', () => {
  test('by normal forms, with the classification the applicant chose and the declared name', async () => {
    const answers = { registrationNumber: ' 1234 ', businessType: 'business_name' };
    expect((await check('cac_verification', NOT_FOUND, answers)).queries).toEqual([
      { registrationNumber: 'BN1234', classificationId: 1, businessName: 'Acme Foods Ltd' },
    ]);
    expect((await check('tin_verification', NOT_FOUND, { tin: '123456780002' })).queries).toEqual([
      { kind: 'firs_tin', taxNumber: '12345678-0002', businessName: 'Acme Foods Ltd' },
    ]);
    expect(
      (await check('utility_bill_verification', NOT_FOUND, { meterNumber: '01-2345-678', provider: 'PH' })).queries,
    ).toEqual([{ meterNumber: '012345678', provider: 'PH', businessName: 'Acme Foods Ltd' }]);
  });

  test.each([
    ['directors_kyc', 'director'],
    ['ubo_verification', 'beneficial_owner'],
    ['shareholders_kyc', 'shareholder'],
  ] as const)('%s about people as %s', async (moduleId, role) => {
    const answers = { fullNames: ['Ada Obi'], nationalIdNumbers: ['12345678901'] };
    expect((await check(moduleId, NOT_FOUND, answers)).queries).toEqual([
      {
        role,
        people: [{ fullName: 'Ada Obi', nationalIdNumber: '12345678901' }],
        businessName: 'Acme Foods Ltd',
        registrationNumber: 'RC1234567',
      },
    ]);
  });

  test.each([
    ['aml_screening', ['sanctions', 'pep', 'adverse_media']],
    ['sanctions_screening', ['sanctions']],
    ['pep_screening', ['pep']],
    ['adverse_media_screening', ['adverse_media']],
  ] as const)('%s about the business and everyone named, for %j', async (moduleId, topics) => {
    expect((await check(moduleId, NOT_FOUND)).queries).toEqual([
      {
        entities: [
          { kind: 'business', names: ['Acme Foods Ltd'], registrationNumber: 'RC1234567', jurisdiction: 'ng' },
          { kind: 'person', names: ['Ada Obi'] },
          { kind: 'person', names: ['Musa Bello'] },
        ],
        topics,
      },
    ]);
  });
});

describe('screening', () => {
  test("searches every name of the business separately and once, including the registry's", async () => {
    const { ports, queries } = sourcesWhere('screening', found({ hits: [] }));
    const answers = {
      business_profile: { businessName: 'Evil Ltd' },
      cac_verification: { registrationNumber: 'RC1', businessName: 'EVIL  Limited.' },
      pep_screening: { otherNames: ['Wicked Stores', 'clean ltd'], fullNames: ['Ada Obi', 'ADA OBI'] },
    };
    const subject = { businessName: 'Clean Ltd' };
    for (const createdBy of ['account', 'applicant'] as const) {
      const declared = combinedDeclarations({ subject, createdBy, answers }, 'Registered Plc');
      await MODULE_CHECKS.sanctions_screening({ answers: {}, declared, ports, signal });
    }
    const named = queries.map((query) => (query as ScreeningQuery).entities.map(({ names }) => names));
    expect(named[0]).toEqual([['Clean Ltd'], ['Evil Ltd'], ['Wicked Stores'], ['Registered Plc'], ['Ada Obi']]);
    expect(named[1]).toEqual([['Evil Ltd'], ['Clean Ltd'], ['Wicked Stores'], ['Registered Plc'], ['Ada Obi']]);
  });

  const hit = (topic: string) => ({ topic, listedId: 'NK-1', listed: LISTED, matchScore: 0.9 });

  test('requires a person for any hit, naming each kind once', async () => {
    const response = found({ hits: [hit('adverse_media'), hit('sanctions'), hit('sanctions')] });
    expect((await check('aml_screening', response)).outcome).toMatchObject({
      status: 'review',
      reasonCodes: ['sanctions_match', 'adverse_media_match'],
      found: {
        entries: [
          { topic: 'adverse_media', entity: 'NK-1', name: LISTED.entity },
          { topic: 'sanctions', entity: 'NK-1', name: LISTED.entity },
        ],
        more: 0,
      },
    });
  });

  test('cannot be done without a name', async () => {
    const input = {
      answers: {},
      declared: combinedDeclarations({ ...STATED, answers: {} }),
      ports: SANDBOX_PORTS,
      signal,
    };
    expect(await MODULE_CHECKS.pep_screening(input)).toEqual({ status: 'unavailable', reasonCodes: ['input_missing'] });
  });

  test('does not accept "no such record", because a list either matches or does not', async () => {
    expect((await check('sanctions_screening', NOT_FOUND)).outcome.status).toBe('unavailable');
  });
});
