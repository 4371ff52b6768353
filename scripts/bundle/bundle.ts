import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { type BuildOptions, type BuildResult, build, type Metafile } from 'esbuild';
import { PROJECT_FOLDER } from '#scripts/local-cloud/folders';
import { UserError } from '#scripts/local-cloud/user-error';
import type { FunctionSource } from './functions.ts';
import { bundledPackages, licenceTexts, notAllowed } from './licences.ts';
import {
  documentMade,
  endpointCacheLeftOut,
  environmentCredentialsOnly,
  environmentSettingsOnly,
  lazyBuiltins,
  ownSourcesTrimmed,
  pagesMade,
  passwordsUnpacked,
  sdkPartsLeftOut,
} from './plugins.ts';

/** The plugins for the sources of every function. */
export const BUNDLE_PLUGINS = [
  environmentCredentialsOnly,
  environmentSettingsOnly,
  sdkPartsLeftOut,
  endpointCacheLeftOut,
  lazyBuiltins,
  documentMade,
  pagesMade,
  ownSourcesTrimmed,
  passwordsUnpacked,
];

/** How every function is bundled: ESM for Lambda's Node 24, with everything it imports inside. */
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
  plugins: BUNDLE_PLUGINS,
} as const satisfies BuildOptions;

/** A bundled function, and the bytes of all its files. */
export interface Bundle {
  name: string;
  bytes: number;
}

type Built = BuildResult<typeof BUNDLE_OPTIONS & { write: false }>;

/** Written only when it differs, so that unchanged files keep their time as well as their content. */
const writeIfChanged = (file: string, contents: Uint8Array | string): void => {
  const next = Buffer.from(contents);
  if (existsSync(file) && readFileSync(file).equals(next)) return;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, next);
};

/** Removes bundles and parts of bundles that no longer exist, so that nothing old can be deployed. */
const removeOthers = (outputFolder: string, functions: FunctionSource[], files: ReadonlySet<string>): void => {
  const wanted = new Set(['source-maps', ...functions.map(({ name }) => name)]);
  for (const folder of globSync('*/', { cwd: outputFolder }))
    if (!wanted.has(folder)) rmSync(join(outputFolder, folder), { recursive: true });
  for (const file of globSync('*/*.mjs', { cwd: outputFolder }))
    if (!files.has(join(outputFolder, file))) rmSync(join(outputFolder, file));
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

const orUserError = (error: unknown): never => {
  throw new UserError(`The functions do not build: ${firstError(error)}`);
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
 * Bundles a function to several files, of which lazy imports are not read by a cold start. In one file they would be,
 * and their libraries could not be tree-shaken. Not for all functions: for most it is one file anyway.
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

/** Writes a list of third-party packages beside each bundle, and all licence texts beside them. */
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

/**
 * Bundles the functions, all in one pass except those with lazy imports of ours, to `<outputFolder>/<name>/index.mjs`
 * and the parts beside it; their source maps to `<outputFolder>/source-maps/`, so that they are not deployed, and
 * esbuild's metafile to `<outputFolder>/meta.json`. The same sources give the same bytes.
 *
 * @throws UserError with the first problem when a file does not compile or exports no handler, or a package may not be
 * shipped.
 */
export const bundleFunctions = async (
  functions: FunctionSource[],
  outputFolder: string,
  projectFolder: string = PROJECT_FOLDER,
): Promise<Bundle[]> => {
  const whole: Built = await build({
    ...BUNDLE_OPTIONS,
    absWorkingDir: projectFolder,
    entryPoints: Object.fromEntries(functions.map(({ name, file }) => [`${name}/index`, file])),
    outdir: outputFolder,
    write: false,
  }).catch(orUserError);
  requireHandlers(whole.metafile);
  const late = withLateParts(functions, whole.metafile);
  const split = await Promise.all(late.map((source) => splitBundle(source, outputFolder, projectFolder)));

  const folderOf = (path: string): string => dirname(relative(outputFolder, path));
  const isSplit = new Set(late.map(({ name }) => name));
  const files = [
    ...whole.outputFiles.filter(({ path }) => !isSplit.has(folderOf(path))),
    ...split.flatMap(({ outputFiles }) => outputFiles),
  ];
  removeOthers(outputFolder, functions, new Set(files.map(({ path }) => path)));
  const bytes = new Map<string, number>();
  for (const { path, contents } of files) {
    const name = folderOf(path);
    if (path.endsWith('.map')) writeIfChanged(join(outputFolder, 'source-maps', name, basename(path)), contents);
    else {
      writeIfChanged(path, contents);
      bytes.set(name, (bytes.get(name) ?? 0) + contents.byteLength);
    }
  }
  const outputs = Object.assign({}, whole.metafile.outputs, ...split.map(({ metafile }) => metafile.outputs));
  writeLicences(outputs, outputFolder, projectFolder);
  writeIfChanged(join(outputFolder, 'meta.json'), JSON.stringify({ inputs: whole.metafile.inputs, outputs }));
  return [...bytes].map(([name, size]) => ({ name, bytes: size })).sort((a, b) => a.name.localeCompare(b.name));
};
