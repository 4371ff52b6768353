import { expect, test } from 'vitest';
import { withGenerated } from '#tests/support/generated-part';
import { codeTable, ownBodyTable } from './error-reference.ts';

const PAGE = 'docs/integrate/errors.md';

test('the page of errors has every error of the API, and every body of its own', async () => {
  await expect(withGenerated(PAGE, codeTable(), ownBodyTable())).toMatchFileSnapshot(`../../../${PAGE}`);
});
