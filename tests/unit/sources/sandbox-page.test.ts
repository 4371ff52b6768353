import { expect, test } from 'vitest';
import { withGenerated } from '#tests/support/generated-part';
import { scenarioSections } from './sandbox-page.ts';

const PAGE = 'docs/integrate/sandbox.md';

test('the page of the sandbox lists every scenario of the simulated sources', async () => {
  await expect(withGenerated(PAGE, scenarioSections())).toMatchFileSnapshot(`../../../${PAGE}`);
});
