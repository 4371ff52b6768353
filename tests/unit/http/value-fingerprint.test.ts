import { expect, test } from 'vitest';
import { valueFingerprint } from '#shared/http/idempotency/value-fingerprint';
import { parseJson } from '#shared/http/json';

const of = (json: string): string => valueFingerprint(parseJson(json));

test.each([
  ['{"a":1,"b":{"c":[1,2],"d":null}}', ' { "b" : {"d":null, "c":[1, 2]}, "a":1.0e0 } '],
  ['{"a":"é"}', '{"a":"\\u00e9"}'],
  ['[100]', '[1e2]'],
])('%s is the same as %s', (one, other) => {
  expect(of(one)).toBe(of(other));
});

test.each([
  ['{"a":1}', '{"a":"1"}'],
  ['{"a":1}', '{"a":1,"b":null}'],
  ['[1,2]', '[2,1]'],
  ['{"a":{"b":1},"c":2}', '{"a":{"b":1,"c":2}}'],
  ['{"a":null}', '{"a":1e400}'],
  ['["Infinity"]', '[1e400]'],
  ['{"a":["b,c"]}', '{"a":["b","c"]}'],
  ['{"a\\":1,\\"b":2}', '{"a":1,"b":2}'],
  ['{}', '[]'],
])('%s differs from %s', (one, other) => {
  expect(of(one)).not.toBe(of(other));
});
