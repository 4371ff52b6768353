import axe from 'axe-core';
import type { Page } from 'playwright-core';

/** What axe finds against a page as it is, each with the elements that it concerns. */
export const violations = async (page: Page): Promise<string[]> => {
  await page.evaluate(axe.source);
  // What is fading in has too little contrast until it has. An animation without an end is not waited for.
  await page.evaluate(`Promise.allSettled(
    document.getAnimations()
      .filter((one) => one.effect.getComputedTiming().endTime !== Infinity)
      .map((one) => one.finished),
  ).then(() => undefined)`);
  const found = (await page.evaluate('axe.run(document)')) as {
    violations: { id: string; nodes: { html: string; failureSummary: string }[] }[];
  };
  return found.violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`).join(' | ')}`,
  );
};

/** How far a page is wider than its window, in pixels. */
export const overflow = (page: Page): Promise<unknown> =>
  page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
