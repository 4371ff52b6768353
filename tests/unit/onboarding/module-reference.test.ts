import { expect, test } from 'vitest';
import { renderModuleReference } from './module-reference.ts';

test('docs/integrate/modules.md describes every module as the tables have it', async () => {
  await expect(renderModuleReference()).toMatchFileSnapshot('../../../docs/integrate/modules.md');
});
