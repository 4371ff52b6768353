import { expect, test } from 'vitest';
import { RESOURCES } from '#client/src/resources';
import { publishedOperations } from '#scripts/client/published';
import { clientSources } from '#scripts/client/sources';

const methods = Object.entries(RESOURCES).flatMap(([resource, verbs]) =>
  Object.entries(verbs).map(([verb, id]) => ({ name: `${resource}.${verb}`, id: String(id) })),
);

test('every published operation has exactly one method of the client', () => {
  expect(methods.map(({ id }) => id).sort()).toStrictEqual([...publishedOperations().keys()].sort());
});

test('the client leaves out administrators, providers, pages of browsers, the loader and the API document', () => {
  const published = publishedOperations();
  const leftOut = 'setPricingRate receivePaystackCallback showCheckout showHostedPage serveLoader serveOpenapi'.split(
    ' ',
  );
  expect(leftOut.filter((id) => published.has(id))).toEqual([]);
  expect(published.size).toBeGreaterThan(100);
});

test.each(Object.keys(clientSources()))('%s is what the contracts say', async (file) => {
  await expect(clientSources()[file]).toMatchFileSnapshot(`../../../${file}`);
});
