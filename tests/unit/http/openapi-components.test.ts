import { describe, expect, test } from 'vitest';
import { type SchemaComponents, withReferences } from '#shared/http/openapi/openapi-components';
import { sharedResponses } from '#shared/http/openapi/openapi-responses';
import { NAME_KEYWORD } from '#shared/platform/described';

const named = (name: string, rest: object, description = 'A thing.') => ({
  ...rest,
  description,
  [NAME_KEYWORD]: { name, description: 'A thing.' },
});

describe('named schemas', () => {
  test('become components, wherever they stand, and components within components', () => {
    const components: SchemaComponents = new Map();
    const box = named('Box', { type: 'object', properties: { thing: named('Thing', { type: 'string' }) } });
    expect(withReferences({ type: 'array', items: box }, components, 'output')).toStrictEqual({
      type: 'array',
      items: { $ref: '#/components/schemas/Box' },
    });
    expect(Object.fromEntries(components)).toStrictEqual({
      Thing: { type: 'string', description: 'A thing.' },
      Box: { type: 'object', properties: { thing: { $ref: '#/components/schemas/Thing' } }, description: 'A thing.' },
    });
  });

  test('leave at their place what it says of them: a meaning of its own, and a default', () => {
    const components: SchemaComponents = new Map();
    const special = { ...named('Thing', { type: 'string' }, 'The first thing.'), default: 'a' };
    expect(withReferences(special, components, 'input')).toStrictEqual({
      $ref: '#/components/schemas/Thing',
      description: 'The first thing.',
      default: 'a',
    });
    expect(components.get('Thing')).toStrictEqual({ type: 'string', description: 'A thing.' });
  });

  test('are another component where less is asked for than is answered', () => {
    const components: SchemaComponents = new Map();
    withReferences(named('Thing', { type: 'object', required: ['a'] }), components, 'output');
    const taken = named('Thing', { type: 'object', required: [] });
    expect(withReferences(taken, components, 'input')).toStrictEqual({ $ref: '#/components/schemas/ThingInput' });
  });

  test('of one name have to be the same', () => {
    const components: SchemaComponents = new Map();
    withReferences(named('Thing', { type: 'string' }), components, 'output');
    expect(() => withReferences(named('Thing', { type: 'number' }), components, 'output')).toThrow(
      'Two schemas of the API document are named Thing',
    );
  });
});

describe('responses', () => {
  const notFound = { name: 'NotFound', response: { description: 'Not found.' } };

  test('that several operations have are components; one that stands alone stays at its place', () => {
    const gone = { name: 'Gone', response: { description: 'Gone.' } };
    const { components, stand } = sharedResponses([notFound, gone, notFound]);
    expect(components).toStrictEqual({ NotFound: { description: 'Not found.' } });
    expect(stand(notFound)).toStrictEqual({ $ref: '#/components/responses/NotFound' });
    expect(stand(gone)).toStrictEqual({ description: 'Gone.' });
  });

  test('of one name have to be the same', () => {
    const other = { name: 'NotFound', response: { description: 'Nothing there.' } };
    expect(() => sharedResponses([notFound, other])).toThrow('Two responses of the API document are named NotFound');
  });
});
