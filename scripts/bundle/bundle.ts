import { isAscii } from 'node:buffer';
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { type BuildOptions, type BuildResult, build, type Metafile } from 'esbuild';
import { PROJECT_FOLDER } from '#scripts/local-cloud/folders';
import { UserError } from '#scripts/local-cloud/user-error';
import type { FunctionSource } from './functions.ts';
import { bundledPackages, licenceTexts, notAllowed } from './licences.ts';
import {
  bearerTokensLeftOut,
  documentMade,
  documentPartsLeftOut,
  endpointCacheLeftOut,
  environmentCredentialsOnly,
  environmentSettingsOnly,
  fontsPacked,
  http2LeftOut,
  lazyBuiltins,
  ownSourcesTrimmed,
  pagesMade,
  passwordsUnpacked,
  sdkPartsLeftOut,
  webStreamsLeftOut,
} from './plugins.ts';
import { allSources, recordOrigins, unchangedFunctions } from './unchanged.ts';

/** The plugins for the sources of every function. */
export const BUNDLE_PLUGINS = [
  environmentCredentialsOnly,
  environmentSettingsOnly,
  sdkPartsLeftOut,
  endpointCacheLeftOut,
  http2LeftOut,
  bearerTokensLeftOut,
  webStreamsLeftOut,
  lazyBuiltins,
  documentMade,
  pagesMade,
  fontsPacked,
  documentPartsLeftOut,
  ownSourcesTrimmed,
  passwordsUnpacked,
];

/** How every function is bundled: ESM for Lambda's Node 24, including everything that it imports. */
const BUNDLE_OPTIONS = {
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node24',
  // Otherwise esbuild makes valibot's expression for emojis a call, which stays in every bundle and runs in it.
  supported: { 'regexp-unicode-property-escapes': true },
  // Prefers the ES modules of libraries that ship both forms, because only those can be tree-shaken.
  mainFields: ['module', 'main'],
  conditions: ['module', 'import'],
  minify: true,
  legalComments: 'none',
  sourcemap: 'external',
  sourcesContent: false,
  metafile: true,
  logLevel: 'silent',
  outExtension: { '.js': '.mjs' },
  plugins: BUNDLE_PLUGINS,
} as const satisfies BuildOptions;

/** A bundled function, and the bytes of all its files. */
export interface Bundle {
  name: string;
  bytes: number;
}

type Built = BuildResult<typeof BUNDLE_OPTIONS & { write: false }>;

/** Writes a file only if it differs, so that an unchanged file also keeps its time. */
const writeIfChanged = (file: string, contents: Uint8Array | string): void => {
  const next = Buffer.from(contents);
  if (existsSync(file) && readFileSync(file).equals(next)) return;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, next);
};

/** Removes bundles and parts of bundles that no longer exist, so that nothing old can be deployed. */
const removeOthers = (
  outputFolder: string,
  functions: FunctionSource[],
  unchanged: ReadonlySet<string>,
  files: ReadonlySet<string>,
): void => {
  // The other folders are those of the source maps, of `npm run client` and of `npm run docs`.
  const wanted = new Set(['source-maps', 'client', 'docs', ...functions.map(({ name }) => name)]);
  for (const folder of globSync('*/', { cwd: outputFolder }))
    if (!wanted.has(folder)) rmSync(join(outputFolder, folder), { recursive: true });
  for (const file of globSync('*/*.mjs', { cwd: outputFolder }))
    if (!unchanged.has(dirname(file)) && !files.has(join(outputFolder, file))) rmSync(join(outputFolder, file));
};

const requireHandlers = (metafile: Metafile): void => {
  for (const output of Object.values(metafile.outputs))
    if (output.entryPoint && !output.exports.includes('handler'))
      throw new UserError(`${output.entryPoint} exports no \`handler\`, which every function must.`);
};

const BEYOND_ASCII = /[^\0-\x7f]/;

/**
 * esbuild escapes characters outside ASCII, except in regular expressions. One of them makes V8 keep the whole bundle
 * with two bytes a character, which costs a cold start of 380 kB 1.7 ms.
 */
const requireAscii = (files: Built['outputFiles']): void => {
  for (const file of files) {
    // Only a bundle that is refused is decoded.
    const found = file.path.endsWith('.mjs') && !isAscii(file.contents) && BEYOND_ASCII.exec(file.text);
    if (found)
      throw new UserError(
        `${basename(dirname(file.path))} would be bundled with "${found[0]}" in a regular expression. Write it as ` +
          `\\u${found[0].charCodeAt(0).toString(16).padStart(4, '0')}, so that V8 keeps the bundle in half the memory.`,
      );
  }
};

const firstError = (error: unknown): string => {
  const [first] =
    (error as { errors?: { text: string; location?: { file: string; line: number } | null }[] }).errors ?? [];
  if (!first) return String(error);
  return first.location ? `${first.location.file}:${first.location.line}: ${first.text}` : first.text;
};

const orUserError = (error: unknown): never => {
  throw new UserError(`The functions could not be built: ${firstError(error)}`);
};

/** The functions that import a module of ours lazily. */
const withLateParts = (functions: FunctionSource[], { inputs, outputs }: Metafile): FunctionSource[] => {
  const importsLate = (file: string): boolean =>
    !file.includes('node_modules/') && (inputs[file]?.imports.some(({ kind }) => kind === 'dynamic-import') ?? false);
  const late = new Set(
    Object.values(outputs).flatMap((output) => (Object.keys(output.inputs).some(importsLate) ? output.entryPoint : [])),
  );
  return functions.filter(({ file }) => late.has(file));
};

/**
 * Bundles a function to several files, so that a cold start does not read its lazy imports. In one file they would be
 * read, and their libraries could not be tree-shaken. Most functions have no lazy imports and stay one file.
 */
const splitBundle = ({ name, file }: FunctionSource, outputFolder: string, absWorkingDir: string): Promise<Built> =>
  build({
    ...BUNDLE_OPTIONS,
    absWorkingDir,
    entryPoints: { index: file },
    outdir: join(outputFolder, name),
    splitting: true,
    write: false,
  });

/** Writes a list of third-party packages into each bundle's folder, and all licence texts next to the bundles. */
const writeLicences = (outputs: Metafile['outputs'], outputFolder: string, projectFolder: string): void => {
  const packages = bundledPackages(outputs, outputFolder, projectFolder);
  const [refused] = notAllowed([...packages.values()].flat());
  if (refused)
    throw new UserError(
      `${refused.name} ${refused.version} would be shipped under the licence ${refused.licence ?? '(none stated)'}: ` +
        'leave it out, or add the licence to ALLOWED_LICENCES in scripts/bundle/licences.ts if it may be.',
    );
  for (const [name, found] of packages)
    writeIfChanged(join(outputFolder, name, 'licences.json'), `${JSON.stringify(found, null, 2)}\n`);
  writeIfChanged(join(outputFolder, 'THIRD_PARTY_LICENCES.txt'), licenceTexts(outputs, outputFolder, projectFolder));
};

/** esbuild's description of an earlier bundling; an empty one if there was none. */
const readMetafile = (outputFolder: string): Metafile => {
  const file = join(outputFolder, 'meta.json');
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : { inputs: {}, outputs: {} };
};

/** The size in bytes of each bundle in its folder. */
const bundlesOf = (functions: FunctionSource[], outputFolder: string): Bundle[] => {
  const bytesOf = (name: string): number =>
    globSync('*.mjs', { cwd: join(outputFolder, name) })
      .map((file) => statSync(join(outputFolder, name, file)).size)
      .reduce((sum, size) => sum + size, 0);
  return functions.map(({ name }) => ({ name, bytes: bytesOf(name) })).sort((a, b) => a.name.localeCompare(b.name));
};

/**
 * Bundles the functions to `<outputFolder>/<name>/index.mjs`, with their parts in the same folder, all in one pass
 * except those with lazy imports of ours. Source maps go to `<outputFolder>/source-maps/`, so that they are not
 * deployed, and esbuild's metafile to `<outputFolder>/meta.json`. The same sources give the same bytes, so functions
 * that are in the folder and whose sources have not changed are left as they are.
 *
 * @throws UserError with the first problem when a file does not compile or exports no handler, or a package may not be
 * shipped.
 */
export const bundleFunctions = async (
  functions: FunctionSource[],
  outputFolder: string,
  projectFolder: string = PROJECT_FOLDER,
): Promise<Bundle[]> => {
  const sourcesBefore = allSources(projectFolder);
  const unchanged = unchangedFunctions(outputFolder, projectFolder);
  const changed = functions.filter(({ name }) => !unchanged.has(name));
  const whole: Built = await build({
    ...BUNDLE_OPTIONS,
    absWorkingDir: projectFolder,
    entryPoints: Object.fromEntries(changed.map(({ name, file }) => [`${name}/index`, file])),
    outdir: outputFolder,
    write: false,
  }).catch(orUserError);
  requireHandlers(whole.metafile);
  const late = withLateParts(changed, whole.metafile);
  const split = await Promise.all(late.map((source) => splitBundle(source, outputFolder, projectFolder)));

  const folderOf = (path: string): string => dirname(relative(outputFolder, path));
  const isSplit = new Set(late.map(({ name }) => name));
  const files = [
    ...whole.outputFiles.filter(({ path }) => !isSplit.has(folderOf(path))),
    ...split.flatMap(({ outputFiles }) => outputFiles),
  ];
  requireAscii(files);
  removeOthers(outputFolder, functions, unchanged, new Set(files.map(({ path }) => path)));
  for (const { path, contents } of files) {
    const map = join(outputFolder, 'source-maps', folderOf(path), basename(path));
    writeIfChanged(path.endsWith('.map') ? map : path, contents);
  }

  const before = readMetafile(outputFolder);
  const kept = Object.entries(before.outputs).filter(([path]) => unchanged.has(folderOf(join(projectFolder, path))));
  const inputs = { ...before.inputs, ...whole.metafile.inputs };
  const outputs = Object.assign(
    Object.fromEntries(kept),
    whole.metafile.outputs,
    ...split.map(({ metafile }) => metafile.outputs),
  );
  writeLicences(outputs, outputFolder, projectFolder);
  writeIfChanged(join(outputFolder, 'meta.json'), JSON.stringify({ inputs, outputs }));
  recordOrigins(changed, whole.metafile.inputs, { outputFolder, projectFolder, sourcesBefore });
  return bundlesOf(functions, outputFolder);
};
