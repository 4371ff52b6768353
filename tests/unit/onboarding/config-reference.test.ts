import { expect, test } from 'vitest';
import { renderConfigReference } from './config-reference.ts';

test('docs/integrate/widget-config-fields.md describes every field as the schemas have it', async () => {
  await expect(renderConfigReference()).toMatchFileSnapshot('../../../docs/integrate/widget-config-fields.md');
});
