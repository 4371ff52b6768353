import { expect, test } from 'vitest';
import { withGenerated } from '#tests/support/generated-part';
import { eventSections } from './event-reference.ts';

const PAGE = 'docs/integrate/webhook-events.md';

test('the page of webhook events describes every event as the catalogue has it', async () => {
  await expect(withGenerated(PAGE, eventSections())).toMatchFileSnapshot(`../../../${PAGE}`);
});
