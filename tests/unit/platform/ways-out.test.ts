import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { PROJECT_FOLDER } from '#scripts/local-cloud/folders';

const sources = globSync('{shared,functions}/**/*.ts', { cwd: PROJECT_FOLDER }).map((path) => ({
  path,
  text: readFileSync(`${PROJECT_FOLDER}/${path}`, 'utf8'),
}));

/** The matches of a pattern, each with its file. */
const places = (pattern: RegExp): readonly (readonly [path: string, place: string])[] =>
  sources.flatMap(({ path, text }) => Array.from(text.matchAll(pattern), ([place]) => [path, place] as const));

test('every AWS client sends its changes within the time of its request', () => {
  const clients = places(/new \w+Client\([^)]*/g);
  expect(clients.length).toBeGreaterThan(5);
  expect(clients.filter(([, place]) => !place.includes('awsClientSettings'))).toEqual([]);
  const senders = places(/(?:abortedWithRequest\(\s*)?new NodeHttpHandler/g);
  expect(senders.length).toBeGreaterThan(1);
  expect(senders.filter(([, place]) => !place.startsWith('abortedWithRequest('))).toEqual([]);
});

test("nothing else leaves a function but lookups, which ask for this time, and a consumer's webhooks", () => {
  const others = places(/\bfetch\(|node:https?'\)|node:(?:net|tls|dgram|http2)'\)/g).map(([path]) => path);
  expect([...new Set(others)].toSorted()).toEqual([
    'shared/sources/http-client.ts',
    'shared/webhooks/deliveries/attempts/post.ts',
  ]);
  expect(sources.find(({ path }) => path === 'shared/sources/http-client.ts')?.text).toContain('requireTime()');
});
