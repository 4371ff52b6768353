import { expect, test } from 'vitest';
import { renderEventReference } from './event-reference.ts';

test('docs/integrate/webhook-events.md describes every event as the catalogue has it', async () => {
  await expect(renderEventReference()).toMatchFileSnapshot('../../../docs/integrate/webhook-events.md');
});
