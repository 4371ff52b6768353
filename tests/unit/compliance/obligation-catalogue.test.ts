import { expect, test } from 'vitest';
import { CATALOGUE, SEEDED_CATEGORIES } from '#shared/compliance/catalogue';
import { DATE_SOURCES } from '#shared/compliance/date-sources';

const HEADING = `# The catalogue of obligations

What every company comes with ([obligations](obligations.md)). The dates are those of the laws named beside them, where these
set one, for a business with the usual accounting year. They are reminders and no advice: laws change, and not every duty
concerns every business, so check with your adviser or the authority, and change what is different for you.

<!-- Generated from the catalogue; \`npm run test:unit -- -u\` updates it. -->

| category | what | frequency | due | source | authority |
|---|---|---|---|---|---|
`;

test('docs/integrate/obligation-catalogue.md has every category with the source of its date', async () => {
  const rows = SEEDED_CATEGORIES.map((category) => {
    const { title, frequency } = CATALOGUE[category];
    const { due, law, authority } = DATE_SOURCES[category];
    return `| \`${category}\` | ${title} | ${frequency} | ${due} | ${law} | ${authority} |\n`;
  });
  await expect(HEADING + rows.join('')).toMatchFileSnapshot('../../../docs/integrate/obligation-catalogue.md');
});
