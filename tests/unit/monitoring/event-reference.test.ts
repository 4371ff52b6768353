import { expect, test } from 'vitest';
import { withGenerated } from '#tests/support/generated-part';
import { kindList } from './event-reference.ts';

const PAGE = 'docs/integrate/monitoring.md';

test('the page of monitoring describes every kind of event as the table has it', async () => {
  await expect(withGenerated(PAGE, kindList())).toMatchFileSnapshot(`../../../${PAGE}`);
});
