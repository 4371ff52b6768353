import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MAX_ANSWER_LENGTH, MAX_LIST_ENTRIES } from '#shared/onboarding/modules/answer-limits';
import { checkAnswers, isAnswered } from '#shared/onboarding/modules/answers';
import { MODULE_FIELDS } from '#shared/onboarding/modules/module-fields';
import { MODULE_IDS, type ModuleId } from '#shared/onboarding/modules/modules';
import { entriesOf, textOf } from '#shared/verification/answer-values';
import { ANSWERS } from './fixtures.ts';

const problemsOf = (moduleId: ModuleId, answers: Record<string, unknown>) => {
  const checked = checkAnswers(moduleId, answers);
  return 'problems' in checked ? checked.problems : [];
};

const pathsOf = (moduleId: ModuleId, answers: Record<string, unknown>) =>
  problemsOf(moduleId, answers).map(({ path }) => path);

describe('a date of issue', () => {
  const on = (issuedOn: string) => checkAnswers('cac_status_report', { issuedOn }, {}, '2026-11-23');

  test('is today’s at the latest', () => {
    expect(on('2026-11-23')).toMatchObject({ answers: { issuedOn: '2026-11-23' } });
    expect(on('2026-11-24')).toEqual({
      problems: [{ path: 'answers.issuedOn', message: 'Must not be later than today, 2026-11-23' }],
    });
  });

  test('has one problem if it is not a day at all', () => {
    expect(on('2030-02-30')).toMatchObject({ problems: [{ path: 'answers.issuedOn' }] });
  });
});

describe('the version of the terms', () => {
  test.each(MODULE_IDS)('is accepted together with the answers of %s', (moduleId) => {
    expect(checkAnswers(moduleId, { consentVersion: '2026-11' })).toMatchObject({
      answers: { consentVersion: '2026-11' },
    });
  });
});

describe('a save of answers', () => {
  test.each(MODULE_IDS)('accepts plausible answers of %s as they were written', (moduleId) => {
    expect(checkAnswers(moduleId, ANSWERS[moduleId])).toMatchObject({ answers: ANSWERS[moduleId] });
  });

  test.each(MODULE_IDS)('may be empty for %s, or consist of empty fields', (moduleId) => {
    expect(checkAnswers(moduleId, {})).toEqual({ answers: {} });
    const emptied = Object.fromEntries(
      MODULE_FIELDS[moduleId].map(({ name, type }) => [name, type === 'people' ? [] : '']),
    );
    const takenBack = Object.fromEntries(MODULE_FIELDS[moduleId].map(({ name }) => [name, null]));
    expect(problemsOf(moduleId, emptied)).toEqual([]);
    expect(checkAnswers(moduleId, takenBack)).toEqual({ answers: takenBack });
  });

  test('names every unknown field, even inherited ones', () => {
    const answers = JSON.parse('{"tin":"12345678","bvn":"1","__proto__":"x","constructor":"y"}');
    expect(problemsOf('tin_verification', answers)).toEqual([
      { path: 'answers.bvn', message: 'Module tin_verification has no field "bvn"' },
      { path: 'answers.__proto__', message: 'Module tin_verification has no field "__proto__"' },
      { path: 'answers.constructor', message: 'Module tin_verification has no field "constructor"' },
    ]);
  });

  test('reports every problem at once', () => {
    expect(pathsOf('business_profile', { businessName: 5, email: 'x', website: 'ftp://a.ng', fax: '1' })).toEqual([
      'answers.businessName',
      'answers.email',
      'answers.website',
      'answers.fax',
    ]);
  });

  test('reports at most a hundred problems', () => {
    const answers = Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`field${index}`, '']));
    expect(problemsOf('tin_verification', answers)).toHaveLength(100);
  });

  test.each<[ModuleId, string, unknown, unknown]>([
    ['business_profile', 'email', ' hello@acme.ng ', 'hello@'],
    ['business_profile', 'phone', '+234 803 123 4567', 'call me'],
    ['business_profile', 'website', 'www.acme.ng', 'acme'],
    ['business_profile', 'website', 'https://acme.ng/about', 'javascript:alert(1)'],
    ['business_profile', 'businessName', 'Acme', ['Acme']],
    ['business_profile', 'businessName', 'Acme', { name: 'Acme' }],
    ['business_profile', 'businessName', 'Acme', true],
    ['cac_verification', 'registrationNumber', 'rc 1234567', 'RC'],
    ['cac_verification', 'businessType', 'company', 'club'],
    ['cac_status_report', 'issuedOn', '2028-02-29', '2026-02-29'],
    ['cac_status_report', 'issuedOn', '2026-01-31', '31/01/2026'],
    ['tin_verification', 'tin', '12345678-0001', '123'],
    ['bank_account_verification', 'accountNumber', '0000014579', '123'],
    ['bank_account_verification', 'bankCode', '058', '58'],
    ['utility_bill_verification', 'meterNumber', '012345678901', '12345'],
    ['utility_bill_verification', 'provider', 'IKEJA', 'ikeja'],
    ['directors_kyc', 'fullNames', ['Ada Obi'], [1]],
    ['directors_kyc', 'fullNames', [], { 0: 'Ada Obi' }],
    ['directors_kyc', 'people', [], 'Ada Obi'],
    ['directors_kyc', 'people', [{ fullName: 'Ada Obi' }], { 0: { fullName: 'Ada Obi' } }],
  ])('of %s: %s accepts %j and refuses %j', (moduleId, field, good, bad) => {
    expect(pathsOf(moduleId, { [field]: good })).toEqual([]);
    expect(pathsOf(moduleId, { [field]: bad })).toEqual([`answers.${field}`]);
  });

  test('checks each entry of a list', () => {
    expect(pathsOf('directors_kyc', { nationalIdNumbers: ['12345678901', 'x', '', '1'] })).toEqual([
      'answers.nationalIdNumbers.1',
      'answers.nationalIdNumbers.3',
    ]);
  });

  test('accepts a single text as a list of one', () => {
    expect(checkAnswers('pep_screening', { fullNames: 'Ada Obi' })).toEqual({ answers: { fullNames: ['Ada Obi'] } });
  });

  test.each(MODULE_IDS)('bounds the length of every field of %s', (moduleId) => {
    for (const { name, type } of MODULE_FIELDS[moduleId]) {
      if (type === 'people') continue;
      const tooLong = 'x'.repeat(MAX_ANSWER_LENGTH[type] + 1);
      const path = type === 'list' ? `answers.${name}.0` : `answers.${name}`;
      const message = `Must have at most ${MAX_ANSWER_LENGTH[type]} characters`;
      expect(problemsOf(moduleId, { [name]: tooLong })).toEqual([{ path, message }]);
    }
  });

  test('bounds the entries of a list', () => {
    const names = (entries: number) => ({ fullNames: Array(entries).fill('Ada Obi') });
    expect(pathsOf('directors_kyc', names(MAX_LIST_ENTRIES))).toEqual([]);
    expect(pathsOf('directors_kyc', names(MAX_LIST_ENTRIES + 1))).toEqual(['answers.fullNames']);
  });

  test('never throws, and never both accepts and refuses', () => {
    fc.assert(
      fc.property(fc.constantFrom(...MODULE_IDS), fc.dictionary(fc.string(), fc.jsonValue()), (moduleId, answers) => {
        const checked = checkAnswers(moduleId, answers);
        if ('answers' in checked) expect(Object.keys(checked.answers)).toEqual(Object.keys(answers));
        else expect(checked.problems.length).toBeGreaterThan(0);
      }),
    );
  });
});

describe('people', () => {
  const ada = { fullName: 'Ada Obi', nationalIdNumber: '12345678901' };
  const musa = { fullName: 'Musa Bello' };

  test('are one object each, kept as they were written', () => {
    const people = [ada, musa, { fullName: ' ', nationalIdNumber: '' }];
    expect(checkAnswers('directors_kyc', { people })).toMatchObject({ answers: { people } });
    const withNull = [{ ...musa, nationalIdNumber: null }];
    expect(checkAnswers('directors_kyc', { people: withNull })).toMatchObject({ answers: { people: [musa] } });
  });

  test('are refused with every problem of each of them', () => {
    const people = [{ ...ada, nationalIdNumber: '123', bvn: '1' }, {}, 'Musa Bello', { fullName: 'x'.repeat(201) }];
    expect(pathsOf('directors_kyc', { people })).toEqual([
      'answers.people.0.nationalIdNumber',
      'answers.people.0.bvn',
      'answers.people.1.fullName',
      'answers.people.2',
      'answers.people.3.fullName',
    ]);
    expect(pathsOf('directors_kyc', { people: Array(MAX_LIST_ENTRIES + 1).fill(musa) })).toEqual(['answers.people']);
  });

  test('in one shape replace those of the other', () => {
    expect(checkAnswers('ubo_verification', { people: [ada] })).toEqual({
      answers: { people: [ada], fullNames: null, nationalIdNumbers: null },
    });
    expect(checkAnswers('ubo_verification', { fullNames: ['Ada Obi'] })).toEqual({
      answers: { fullNames: ['Ada Obi'], people: null },
    });
  });

  test('of two lists of different lengths are refused, naming both lists', () => {
    const message = 'Both lists must have one entry for each person: fullNames has 2, nationalIdNumbers has 1';
    const both = [
      { path: 'answers.fullNames', message },
      { path: 'answers.nationalIdNumbers', message },
    ];
    const fullNames = ['Ada Obi', 'Musa Bello'];
    const nationalIdNumbers = ['12345678901'];
    expect(problemsOf('shareholders_kyc', { fullNames, nationalIdNumbers })).toEqual(both);
    expect(checkAnswers('shareholders_kyc', { nationalIdNumbers }, { fullNames })).toEqual({ problems: both });
    expect(checkAnswers('shareholders_kyc', { fullNames }, { nationalIdNumbers })).toEqual({ problems: both });
    expect(checkAnswers('shareholders_kyc', { fullNames, nationalIdNumbers: null }, { nationalIdNumbers })).toEqual({
      answers: { fullNames, nationalIdNumbers: null, people: null },
    });
    expect(pathsOf('shareholders_kyc', { fullNames, nationalIdNumbers: ['12345678901', ''] })).toEqual([]);
  });

  test('in both shapes at once are refused', () => {
    const answers = { people: [ada], fullNames: ['Ada Obi'] };
    expect(pathsOf('directors_kyc', answers)).toEqual(['answers.people', 'answers.fullNames']);
    expect(pathsOf('directors_kyc', { people: [ada], fullNames: null })).toEqual([]);
  });

  test('are complete if somebody is named and nobody has only a number, in either shape', () => {
    const numberAlone = { fullName: '', nationalIdNumber: '12345678901' };
    expect(isAnswered('directors_kyc', { people: [ada, numberAlone] })).toBe(false);
    expect(isAnswered('directors_kyc', { people: [ada, { fullName: '' }] })).toBe(true);
    expect(isAnswered('directors_kyc', { people: [{ fullName: ' ' }] })).toBe(false);
    expect(isAnswered('directors_kyc', { fullNames: ['Ada Obi'] })).toBe(true);
    expect(isAnswered('directors_kyc', { fullNames: [' '] })).toBe(false);
    expect(isAnswered('directors_kyc', { nationalIdNumbers: ['12345678901'] })).toBe(false);
  });
});

describe('a module', () => {
  test.each(MODULE_IDS)('%s is complete with its required fields, and with no fewer', (moduleId) => {
    const required = MODULE_FIELDS[moduleId].filter((field) => field.required).map(({ name }) => name);
    expect(isAnswered(moduleId, ANSWERS[moduleId])).toBe(true);
    expect(isAnswered(moduleId, undefined)).toBe(required.length === 0);
    for (const name of required) {
      for (const nothing of [null, '', '  ', [], ['', ' ']]) {
        expect(isAnswered(moduleId, { ...ANSWERS[moduleId], [name]: nothing })).toBe(false);
      }
    }
  });
});

describe('an answer', () => {
  test('is read without surrounding spaces and without empty entries', () => {
    const answers = { tin: ' 12345678 ', fullNames: ['', ' Ada Obi', '  '], nothing: null };
    expect(textOf(answers, 'tin')).toBe('12345678');
    expect(entriesOf(answers, 'fullNames')).toEqual(['Ada Obi']);
    expect(textOf(answers, 'nothing')).toBeUndefined();
    expect(textOf(undefined, 'tin')).toBeUndefined();
  });
});
