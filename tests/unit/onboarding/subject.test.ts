import { describe, expect, test } from 'vitest';
import {
  businessNames,
  combinedDeclarations,
  type Statement,
  type Subject,
} from '#shared/onboarding/applicants/subject';
import type { SessionAnswers } from '#shared/onboarding/modules/answers';
import { declaredPeople } from '#shared/verification/declared';

const stated = (subject: Subject, answers: SessionAnswers): Statement => ({ subject, createdBy: 'account', answers });

describe('the declared subject of a business', () => {
  test("takes the customer's name before the applicant's", () => {
    const answers = {
      business_profile: { businessName: 'By Applicant' },
      cac_verification: { registrationNumber: 'RC1', businessName: 'By Register' },
    };
    expect(businessNames(stated({ businessName: ' By Customer ' }, answers))).toEqual([
      'By Customer',
      'By Applicant',
      'By Register',
    ]);
    expect(combinedDeclarations(stated({ businessName: 'By Customer' }, answers)).businessName).toBe('By Customer');
    expect(combinedDeclarations(stated({ businessName: '  ' }, answers)).businessName).toBe('By Applicant');
    expect(businessNames({ ...stated({ businessName: 'By Visitor' }, answers), createdBy: 'applicant' })).toEqual([
      'By Applicant',
      'By Register',
      'By Visitor',
    ]);
  });

  test('takes the registration number that the applicant entered, in its normal form', () => {
    const subject = { registrationNumber: 'RC 9' };
    expect(
      combinedDeclarations(stated(subject, { cac_verification: { registrationNumber: 'rc 1' } })).registrationNumber,
    ).toBe('RC1');
    expect(
      combinedDeclarations(stated(subject, { business_profile: { registrationNumber: 'bn-2' } })).registrationNumber,
    ).toBe('BN2');
    expect(combinedDeclarations(stated(subject, {})).registrationNumber).toBe('RC9');
    expect(combinedDeclarations(stated({ registrationNumber: 'unknown' }, {})).registrationNumber).toBe('unknown');
  });

  test('collects everyone named anywhere, each once', () => {
    const { people, otherNames } = combinedDeclarations(
      stated(
        {},
        {
          directors_kyc: { fullNames: ['Ada Obi', 'Musa Bello'] },
          ubo_verification: { people: [{ fullName: 'Ada Obi' }, { fullName: ' ' }, { fullName: 'Eze Uba' }] },
          pep_screening: { fullNames: 'Ife Ojo', otherNames: ['Acme Trading'] },
        },
      ),
    );
    expect(people).toEqual(['Ada Obi', 'Musa Bello', 'Eze Uba', 'Ife Ojo']);
    expect(otherNames).toEqual(['Acme Trading']);
  });

  test('has no fields for missing answers', () => {
    expect(combinedDeclarations(stated({}, {}))).toEqual({ businessNames: [], otherNames: [], people: [] });
  });

  test('pairs each person with their own number, and names nobody if the two lists differ in length', () => {
    const people = [{ fullName: ' Ada Obi ', nationalIdNumber: '111 1111 1111' }, { fullName: '' }];
    expect(declaredPeople({ people })).toEqual([{ fullName: 'Ada Obi', nationalIdNumber: '11111111111' }]);
    const lists = { fullNames: ['Ada Obi', 'Musa Bello'], nationalIdNumbers: ['11111111111'] };
    expect(declaredPeople(lists)).toBeUndefined();
  });

  test('keeps people and their numbers together if a line is empty', () => {
    expect(
      declaredPeople({
        fullNames: ['Ada Obi', '', 'Musa Bello', 'Ife Ojo'],
        nationalIdNumbers: ['', '11111111111', '222 2222 2222', ''],
      }),
    ).toEqual([
      { fullName: 'Ada Obi' },
      { fullName: 'Musa Bello', nationalIdNumber: '22222222222' },
      { fullName: 'Ife Ojo' },
    ]);
  });
});
