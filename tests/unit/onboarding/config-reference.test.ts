import { expect, test } from 'vitest';
import { withGenerated } from '#tests/support/generated-part';
import { configSections } from './config-reference.ts';

const PAGE = 'docs/integrate/widget-config.md';

test('the page of the configuration describes every field as the schemas have it', async () => {
  await expect(withGenerated(PAGE, configSections())).toMatchFileSnapshot(`../../../${PAGE}`);
});
