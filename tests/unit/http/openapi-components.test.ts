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
  test('become components at every position, including within other components', () => {
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

  test('keep the description and the default of the place where they are used', () => {
    const components: SchemaComponents = new Map();
    const special = { ...named('Thing', { type: 'string' }, 'The first thing.'), default: 'a' };
    expect(withReferences(special, components, 'input')).toStrictEqual({
      $ref: '#/components/schemas/Thing',
      description: 'The first thing.',
      default: 'a',
    });
    expect(components.get('Thing')).toStrictEqual({ type: 'string', description: 'A thing.' });
  });

  test('are a different component if less is required than is returned', () => {
    const components: SchemaComponents = new Map();
    withReferences(named('Thing', { type: 'object', required: ['a'] }), components, 'output');
    const taken = named('Thing', { type: 'object', required: [] });
    expect(withReferences(taken, components, 'input')).toStrictEqual({ $ref: '#/components/schemas/ThingInput' });
  });

  test('with one name must be equal', () => {
    const components: SchemaComponents = new Map();
    withReferences(named('Thing', { type: 'string' }), components, 'output');
    expect(() => withReferences(named('Thing', { type: 'number' }), components, 'output')).toThrow(
      'Two schemas of the API document are named Thing',
    );
  });
});

describe('responses', () => {
  const notFound = { name: 'NotFound', response: { description: 'Not found.' } };

  test('are components if several operations share them; the response of a single one stays inline', () => {
    const gone = { name: 'Gone', response: { description: 'Gone.' } };
    const { components, stand } = sharedResponses([notFound, gone, notFound]);
    expect(components).toStrictEqual({ NotFound: { description: 'Not found.' } });
    expect(stand(notFound)).toStrictEqual({ $ref: '#/components/responses/NotFound' });
    expect(stand(gone)).toStrictEqual({ description: 'Gone.' });
  });

  test('with one name must be equal', () => {
    const other = { name: 'NotFound', response: { description: 'Nothing there.' } };
    expect(() => sharedResponses([notFound, other])).toThrow('Two responses of the API document are named NotFound');
  });
});
