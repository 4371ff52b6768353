import { expect, test } from 'vitest';
import { renderEventReference } from './event-reference.ts';

test('docs/integrate/monitoring-events.md describes every kind as the table has it', async () => {
  await expect(renderEventReference()).toMatchFileSnapshot('../../../docs/integrate/monitoring-events.md');
});
