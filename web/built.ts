import { join } from 'node:path';
import { type BuildOptions, buildSync, type Metafile } from 'esbuild';

const FOLDER = import.meta.dirname;

/** How code for browsers is bundled: for those of the last three years, on phones as well. */
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

/** A bundle for browsers. */
interface Built {
  readonly text: string;
  readonly metafile: Metafile;
}

/** Bundles a script or a style of this folder. */
export const built = (entry: string, format: 'esm' | 'iife'): Built => {
  const { outputFiles, metafile } = buildSync({ ...BROWSER_OPTIONS, format, entryPoints: [join(FOLDER, entry)] });
  return { text: outputFiles[0]?.text.trim() ?? '', metafile };
};

/** Keeps the first result of `make`. */
export const once = <T>(make: () => T): (() => T) => {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
};
