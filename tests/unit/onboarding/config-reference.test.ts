import { expect, test } from 'vitest';
import { renderConfigReference } from './config-reference.ts';

test('docs/widget-config-fields.md describes every field as the schemas have it', async () => {
  await expect(renderConfigReference()).toMatchFileSnapshot('../../../docs/widget-config-fields.md');
});
