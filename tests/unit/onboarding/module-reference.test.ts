import { expect, test } from 'vitest';
import { withGenerated } from '#tests/support/generated-part';
import { boundList, codeList, moduleList } from './module-reference.ts';

const PAGE = 'docs/integrate/modules.md';

test('the page of modules describes every module and code as the tables have it', async () => {
  await expect(withGenerated(PAGE, moduleList(), boundList(), codeList())).toMatchFileSnapshot(`../../../${PAGE}`);
});
