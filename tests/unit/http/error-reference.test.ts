import { expect, test } from 'vitest';
import { renderErrorReference } from './error-reference.ts';

test('the page of errors has every error of the API, with the endpoints that declare it', async () => {
  await expect(renderErrorReference()).toMatchFileSnapshot('../../../docs/integrate/errors.md');
});
