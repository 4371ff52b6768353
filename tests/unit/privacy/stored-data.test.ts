import { expect, test } from 'vitest';
import { FAMILY_DATA, FILE_DATA, familyOfItem } from '#scripts/privacy/stored-data';
import { ITEM_FAMILIES } from '#shared/key-families';
import { ERASED_AT_ONCE, ERASURE_STEPS } from '#shared/onboarding/erasure/erasure-steps';
import { FILE_PREFIXES } from '#shared/platform/capabilities';
import { withGenerated } from '#tests/support/generated-part';
import { privacyTable } from './privacy-reference.ts';

const PAGE = 'docs/operate/privacy.md';

test('the page of personal data has every family of items, every prefix of files and every log', async () => {
  await expect(withGenerated(PAGE, privacyTable())).toMatchFileSnapshot(`../../../${PAGE}`);
  expect(Object.keys(FAMILY_DATA).sort()).toEqual(Object.keys(ITEM_FAMILIES).sort());
  expect(Object.keys(FILE_DATA).sort()).toEqual([...FILE_PREFIXES].sort());
});

test('what the erasure of an applicant erases is stated to be of applicants', () => {
  // Their items are left while others of the same family are not about an applicant.
  const without = [...ERASED_AT_ONCE, ...ERASURE_STEPS.flatMap(({ families }) => families)].filter(
    (family) => FAMILY_DATA[family].of?.includes('applicant') !== true,
  );
  expect([...new Set(without)].sort()).toEqual(['applicantErasure', 'fileRemoval']);
});

test('personal data of an account or an applicant ends by itself or with it, except money, and what others need', () => {
  const kept = Object.entries(FAMILY_DATA).filter(([, { of, end }]) => of !== undefined && end === 'kept');
  expect(kept.map(([family]) => family).sort()).toEqual(
    ['audit', 'suppressedAddress', 'topUp', 'unsubscription', 'vendor', 'vendorCheck', 'wallet'].sort(),
  );
  const untouched = Object.entries(FAMILY_DATA).filter(
    ([, { end, onAccountErasure }]) => end === 'account erased' && onAccountErasure === 'left',
  );
  expect(untouched).toEqual([]);
});

test('a stored item belongs to the family that its partition begins with', () => {
  expect(familyOfItem({ pk: 'ACC#usr_1' })).toBe('account');
  expect(familyOfItem({ pk: 'AUDIT' })).toBe('audit');
  expect(() => familyOfItem({ pk: 'NOBODY#1' })).toThrow('belongs to no family');
});
