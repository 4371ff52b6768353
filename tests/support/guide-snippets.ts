import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { STATE_FOLDER } from '#scripts/local-cloud/folders';

/** A page's snippets that name their file: "```ts file=verify.ts". */
const SNIPPET = /^```\w+ file=(\S+)\n([\s\S]*?)^```$/gm;

/** Writes the snippets of a page that have a file name into a folder. */
export const writeSnippets = (page: string, folder: string): void => {
  for (const [, file = '', code = ''] of readFileSync(page, 'utf8').matchAll(SNIPPET)) {
    const path = join(folder, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, code);
  }
};

/**
 * Writes the snippets of a page into a folder while the tests of a file run. The folder is inside the project, so that
 * the snippets find the packages that they import.
 *
 * @param name of the folder, different in every test file.
 * @returns the folder, which exists from the first test on.
 */
export const guideSnippets = (page: string, name: string): string => {
  const folder = join(STATE_FOLDER, `${name}-${process.pid}`);
  beforeAll(() => writeSnippets(page, folder));
  afterAll(() => rmSync(folder, { recursive: true }));
  return folder;
};
