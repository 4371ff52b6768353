import { describe, expect, test } from 'vitest';
import { CONTRACTS } from '#functions/api/contracts';
import { httpFiles } from '#scripts/collections/http-files';
import { journey } from '#scripts/collections/journey';
import { postmanCollection } from '#scripts/collections/postman';
import { collectedRequests, variablesIn } from '#scripts/collections/requests';
import type { Contract } from '#shared/http/contract';

const called = (CONTRACTS as readonly Contract[])
  .filter(({ documented, caller }) => documented !== false && caller !== 'provider')
  .map(({ method, route }) => `${method} ${route.replaceAll(/\{[^}]+\}/g, '*')}`)
  .sort();

const { item: folders, variable: variables } = postmanCollection();
const [, ...groups] = folders;

describe('the Postman collection', () => {
  test('has every endpoint that clients call, once, in the folder of its group', () => {
    const found = groups.flatMap(({ item }) =>
      item.map(
        ({ request: { method, url } }) => `${method} /${url.path.map((step) => step.replace(/^:.*/, '*')).join('/')}`,
      ),
    );
    expect(found.sort()).toEqual(called);
    expect(groups.map(({ name }) => name)).toEqual([...new Set(collectedRequests().map(({ group }) => group))]);
  });

  test('declares every variable, and has a value for each but the credentials', () => {
    const declared = variables.map(({ key }) => key);
    expect(variablesIn(folders).filter((name) => !declared.includes(name))).toEqual([]);
    expect(variables.filter(({ value }) => value === '').map(({ key }) => key)).toEqual([
      'apiKey',
      'accessToken',
      'adminAccessToken',
    ]);
  });

  test('has no placeholder of ours, and a body that is JSON wherever it says so', () => {
    expect(JSON.stringify(folders)).not.toMatch(/<[A-Z][A-Z_]+>/);
    const bodies = folders.flatMap(({ item }) => item.flatMap(({ request: { body } }) => body?.raw ?? []));
    expect(bodies.length).toBeGreaterThan(40);
    for (const raw of bodies) expect(() => JSON.parse(raw)).not.toThrow();
  });

  test('shows the response of every endpoint that has an example', () => {
    const shown = groups.flatMap(({ item }) => item.flatMap(({ response }) => response));
    expect(shown.length).toBe(collectedRequests().filter(({ response }) => response !== undefined).length);
    expect(shown.length).toBeGreaterThan(100);
  });

  test('takes the key of the account for most calls, and none for those of browsers', () => {
    const auth = new Map(
      groups.flatMap(({ item }) => item.map(({ request }) => [request.url.path.join('/'), request.auth?.type])),
    );
    expect(auth.get('v1/wallet')).toBeUndefined();
    expect(auth.get('v1/widget/embed/sessions/:sessionId/submit')).toBe('noauth');
    expect(auth.get('v1/developers/api-keys/rotate')).toBe('bearer');
  });
});

describe('the .http files', () => {
  const files = httpFiles();

  test('have every endpoint that clients call, once, in the file of its group', () => {
    const { 'journey.http': _, ...byGroup } = files;
    const found = Object.values(byGroup).flatMap((text) =>
      Array.from(text.matchAll(/^(GET|POST|PUT|PATCH|DELETE) \{\{apiUrl\}\}([^?\n]*)/gm), ([, method, path]) => [
        method,
        path,
      ]),
    );
    expect(found).toHaveLength(called.length);
    const steps = (route: string) => route.split(/[ /]/).length;
    expect(found.map(([method, path]) => `${method} ${steps(String(path))}`).sort()).toEqual(
      called.map((one) => `${one.split(' ')[0]} ${steps(String(one.split(' ')[1]))}`).sort(),
    );
  });

  test.each(Object.entries(files))('%s declares every variable before it names it', (_, text) => {
    const declaredAt = new Map(
      Array.from(text.matchAll(/^@(\w+) = /gm), ({ 1: name = '', index }) => [name, index] as const),
    );
    for (const { 1: name = '', index } of text.matchAll(/\{\{(\w+)\}\}/g)) {
      expect(declaredAt.get(name), name).toBeLessThan(index);
    }
  });

  test.each(Object.entries(files))('each request of %s is a title, its line, its headers and a body', (_, text) => {
    const [, ...blocks] = text.split(/^### /m);
    expect(blocks.length).toBeGreaterThan(0);
    for (const block of blocks) {
      expect(block).toMatch(
        /^[^\n]+\n(?:@\w+ = \{\{\w+\.response\.body\.\$\.[\w.]+\}\}\n)*\n?(?:# [^\n]+\n)*(?:GET|POST|PUT|PATCH|DELETE) \{\{apiUrl\}\}\/\S*\n(?:[A-Za-z-]+: [^\n]+\n)*(?:\n[\s\S]*)?$/,
      );
      const json = /^Content-Type: application\/json\n(?:\S+: .*\n)*\n([\s\S]*)$/m.exec(block)?.[1];
      if (json !== undefined) expect(() => JSON.parse(json)).not.toThrow();
    }
  });

  test('the journey takes each saved value from the response of a step before', () => {
    const names = journey().map(({ id }) => id);
    const text = files['journey.http'] ?? '';
    for (const { 1: step = '', index } of text.matchAll(/\{\{(\w+)\.response\./g)) {
      expect(names).toContain(step);
      expect(text.indexOf(`# @name ${step}\n`)).toBeLessThan(index);
    }
  });
});
