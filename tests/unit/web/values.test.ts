import { describe, expect, test } from 'vitest';
import { checkAnswers } from '#shared/onboarding/modules/answers';
import { MODULE_FIELDS } from '#shared/onboarding/modules/module-fields';
import type { ModuleId } from '#shared/onboarding/modules/modules';
import { fieldProblems, problemsOf, reportedProblems } from '#web/page/problems';
import { isoDay, shapeOf } from '#web/page/shapes';
import { changesOf, withPeople } from '#web/page/values';

const module = (moduleId: ModuleId) => ({
  moduleId,
  required: true,
  title: '',
  description: '',
  fields: MODULE_FIELDS[moduleId],
  files: 'none' as const,
});

describe('a day', () => {
  test.each([
    ['31/01/2026', '2026-01-31'],
    ['1.2.2026', '2026-02-01'],
    ['2026-1-31', '2026-01-31'],
    [' 29 / 2 / 2028 ', '2028-02-29'],
  ])('is read from %s', (text, day) => {
    expect(isoDay(text)).toBe(day);
  });

  test.each(['31/01', '31/02/2026', '2026-13-01', '31/01/26', 'soon', ''])('cannot be read from %j', (text) => {
    expect(isoDay(text)).toBeUndefined();
  });
});

describe('a number', () => {
  test.each([
    [{ name: 'accountNumber', type: 'text' }, '0123456789', '012 345 6789', '0123456789'],
    [{ name: 'nationalIdNumber', type: 'text' }, '1234 567 8901', '1234 567 8901', '12345678901'],
    [{ name: 'phone', type: 'tel' }, '08031234567', '0803 123 4567', '08031234567'],
    [{ name: 'phone', type: 'tel' }, '+2348031234567', '+234 803 123 4567', '+2348031234567'],
    [{ name: 'accountNumber', type: 'text' }, 'twelve', 'twelve', 'twelve'],
  ] as const)('%o %s is shown as %s and saved as %s', (field, typed, shown, saved) => {
    expect(shapeOf(field).shown(typed)).toBe(shown);
    expect(shapeOf(field).saved(typed)).toBe(saved);
  });
});

describe('the saved answers of a module', () => {
  const cac = module('cac_verification');

  test('are those that were typed and differ, and none that were not shown', () => {
    const saved = { registrationNumber: 'RC1', businessName: 'Ada' };
    expect(changesOf(cac, { businessName: 'Obi' }, saved)).toEqual({ businessName: 'Obi' });
    expect(changesOf(cac, undefined, saved)).toEqual({});
  });

  test('are null if they were removed', () => {
    expect(changesOf(cac, { businessName: ' ' }, { businessName: 'Ada' })).toEqual({ businessName: null });
  });

  test('contain each person with their own number, and no empty person', () => {
    const people = [
      { fullName: 'Ada', nationalIdNumber: '1111 111 1111' },
      {},
      { fullName: 'Obi', nationalIdNumber: '' },
    ];
    expect(changesOf(module('directors_kyc'), { people }, undefined)).toEqual({
      people: [{ fullName: 'Ada', nationalIdNumber: '11111111111' }, { fullName: 'Obi' }],
    });
  });

  test('read two lists of an earlier form as people', () => {
    const answers = { directors_kyc: { fullNames: ['Ada', 'Obi'], nationalIdNumbers: ['1', '2'] } };
    expect(withPeople([module('directors_kyc')], answers)).toEqual({
      directors_kyc: {
        people: [
          { fullName: 'Ada', nationalIdNumber: '1' },
          { fullName: 'Obi', nationalIdNumber: '2' },
        ],
      },
    });
  });
});

describe('a problem', () => {
  test('names the row and says what is right, with an example', () => {
    const problems = problemsOf(
      module('directors_kyc'),
      {
        people: [{ fullName: 'Ada' }, { fullName: 'Obi', nationalIdNumber: '12' }, { nationalIdNumber: '12345678901' }],
      },
      0,
    );
    expect(problems).toEqual({
      'people.1.nationalIdNumber':
        'Person 2: Enter the national identification number (NIN) in full, such as 12345678901',
      'people.2.fullName': 'Person 3: Enter the full name, such as Ada Chioma Obi',
    });
  });

  test.each([
    ['half a date', '31/01', /full date/],
    ['a date in the future', new Date(Date.now() + 48 * 3_600_000).toISOString().slice(0, 10), /today's date/],
    ['a date long ago', '1/1/1026', /after 1900/],
  ])('is %s', (_, text, told) => {
    const [, issuedOn] = MODULE_FIELDS.cac_status_report;
    expect(issuedOn && fieldProblems(issuedOn, text)['issuedOn']).toMatch(told);
  });
});

test('a problem that only the service finds is reported in the words of the page', () => {
  const checked = checkAnswers('tin_verification', { tin: 'nonsense' });
  expect(reportedProblems(module('tin_verification'), 'problems' in checked ? checked.problems : [])).toEqual({
    tin: 'Enter the tax identification number in full, such as 12345678-0001',
  });
});

test('a missing choice is asked for as a choice', () => {
  expect(problemsOf(module('utility_bill_verification'), {}, 0)).toEqual({
    meterNumber: 'Enter the meter number, such as 45012345678',
    provider: 'Choose the electricity distributor',
  });
});
