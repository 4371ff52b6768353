import { expect, test } from 'vitest';
import { RESOURCES } from '#client/src/resources';
import { CONTRACTS } from '#functions/api/contracts';
import { publishedOperations } from '#scripts/client/published';
import { clientSources } from '#scripts/client/sources';

const methods = Object.entries(RESOURCES).flatMap(([resource, verbs]) =>
  Object.entries(verbs).map(([verb, id]) => ({ name: `${resource}.${verb}`, id: String(id) })),
);

test('every published operation has exactly one method of the client', () => {
  expect(methods.map(({ id }) => id).sort()).toStrictEqual([...publishedOperations().keys()].sort());
});

test('the client leaves out administrators, providers, pages for browsers and the API document', () => {
  const published = [...publishedOperations().values()].map(({ contract }) => contract);
  const leftOut = CONTRACTS.filter((contract) => !published.includes(contract));
  expect(
    leftOut.filter(({ documented, caller }) => documented !== false && !['admin', 'provider'].includes(caller)),
  ).toEqual(CONTRACTS.filter(({ route }) => route === '/v1/openapi.json'));
  expect(published.filter(({ documented, caller }) => documented === false || /admin|provider/.test(caller))).toEqual(
    [],
  );
  expect(published.length).toBeGreaterThan(100);
});

test.each(Object.keys(clientSources()))('%s is what the contracts say', async (file) => {
  await expect(clientSources()[file]).toMatchFileSnapshot(`../../../${file}`);
});
