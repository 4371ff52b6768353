import { expect, test } from 'vitest';
import { renderSandboxPage } from './sandbox-page.ts';

test('docs/sandbox.md lists every scenario as the simulated sources have it', async () => {
  await expect(renderSandboxPage()).toMatchFileSnapshot('../../../docs/sandbox.md');
});
