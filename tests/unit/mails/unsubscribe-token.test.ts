import { describe, expect, test } from 'vitest';
import { emailKey } from '#shared/auth/accounts/email-key';
import { UNSUBSCRIBABLE, UNSUBSCRIBABLE_KINDS } from '#shared/mails/unsubscribable';
import { readUnsubscribeToken, unsubscribeToken } from '#shared/mails/unsubscribe-token';

const version = (letter: string) => ({ versionId: letter, value: letter.repeat(40) });
const pepper = { current: version('a') };
const address = emailKey('Ada@Example.com');
const subscription = { kind: 'lowBalance', emailKey: address } as const;
const token = unsubscribeToken(subscription, pepper);

const changedAt = (index: number): string => {
  const bytes = Buffer.from(token, 'base64url');
  bytes[index] = (bytes[index] ?? 0) ^ 1;
  return bytes.toString('base64url');
};

describe('a link that ends mails', () => {
  test.each(UNSUBSCRIBABLE_KINDS)('names its kind, %s, and its address', (kind) => {
    const made = unsubscribeToken({ kind, emailKey: address }, pepper);
    expect(readUnsubscribeToken(made, pepper)).toEqual({ kind, emailKey: address });
  });

  test('reveals only the hash of the address, and fits into a header', () => {
    expect(Buffer.from(token, 'base64url').toString('latin1')).not.toMatch(/ada|example/i);
    expect(token).toMatch(/^[\w-]{88}$/);
  });

  test('is refused if any one bit of it is changed: in its version, kind, address or proof', () => {
    const accepted = Array.from({ length: 66 }, (_, index) => readUnsubscribeToken(changedAt(index), pepper));
    expect(accepted.every((found) => found === undefined)).toBe(true);
  });

  test.each([
    ['is truncated', token.slice(0, -1)],
    ['is longer', `${token}A`],
    ['is empty', ''],
    ['contains other characters', `${token.slice(0, -1)}=`],
    ['is a megabyte', 'A'.repeat(1_000_000)],
  ])('is refused when it %s', (_, wrong) => {
    expect(readUnsubscribeToken(wrong, pepper)).toBeUndefined();
  });

  test('is refused with the proof of another kind', () => {
    const other = Buffer.from(unsubscribeToken({ ...subscription, kind: 'adminNotice' }, pepper), 'base64url');
    const mixed = Buffer.concat([Buffer.from(token, 'base64url').subarray(0, 34), other.subarray(34)]);
    expect(readUnsubscribeToken(mixed.toString('base64url'), pepper)).toBeUndefined();
  });

  test('works after any number of rotations, but not once its key is gone', () => {
    const rotated = { current: version('c'), older: [version('b'), version('a')] };
    expect(readUnsubscribeToken(token, rotated)).toEqual(subscription);
    expect(readUnsubscribeToken(token, { current: version('c'), older: [version('b')] })).toBeUndefined();
  });

  test('is made only with the key of an address', () => {
    expect(() => unsubscribeToken({ ...subscription, emailKey: 'ada@example.com' }, pepper)).toThrow(RangeError);
  });
});

test('the codes of kinds in mailed links never change', () => {
  expect(Object.fromEntries(UNSUBSCRIBABLE_KINDS.map((kind) => [kind, UNSUBSCRIBABLE[kind].code]))).toEqual({
    obligationDue: 1,
    lowBalance: 2,
    watchPaused: 3,
    webhookDeactivated: 4,
    adminNotice: 5,
  });
});
