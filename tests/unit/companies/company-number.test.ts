import { describe, expect, test } from 'vitest';
import { companyNumber, companySpace } from '#shared/companies/company-number';

describe('the number of a company', () => {
  test.each([
    ['1234567', undefined, { classificationId: 2, registrationNumber: 'RC1234567', digits: '1234567' }],
    ['rc 0012345', undefined, { classificationId: 2, registrationNumber: 'RC0012345', digits: '12345' }],
    ['BN-3456', undefined, { classificationId: 1, registrationNumber: 'BN3456', digits: '3456' }],
    ['CAC/IT/NO 77', 3, { classificationId: 3, registrationNumber: 'IT77', digits: '77' }],
    ['LP9', undefined, { classificationId: 4, registrationNumber: 'LP9', digits: '9' }],
    ['LLP9', 5, { classificationId: 5, registrationNumber: 'LLP9', digits: '9' }],
    ['42', 1, { classificationId: 1, registrationNumber: 'BN42', digits: '42' }],
    ['RC000', 2, { classificationId: 2, registrationNumber: 'RC000', digits: '0' }],
  ] as const)('%s (classification %s)', (text, classificationId, expected) => {
    expect(companyNumber(text, classificationId)).toStrictEqual(expected);
  });

  test.each([
    ['BN123', 2, 'contradicted'],
    ['RC123', 5, 'contradicted'],
    ['LP123', 5, 'contradicted'],
    ['XX123', undefined, 'malformed'],
    ['12345678901', undefined, 'malformed'],
    ['', 2, 'malformed'],
  ] as const)('%s is invalid (classification %s): %s', (text, classificationId, problem) => {
    expect(companyNumber(text, classificationId)).toBe(problem);
  });
});

test('a number is unique among all accounts in live, and in the sandbox of each account', () => {
  expect(companySpace({ accountId: 'usr_1', environment: 'live' })).toBe('live');
  expect(companySpace({ accountId: 'usr_1', environment: 'sandbox' })).toBe('usr_1');
});
