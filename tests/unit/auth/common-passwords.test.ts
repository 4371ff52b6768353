import { dictionary } from '@zxcvbn-ts/language-common';
import { describe, expect, test } from 'vitest';
import { isCommonPassword } from '#shared/auth/passwords/common-passwords';

describe('a password is too common when', () => {
  test('it is one of the 3,000 and more in the list that the length rule allows', () => {
    const listed = dictionary['passwords-common'].filter((password) => password.length >= 8);
    expect(listed.length).toBeGreaterThan(3_000);
    expect(listed.filter((password) => !isCommonPassword(password))).toEqual([]);
  });

  test.each([
    'password',
    'PassWord1',
    'QWERTY123',
    'iloveyou',
    'P@ssw0rd',
    '1q2w3e4r',
    'football1',
    'ｐａｓｓｗｏｒｄ',
  ])('it is %s, whatever its case and width', (password) => expect(isCommonPassword(password)).toBe(true));

  test.each([
    '00000000',
    'aaaaaaaaaaaa',
    '12341234',
    'qwertyqwerty',
    'ABCDEFGH',
    '87654321',
    '0987654321',
    'poiuytrewq',
  ])('it is a repetition or a run: %s', (password) => expect(isCommonPassword(password)).toBe(true));
});

describe('a password is uncommon when', () => {
  test.each(['correct horse battery staple', 'Tr0ub4dor&3', 'kJ8#vQz2', 'lagos-abuja-kano-2031', 'abcdefgh-abcdefgi'])(
    'it is in no list: %s',
    (password) => expect(isCommonPassword(password)).toBe(false),
  );
});
