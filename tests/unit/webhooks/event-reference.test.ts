import { expect, test } from 'vitest';
import { withGenerated } from '#tests/support/generated-part';
import { eventSections } from './event-reference.ts';

const PAGE = 'docs/integrate/webhook-events.md';

test('the page of webhook events describes every event of the catalogue', async () => {
  await expect(withGenerated(PAGE, eventSections())).toMatchFileSnapshot(`../../../${PAGE}`);
});
