import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { derivedId, ID_PREFIXES, type IdPrefix, isId, newId } from '#shared/platform/ids';

const PREFIXES = Object.keys(ID_PREFIXES) as IdPrefix[];
const anyPrefix = fc.constantFrom(...PREFIXES);
/** ULIDs carry 48 bits of time: until the year 10889. */
const anyTime = fc.integer({ min: 0, max: 2 ** 48 - 1 });

const hash = (text: string): Buffer => createHash('sha256').update(text).digest();

/**
 * The prefixes of ids in the interface (General conventions, 3). `elt_` and `whsec_` belong to secrets, which have
 * their own forms.
 */
const NAMED_BY_THE_INTERFACE = [
  ...['usr', 'cmp', 'wgt', 'app', 'wses', 'evt', 'al', 'dsp', 'adm', 'obl', 'chat', 'msg', 'txn', 'ref', 'addr'],
  ...['whk', 'whd'],
];

describe('ids', () => {
  test('have every prefix that the interface names', () => {
    expect(PREFIXES).toEqual(expect.arrayContaining(NAMED_BY_THE_INTERFACE));
  });

  test('consist of their prefix and 26 characters of Crockford base 32, as ULIDs do', () => {
    expect(newId('app', Date.parse('2026-11-21T14:00:00Z'))).toMatch(/^app_01M7[0-9A-HJKMNP-TV-Z]{22}$/);
    // The example of the time part in the ULID specification: 1469918176385 is 01ARYZ6S41.
    expect(newId('usr', 1_469_918_176_385).slice(4, 14)).toBe('01ARYZ6S41');
    // The smallest and the largest entropy, so that all ten bytes are covered.
    expect(derivedId('usr', 0, Buffer.alloc(10, 255))).toBe(`usr_0000000000${'Z'.repeat(16)}`);
    expect(derivedId('usr', 0, Buffer.alloc(10))).toBe(`usr_${'0'.repeat(26)}`);
  });

  test('sort by the time of their creation', () => {
    fc.assert(
      fc.property(anyPrefix, anyTime, anyTime, (prefix, one, other) => {
        fc.pre(one !== other);
        const [earlier, later] = one < other ? [one, other] : [other, one];
        return newId(prefix, earlier) < newId(prefix, later);
      }),
    );
  });

  test('belong to their own kind and to no other', () => {
    fc.assert(
      fc.property(anyPrefix, anyPrefix, anyTime, (prefix, other, time) => {
        return isId(other, newId(prefix, time)) === (prefix === other);
      }),
    );
  });

  test('do not repeat, even within a millisecond', () => {
    const ids = Array.from({ length: 10_000 }, () => newId('txn', 1_800_000_000_000));
    expect(new Set(ids).size).toBe(10_000);
  });

  test.each([
    '',
    'app_',
    'app_01M7Z9526NNS1XBN280C26TNG',
    'app_01M7Z9526NNS1XBN280C26TNGPP',
    'app_01m7z9526nns1xbn280c26tngp',
    'app_01M7Z9526NNS1XBN280C26TNGU',
    'app_01M7Z9526NNS1XBN280C26TNG#',
    'app_01M7Z9526NNS1XBN280C26TNGP\n',
    'wgt_01M7Z9526NNS1XBN280C26TNGP',
    'APP_01M7Z9526NNS1XBN280C26TNGP',
  ])('%j is not an id of an applicant', (text) => {
    expect(isId('app', text)).toBe(false);
  });
});

describe('derived ids', () => {
  test('are the same for the same cause, and differ if the cause or the time does', () => {
    const [cause, other] = [hash('event 1, registration 1'), hash('event 1, registration 2')];
    expect(derivedId('whd', 1_800_000_000_000, cause)).toBe(derivedId('whd', 1_800_000_000_000, cause));
    expect(derivedId('whd', 1_800_000_000_000, cause)).not.toBe(derivedId('whd', 1_800_000_000_000, other));
    expect(derivedId('whd', 1_800_000_000_000, cause)).not.toBe(derivedId('whd', 1_800_000_000_001, cause));
  });

  test('have the form of every other id', () => {
    fc.assert(fc.property(anyTime, fc.string(), (time, cause) => isId('whd', derivedId('whd', time, hash(cause)))));
  });
});
