import { expect, test } from 'vitest';
import { renderSandboxPage } from './sandbox-page.ts';

test('docs/integrate/sandbox.md lists every scenario as the simulated sources have it', async () => {
  await expect(renderSandboxPage()).toMatchFileSnapshot('../../../docs/integrate/sandbox.md');
});
