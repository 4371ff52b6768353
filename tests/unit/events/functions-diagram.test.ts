import { expect, test } from 'vitest';
import { CONSUMERS } from '#functions/events/consumers';
import { withGenerated } from '#tests/support/generated-part';
import { functionsDiagram } from './functions-diagram.ts';

const PAGE = 'docs/contribute/architecture.md';

test('the page of the architecture draws what triggers each function as the declarations have it', async () => {
  await expect(withGenerated(PAGE, functionsDiagram())).toMatchFileSnapshot(`../../../${PAGE}`);
});

test('no function behind the API is left out', () => {
  const drawn = functionsDiagram();
  expect(CONSUMERS.map(({ name }) => name).filter((name) => !drawn.includes(name))).toEqual([]);
});
