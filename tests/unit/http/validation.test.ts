import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { parseRequest, type RequestParts } from '#shared/http/schemas/validation';

const contract = {
  path: v.object({ id: v.pipe(v.string(), v.startsWith('wgt_', 'Must be a widget')) }),
  query: v.object({ page: v.optional(v.pipe(v.string(), v.digits('Must be digits')), '1') }),
  body: v.object({
    name: v.pipe(v.string(), v.minLength(2), v.maxLength(4)),
    email: v.optional(v.pipe(v.string(), v.email())),
    kind: v.optional(v.picklist(['a', 'b'])),
    items: v.optional(v.array(v.object({ size: v.number() })), []),
  }),
};

const valid: RequestParts = { path: { id: 'wgt_1' }, query: {}, body: { name: 'abc' } };

const detailsOf = (parts: Partial<RequestParts>) => {
  const result = parseRequest(contract, { ...valid, ...parts });
  return 'refusal' in result ? result.refusal.extras.details : undefined;
};

describe('a valid request', () => {
  test('is parsed with its defaults and without unknown fields', () => {
    const result = parseRequest(contract, { ...valid, body: { name: 'abc', admin: true } });
    expect(result).toStrictEqual({
      parts: { path: { id: 'wgt_1' }, query: { page: '1' }, body: { name: 'abc', items: [] } },
    });
  });

  test('has nothing of the parts that its contract does not describe', () => {
    expect(parseRequest({}, valid)).toStrictEqual({ parts: { path: undefined, query: undefined, body: undefined } });
  });
});

describe('an invalid request', () => {
  test('gets every problem of all parts at once, each with its path', () => {
    expect(
      detailsOf({
        path: { id: 'app_1' },
        query: { page: 'one' },
        body: { kind: 'c', items: [{ size: 1 }, { size: 'big' }, {}] },
      }),
    ).toStrictEqual([
      { path: 'id', message: 'Must be a widget' },
      { path: 'page', message: 'Must be digits' },
      { path: 'name', message: 'Required' },
      { path: 'kind', message: 'Must be one of: a, b' },
      { path: 'items.1.size', message: 'Must be a number' },
      { path: 'items.2.size', message: 'Required' },
    ]);
  });

  test('gets at most a hundred problems', () => {
    const items = Array.from({ length: 5_000 }, () => ({ size: 'x' }));
    expect(detailsOf({ body: { name: 'abc', items } })).toHaveLength(100);
  });

  test('never gets back the values that it sent', () => {
    const value = fc.string({ minLength: 3, unit: 'grapheme' }).map((text) => `§${text}§`);
    fc.assert(
      fc.property(value, value, value, (name, email, kind) => {
        const details = detailsOf({ body: { name: name.repeat(3), email, kind } });
        expect(details).toHaveLength(3);
        expect(JSON.stringify(details)).not.toContain('§');
      }),
    );
  });

  test.each([null, 'text', 7, [], true])('may be %j altogether', (body) => {
    expect(detailsOf({ body })).not.toHaveLength(0);
  });
});
