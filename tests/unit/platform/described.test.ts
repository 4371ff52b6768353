import { toJsonSchema } from '@valibot/to-json-schema';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { emailText, text } from '#shared/http/schemas/texts';
import { component, DATE_TIME, described, NAME_KEYWORD } from '#shared/platform/described';

const input = (schema: v.GenericSchema) => {
  const { $schema: _, ...rest } = toJsonSchema(schema, { typeMode: 'input', errorMode: 'ignore' });
  return rest;
};

describe('a described schema', () => {
  test('has its meaning and its format, together with what it accepts', () => {
    expect(input(described(v.string(), 'When.', DATE_TIME))).toStrictEqual({
      type: 'string',
      description: 'When.',
      format: 'date-time',
    });
  });

  test('also describes the input of a transformation, however deep the pipe', () => {
    const trimmed = v.pipe(v.pipe(emailText(254, { trim: true }), v.transform(String)), v.minLength(3));
    expect(input(described(trimmed, 'An address.'))).toMatchObject({ format: 'email', description: 'An address.' });
  });

  test.each([
    ['a guarded text', text(3)],
    [
      'a transformed text',
      v.pipe(
        text(3),
        v.transform((value) => value.length),
      ),
    ],
    ['an object', v.object({ name: v.string() })],
    ['a nullable value', v.nullable(v.string())],
  ])('parses as the bare schema does: %s', (_, schema) => {
    const annotated = component(described(schema, 'Something.'), 'Something', 'Something.');
    for (const value of ['abc', 'abcd', null, { name: 'a', more: 1 }, [], 7])
      expect(v.safeParse(annotated, value)).toEqual(v.safeParse(schema, value));
  });

  test('may have a name in addition to the description of its place', () => {
    const named = component(v.picklist(['a', 'b']), 'Letter', 'A letter.');
    expect(input(described(named, 'The first letter.'))).toStrictEqual({
      type: 'string',
      enum: ['a', 'b'],
      description: 'The first letter.',
      [NAME_KEYWORD]: { name: 'Letter', description: 'A letter.' },
    });
  });
});
