import { expect, test } from 'vitest';
import { withGenerated } from '#tests/support/generated-part';
import { statesDiagram } from './states-diagram.ts';

const PAGE = 'docs/integrate/review.md';

test('the page of the review draws every change of status as the table has it', async () => {
  await expect(withGenerated(PAGE, statesDiagram())).toMatchFileSnapshot(`../../../${PAGE}`);
});
