import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import { newPage, useChromium } from './chromium.ts';
import { picture } from './pages.ts';

const MERMAID = fileURLToPath(import.meta.resolve('@mermaid-js/tiny'));

const DIAGRAMS = globSync(['*.md', 'docs/**/*.md']).flatMap((page) =>
  Array.from(readFileSync(page, 'utf8').matchAll(/^```mermaid\n([\s\S]*?)^```$/gm), ([, source = ''], index) => ({
    name: `${page} ${index + 1}`,
    source,
  })),
);

useChromium();

let drawn: (source: string, name: string) => Promise<string>;
beforeAll(() => {
  drawn = async (source, name) => {
    const page = await newPage({ viewport: { width: 1400, height: 900 } });
    await page.setContent('<body></body>');
    await page.addScriptTag({ path: MERMAID });
    await page.evaluate(`mermaid.initialize({ startOnLoad: false })`);
    const svg = await page.evaluate(
      `mermaid.render('diagram', ${JSON.stringify(source)}).then(({ svg }) => { document.body.innerHTML = svg; return svg; })`,
    );
    await picture(page, `diagram ${name.replaceAll(/[^\w -]/g, ' ')}`);
    return String(svg);
  };
});

describe('a diagram of the pages', () => {
  test.each(DIAGRAMS)('$name is drawn', async ({ source, name }) => {
    expect(await drawn(source, name)).toMatch(/^<svg /);
  });

  test('there are some, and one with a mistake is refused', async () => {
    expect(DIAGRAMS.length).toBeGreaterThan(2);
    await expect(drawn('flowchart LR\n    one --> [', 'with a mistake')).rejects.toThrow(/Parse error/);
  });
});
