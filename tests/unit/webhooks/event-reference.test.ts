import { expect, test } from 'vitest';
import { renderEventReference } from './event-reference.ts';

test('docs/webhook-events.md describes every event as the catalogue has it', async () => {
  await expect(renderEventReference()).toMatchFileSnapshot('../../../docs/webhook-events.md');
});
