import { type InlineAsset, inlineAsset } from '#shared/http/page';
import { built, once } from './built.ts';

/** The script and style of the hosted page. */
export interface PageAssets {
  readonly script: InlineAsset;
  readonly style: InlineAsset;
}

const page = once(() => built('page/main.tsx', 'esm'));

/** The script and style of the hosted page. Bundles of functions contain the result (scripts/bundle/plugins.ts). */
export const pageAssets: () => PageAssets = once(() => ({
  script: inlineAsset(page().text),
  style: inlineAsset(built('page/style.css', 'esm').text),
}));

/** The loader, `widget.js`. Bundles of functions contain the result (scripts/bundle/plugins.ts). */
export const loaderScript: () => string = once(() => built('loader/main.ts', 'iife').text);

/** The folders of the packages that the hosted page bundles, relative to the project. */
export const packagesOfPage: () => readonly string[] = once(() => {
  const folders = Object.keys(page().metafile.inputs).map(
    (file) => /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(file)?.[0],
  );
  return [...new Set(folders.filter((folder) => folder !== undefined))];
});
