import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { booleanText, emailText, idText, lookupText, text } from '#shared/http/schemas/texts';
import { messageOf } from '#shared/http/schemas/validation-messages';

const messagesOf = (schema: v.GenericSchema, input: unknown) => {
  const result = v.safeParse(schema, input, { message: messageOf });
  return result.success ? [] : result.issues.map(({ message }) => message);
};

const LONE = 'Must be well-formed Unicode, without lone surrogates';

describe('a text', () => {
  test('is bounded in code points', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 20 }), fc.nat(12), fc.nat(12), (value, minLength, more) => {
        const maxLength = minLength + more;
        const { length } = [...value];
        expect(v.is(text(maxLength, { minLength }), value)).toBe(length >= minLength && length <= maxLength);
      }),
    );
    expect(messagesOf(text(4, { minLength: 2 }), '🔒')).toEqual(['Must have at least 2 characters']);
    expect(messagesOf(text(4, { minLength: 2 }), '🔒'.repeat(5))).toEqual(['Must have at most 4 characters']);
    expect(messagesOf(text(4), '🔒'.repeat(4))).toEqual([]);
  });

  test.each(['\ud800', 'a\udfffb', '\udc00\ud800', `${'🔒'}\ud83d`])('has no lone surrogate: %j', (value) => {
    expect(messagesOf(text(10), value)).toEqual([LONE]);
    expect(messagesOf(lookupText(10), value)).toEqual([LONE]);
  });

  test('is refused for the first rule that it breaks, and no later rule inspects it', () => {
    const schema = v.pipe(
      text(3),
      v.check(() => {
        throw new Error('inspected');
      }),
    );
    expect(messagesOf(schema, 'long')).toEqual(['Must have at most 3 characters']);
    expect(messagesOf(schema, 7)).toEqual(['Must be a string']);
  });

  test('may be trimmed, and is then counted without the spaces', () => {
    const schema = text(3, { minLength: 1, trim: true });
    expect(v.parse(schema, '  abc\n')).toBe('abc');
    expect(messagesOf(schema, ' '.repeat(9))).toEqual(['Must not be empty']);
  });
});

describe('a looked-up text', () => {
  test('is returned unchanged, or as an empty text if it is longer than anything that exists', () => {
    expect(v.parse(lookupText(3), ' ab')).toBe(' ab');
    expect(v.parse(lookupText(3, { trim: true }), ' abc ')).toBe('abc');
    expect(v.parse(lookupText(3), 'abcd')).toBe('');
    expect(v.parse(idText, 'x'.repeat(1_000_000))).toBe('');
  });

  test('must be a text', () => {
    expect(messagesOf(idText, undefined)).toEqual(['Required']);
    expect(messagesOf(idText, ['a'])).toEqual(['Must be a string']);
    expect(messagesOf(idText, '')).toEqual(['Must not be empty']);
  });
});

describe('a boolean filter', () => {
  test('is exactly true or false', () => {
    expect(v.parse(booleanText(), 'true')).toBe(true);
    expect(v.parse(booleanText(), 'false')).toBe(false);
    for (const value of ['', 'TRUE', 'True', '1', '0', 'yes', ' true', 'true,false', true, null]) {
      expect(messagesOf(booleanText(), value)).toEqual(['Must be true or false']);
    }
  });
});

test('an invalid e-mail address is reported once', () => {
  expect(messagesOf(emailText(200), 'ada')).toEqual(['Must be an email address']);
  expect(messagesOf(emailText(10), 'x'.repeat(300))).toEqual(['Must have at most 10 characters']);
});
