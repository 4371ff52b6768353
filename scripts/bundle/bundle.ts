import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { type BuildOptions, build, type Metafile } from 'esbuild';
import { PROJECT_FOLDER } from '#scripts/local-cloud/folders';
import { UserError } from '#scripts/local-cloud/user-error';
import type { FunctionSource } from './functions.ts';
import { environmentCredentialsOnly, lazyBuiltins } from './plugins.ts';

/** How every function is bundled: one ESM file for Lambda's Node 24, with everything it imports inside. */
const BUNDLE_OPTIONS = {
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node24',
  // Libraries that ship both: their ES modules, because only those can be tree-shaken.
  mainFields: ['module', 'main'],
  conditions: ['module', 'import'],
  minify: true,
  legalComments: 'none',
  sourcemap: 'external',
  sourcesContent: false,
  metafile: true,
  logLevel: 'silent',
  outExtension: { '.js': '.mjs' },
  plugins: [environmentCredentialsOnly, lazyBuiltins],
} as const satisfies BuildOptions;

/** A bundled function. */
export interface Bundle {
  name: string;
  bytes: number;
}

/** Written only when it differs, so that what has not changed keeps its time as well as its content. */
const writeIfChanged = (file: string, contents: Uint8Array | string): void => {
  const next = Buffer.from(contents);
  if (existsSync(file) && readFileSync(file).equals(next)) return;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, next);
};

/** Bundles of functions that are gone, so that nothing old can be deployed. */
const removeOthers = (outputFolder: string, functions: FunctionSource[]): void => {
  const wanted = new Set(['source-maps', ...functions.map(({ name }) => name)]);
  for (const folder of globSync('*/', { cwd: outputFolder }))
    if (!wanted.has(folder)) rmSync(join(outputFolder, folder), { recursive: true });
};

const requireHandlers = (metafile: Metafile): void => {
  for (const output of Object.values(metafile.outputs))
    if (output.entryPoint && !output.exports.includes('handler'))
      throw new UserError(`${output.entryPoint} exports no \`handler\`: a function's file must.`);
};

const firstError = (error: unknown): string => {
  const [first] =
    (error as { errors?: { text: string; location?: { file: string; line: number } | null }[] }).errors ?? [];
  if (!first) return String(error);
  return first.location ? `${first.location.file}:${first.location.line}: ${first.text}` : first.text;
};

/**
 * Bundles the functions, all in one pass, to `<outputFolder>/<name>/index.mjs`; their source maps to
 * `<outputFolder>/source-maps/<name>.map`, so that they are not deployed, and esbuild's account of what is in each to
 * `<outputFolder>/meta.json`. The same sources give the same bytes.
 *
 * @throws UserError with the first problem when a file does not compile or exports no handler.
 */
export const bundleFunctions = async (
  functions: FunctionSource[],
  outputFolder: string,
  projectFolder: string = PROJECT_FOLDER,
): Promise<Bundle[]> => {
  const result = await build({
    ...BUNDLE_OPTIONS,
    absWorkingDir: projectFolder,
    entryPoints: Object.fromEntries(functions.map(({ name, file }) => [`${name}/index`, file])),
    outdir: outputFolder,
    write: false,
  }).catch((error: unknown) => {
    throw new UserError(`The functions do not build: ${firstError(error)}`);
  });
  requireHandlers(result.metafile);

  removeOthers(outputFolder, functions);
  const bundles: Bundle[] = [];
  for (const { path, contents } of result.outputFiles) {
    const name = dirname(relative(outputFolder, path));
    if (path.endsWith('.map')) writeIfChanged(join(outputFolder, 'source-maps', `${name}.map`), contents);
    else {
      writeIfChanged(path, contents);
      bundles.push({ name, bytes: contents.byteLength });
    }
  }
  writeIfChanged(join(outputFolder, 'meta.json'), JSON.stringify(result.metafile));
  return bundles.sort((a, b) => a.name.localeCompare(b.name));
};
