import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, test } from 'vitest';
import { PROJECT_FOLDER } from '#scripts/local-cloud/folders';

const PAGES = globSync(['*.md', 'docs/**/*.md'], { cwd: PROJECT_FOLDER });
const text = (page: string) => readFileSync(join(PROJECT_FOLDER, page), 'utf8');

/** The anchors of a page's headings, as GitHub makes them. */
const anchors = (page: string) =>
  [...text(page).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );

/** The links of a page that lead nowhere. Text in code is not a link. */
const brokenLinks = (page: string) =>
  [
    ...text(page)
      .replaceAll(/^```[\s\S]*?^```$/gm, '')
      .matchAll(/\]\(([^)\s]+)\)/g),
  ]
    .map(([, link = '']) => link)
    .filter((link) => !/^[a-z]+:/.test(link))
    .filter((link) => {
      const [file = '', anchor] = link.split('#');
      const target = file === '' ? page : normalize(join(dirname(page), file));
      if (!existsSync(join(PROJECT_FOLDER, target))) return true;
      return anchor !== undefined && !anchors(target).includes(anchor);
    });

test('every link of every page leads to a file and a heading', () => {
  expect(PAGES.length).toBeGreaterThan(50);
  expect(PAGES.flatMap((page) => brokenLinks(page).map((link) => `${page}: ${link}`))).toEqual([]);
});

describe.each(['integrate', 'operate', 'contribute'])('the index of docs/%s', (folder) => {
  test('lists every page of its folder', () => {
    const index = text(`docs/${folder}/README.md`);
    const pages = globSync(`docs/${folder}/*.{md,json}`, { cwd: PROJECT_FOLDER }).map((page) => page.split('/').at(-1));
    expect(pages.filter((page) => page !== 'README.md' && !index.includes(`](${page})`))).toEqual([]);
  });
});
