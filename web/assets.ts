import { join } from 'node:path';
import { type BuildOptions, buildSync, type Metafile } from 'esbuild';
import { type InlineAsset, inlineAsset } from '#shared/http/page';

/** The script and style of the hosted page. */
export interface PageAssets {
  readonly script: InlineAsset;
  readonly style: InlineAsset;
}

const FOLDER = import.meta.dirname;

/** How code for browsers is bundled: for browsers of the last three years, including phones. */
const BROWSER_OPTIONS = {
  absWorkingDir: join(FOLDER, '..'),
  bundle: true,
  minify: true,
  charset: 'utf8',
  platform: 'browser',
  target: ['chrome112', 'firefox115', 'safari16.4'],
  jsx: 'automatic',
  jsxImportSource: 'preact',
  legalComments: 'none',
  logLevel: 'silent',
  metafile: true,
  write: false,
} as const satisfies BuildOptions;

interface Built {
  readonly text: string;
  readonly metafile: Metafile;
}

const built = (entry: string, format: 'esm' | 'iife'): Built => {
  const { outputFiles, metafile } = buildSync({ ...BROWSER_OPTIONS, format, entryPoints: [join(FOLDER, entry)] });
  return { text: outputFiles[0]?.text.trim() ?? '', metafile };
};

const once = <T>(make: () => T): (() => T) => {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
};

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
