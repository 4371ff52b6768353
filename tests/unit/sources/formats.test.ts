import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  FORMAT_PATTERNS,
  hasNubanCheckDigit,
  normaliseAccountNumber,
  normaliseMeterNumber,
  normaliseNationalIdNumber,
  normalisePhone,
  normaliseRegistrationNumber,
  normaliseTaxNumber,
} from '#shared/sources/formats';

describe('registration numbers', () => {
  test.each([
    ['RC1234567', 'RC1234567'],
    ['rc 1234567', 'RC1234567'],
    [' RC-0000001 ', 'RC0000001'],
    ['RC: 55', 'RC55'],
    ['bn/2345678', 'BN2345678'],
    ['CAC/IT/NO 12345', 'IT12345'],
    ['CAC/IT/NO.12345', 'IT12345'],
    ['LLP 77', 'LLP77'],
    ['LP77', 'LP77'],
    ['1234567', 'RC1234567'],
  ])('"%s" is %s', (written, normal) => {
    expect(normaliseRegistrationNumber(written)).toBe(normal);
  });

  test.each([
    [1, 'BN123'],
    [2, 'RC123'],
    [3, 'IT123'],
    [4, 'LP123'],
    [5, 'LLP123'],
  ] as const)('a number without a prefix gets that of classification %i', (classificationId, normal) => {
    expect(normaliseRegistrationNumber('123', classificationId)).toBe(normal);
  });

  test('a written prefix takes precedence over the classification', () => {
    expect(normaliseRegistrationNumber('BN123', 2)).toBe('BN123');
  });

  test.each(['', 'RC', 'XX123', 'RC12A', '12345678901', 'RC 123 456'])(
    '"%s" is not a registration number',
    (written) => {
      expect(normaliseRegistrationNumber(written)).toBeUndefined();
    },
  );

  test('in every spelling, a number has one canonical form, which another pass does not change', () => {
    const cased = (text: string) => fc.mixedCase(fc.constant(text));
    const separator = fc.stringMatching(/^[ /.:-]{0,2}$/);
    const parts = fc.record({
      cac: fc.oneof(fc.constant(''), cased('CAC')),
      prefix: fc.constantFrom('RC', 'BN', 'IT', 'LP', 'LLP'),
      no: fc.oneof(fc.constant(''), cased('NO')),
      between: fc.tuple(separator, separator, separator),
      digits: fc.stringMatching(/^\d{1,10}$/),
    });
    fc.assert(
      fc.property(parts, fc.boolean(), ({ cac, prefix, no, between: [first, second, third], digits }, lower) => {
        const written = lower ? prefix.toLowerCase() : prefix;
        const text = ` ${cac}${cac && first}${written}${second}${no}${no && third}${digits} `;
        const normal = normaliseRegistrationNumber(text);
        expect(normal).toBe(prefix + digits);
        expect(normaliseRegistrationNumber(normal ?? '', 1)).toBe(normal);
      }),
    );
  });
});

describe('tax numbers', () => {
  test.each([
    ['12345678-0001', 'firs_tin', '12345678-0001'],
    ['123456780001', 'firs_tin', '12345678-0001'],
    ['12345678 0001', 'firs_tin', '12345678-0001'],
    ['TIN: 12345678-0001', 'firs_tin', '12345678-0001'],
    ['12345678', 'jtb_tin', '12345678'],
    ['1234567890', 'jtb_tin', '1234567890'],
    ['1234567890123', 'tax_id', '1234567890123'],
  ])('"%s" is a %s', (written, kind, taxNumber) => {
    expect(normaliseTaxNumber(written)).toEqual({ kind, taxNumber });
  });

  test.each(['', '1234567', '12345678901', '12345678901234', '1234-5678', 'ABCDEFGH'])(
    '"%s" is not a tax number',
    (written) => {
      expect(normaliseTaxNumber(written)).toBeUndefined();
    },
  );

  test('any text is either not a tax number or has one of the three forms, which another pass does not change', () => {
    const likely = fc.stringMatching(/^(?:TIN[ :-]?)?\d{8}[ -]?\d{0,5}$/);
    fc.assert(
      fc.property(fc.oneof(likely, fc.string()), (text) => {
        const number = normaliseTaxNumber(text);
        if (!number) return;
        expect(number.taxNumber).toMatch(
          { firs_tin: /^\d{8}-\d{4}$/, jtb_tin: /^\d{8,10}$/, tax_id: /^\d{13}$/ }[number.kind],
        );
        expect(number.taxNumber.replace(/\D/g, '')).toBe(text.replace(/\D/g, ''));
        expect(normaliseTaxNumber(number.taxNumber)).toStrictEqual(number);
      }),
      { numRuns: 500 },
    );
  });
});

describe('phone numbers', () => {
  test.each([
    ['08031234567', '+2348031234567'],
    ['0803 123 4567', '+2348031234567'],
    ['8031234567', '+2348031234567'],
    ['2348031234567', '+2348031234567'],
    ['+234 (0) 803-123-4567', '+2348031234567'],
    ['00234 803 123 4567', '+2348031234567'],
    ['01 234 5678', '+23412345678'],
    ['0201 234 5678', '+2342012345678'],
    ['+44 20 7946 0958', '+442079460958'],
  ])('"%s" is %s', (written, normal) => {
    expect(normalisePhone(written)).toBe(normal);
  });

  test.each(['', '123', '+234 803', '080312345678', 'call me', '+0123456789'])(
    '"%s" is not a phone number',
    (written) => {
      expect(normalisePhone(written)).toBeUndefined();
    },
  );

  test('of any text are either rejected or E.164, which another pass does not change', () => {
    fc.assert(
      fc.property(fc.oneof(fc.stringMatching(/^\+?(?:00)?[\d ().-]{6,20}$/), fc.string()), (text) => {
        const normal = normalisePhone(text);
        if (normal === undefined) return;
        expect(normal).toMatch(/^\+[1-9]\d{6,14}$/);
        expect(normalisePhone(normal)).toBe(normal);
      }),
      { numRuns: 500 },
    );
  });

  test('a normal form is not changed by another pass', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^0[789]\d{9}$/), (written) => {
        const normal = normalisePhone(written);
        expect(normal).toMatch(/^\+234[789]\d{9}$/);
        expect(normalisePhone(normal ?? '')).toBe(normal);
      }),
    );
  });
});

describe('account, meter and national identification numbers', () => {
  test('have their separators removed', () => {
    expect(normaliseAccountNumber(' 0000 014 579 ')).toBe('0000014579');
    expect(normaliseMeterNumber('0123-4567-890')).toBe('01234567890');
    expect(normaliseNationalIdNumber('123 4567 8901')).toBe('12345678901');
  });

  test('lose only their separators, whatever is between the digits', () => {
    const spaced = fc
      .tuple(
        fc.stringMatching(/^\d{1,15}$/),
        fc.array(fc.constantFrom('', '', ' ', '-'), { minLength: 15, maxLength: 15 }),
      )
      .map(([digits, gaps]) => ({
        digits,
        text: [...digits].map((digit, n) => (n === 0 ? '' : gaps[n]) + digit).join(''),
      }));
    const fits = (length: number, least: number, most: number) => length >= least && length <= most;
    fc.assert(
      fc.property(spaced, ({ digits, text }) => {
        expect(normaliseAccountNumber(text)).toBe(fits(digits.length, 10, 10) ? digits : undefined);
        expect(normaliseNationalIdNumber(text)).toBe(fits(digits.length, 11, 11) ? digits : undefined);
        expect(normaliseMeterNumber(text)).toBe(fits(digits.length, 6, 13) ? digits : undefined);
      }),
    );
  });

  test('are refused with another number of digits', () => {
    expect(normaliseAccountNumber('123456789')).toBeUndefined();
    expect(normaliseMeterNumber('12345')).toBeUndefined();
    expect(normaliseMeterNumber('12345678901234')).toBeUndefined();
    expect(normaliseNationalIdNumber('1234567890')).toBeUndefined();
  });
});

describe('the check digit of an account number', () => {
  // The worked examples in the central bank's paper, for bank 011.
  test.each(['0000014579', '0000000220'])('%s of bank 011 has the right one', (accountNumber) => {
    expect(hasNubanCheckDigit('011', accountNumber)).toBe(true);
  });

  test('is right for exactly one last digit of a serial number, for banks and for other institutions', () => {
    const code = fc.stringMatching(/^(?:\d{3}|\d{5}|9\d{5})$/);
    fc.assert(
      fc.property(code, fc.stringMatching(/^\d{9}$/), (bankCode, serial) => {
        const right = [...'0123456789'].filter((digit) => hasNubanCheckDigit(bankCode, serial + digit));
        expect(right).toHaveLength(1);
      }),
    );
  });

  test('is computed with the nine in front of a five-digit code', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^\d{5}$/), fc.stringMatching(/^\d{10}$/), (bankCode, accountNumber) => {
        expect(hasNubanCheckDigit(bankCode, accountNumber)).toBe(hasNubanCheckDigit(`9${bankCode}`, accountNumber));
      }),
    );
  });
});

describe('the patterns of form fields', () => {
  const normalisers = [
    ['registrationNumber', normaliseRegistrationNumber],
    ['taxNumber', normaliseTaxNumber],
    ['accountNumber', normaliseAccountNumber],
    ['meterNumber', normaliseMeterNumber],
    ['nationalIdNumber', normaliseNationalIdNumber],
  ] as const;

  test.each(normalisers)('%s accepts what its normaliser accepts, and nothing else', (name, normalise) => {
    const pattern = new RegExp(FORMAT_PATTERNS[name], 'v');
    const likely = fc.stringMatching(/^(?:[CcAaRrBbIiTtNnOoLlPp]{1,5}[ /:.-]?){0,3}\d{0,9}[ -]?\d{0,9}$/);
    fc.assert(
      fc.property(fc.oneof(likely, fc.string(), fc.stringMatching(new RegExp(FORMAT_PATTERNS[name], 'u'))), (text) => {
        expect(pattern.test(text)).toBe(normalise(text) !== undefined);
      }),
      { numRuns: 500 },
    );
  });
});
