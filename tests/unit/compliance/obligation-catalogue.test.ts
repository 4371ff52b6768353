import { expect, test } from 'vitest';
import { CATALOGUE, SEEDED_CATEGORIES } from '#shared/compliance/catalogue';
import { DATE_SOURCES } from '#shared/compliance/date-sources';
import { withGenerated } from '#tests/support/generated-part';

const PAGE = 'docs/integrate/obligations.md';

test('the page of obligations has every category of the catalogue with the source of its date', async () => {
  const lines = SEEDED_CATEGORIES.map((category) => {
    const { due, law, authority } = DATE_SOURCES[category];
    return `- **${CATALOGUE[category].title}** (\`${category}\`; ${authority}): ${due}. ${law}.`;
  });
  await expect(withGenerated(PAGE, lines.join('\n'))).toMatchFileSnapshot(`../../../${PAGE}`);
});
