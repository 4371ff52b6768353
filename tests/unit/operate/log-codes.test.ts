import { expect, test } from 'vitest';
import { LOG_CODES } from '#shared/platform/log-codes';
import { withGenerated } from '#tests/support/generated-part';

const PAGE = 'docs/operate/log-codes.md';

test('the page of log codes has every code with its meaning', async () => {
  const rows = Object.entries(LOG_CODES).map(([code, meaning]) => `| \`${code}\` | ${meaning} |`);
  const table = ['| code | meaning |', '|---|---|', ...rows].join('\n');
  await expect(withGenerated(PAGE, table)).toMatchFileSnapshot(`../../../${PAGE}`);
});
