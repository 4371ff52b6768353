import { execFile } from 'node:child_process';
import { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { PROJECT_FOLDER } from '#scripts/local-cloud/folders';
import { LICENSE } from '#shared/http/openapi/openapi';

const SOURCES = join(PROJECT_FOLDER, 'client');

/** How the client is bundled: for every platform, readable. */
const BUNDLE = {
  absWorkingDir: PROJECT_FOLDER,
  bundle: true,
  format: 'esm',
  target: 'es2022',
  logLevel: 'silent',
} as const;

/** The package.json of the package. */
const manifest = (): Readonly<Record<string, unknown>> => {
  const { version } = JSON.parse(readFileSync(join(PROJECT_FOLDER, 'package.json'), 'utf8')) as { version: string };
  return {
    name: 'kyb-client',
    version,
    description: 'The TypeScript client of the KYB API.',
    license: LICENSE.identifier,
    type: 'module',
    sideEffects: false,
    main: './index.js',
    types: './types/index.d.ts',
    exports: { '.': { types: './types/index.d.ts', default: './index.js' }, './package.json': './package.json' },
    bin: { kyb: './kyb.js' },
    files: ['index.js', 'kyb.js', 'types'],
    engines: { node: '>=20' },
  };
};

/** The page of the client as the README of the package, without links to pages that the package does not contain. */
const readme = (): string =>
  readFileSync(join(PROJECT_FOLDER, 'docs/integrate/client.md'), 'utf8').replaceAll(/\[([^\]]+)\]\([^)]+\)/g, '$1');

/** A declaration file and all that it imports, directly or not. */
const reachable = (folder: string, file: string, found: Set<string> = new Set()): ReadonlySet<string> => {
  if (found.has(file)) return found;
  found.add(file);
  const imports = readFileSync(join(folder, file), 'utf8').matchAll(/from '\.\/([\w-]+)\.js'/g);
  for (const [, name = ''] of imports) reachable(folder, `${name}.d.ts`, found);
  return found;
};

/**
 * Writes the declaration files of what is exported. They import each other by names that every resolver understands.
 */
const writeTypes = async (folder: string): Promise<void> => {
  const tsc = join(PROJECT_FOLDER, 'node_modules/.bin/tsc');
  const options = ['--noEmit', 'false', '--declaration', '--emitDeclarationOnly', '--rootDir', join(SOURCES, 'src')];
  await promisify(execFile)(tsc, ['-p', SOURCES, ...options, '--outDir', folder]);
  const files = globSync('*.d.ts', { cwd: folder });
  for (const file of files) {
    const path = join(folder, file);
    writeFileSync(path, readFileSync(path, 'utf8').replaceAll(/(from '\.\/[\w-]+)\.ts'/g, "$1.js'"));
  }
  const exported = reachable(folder, 'index.d.ts');
  for (const file of files) if (!exported.has(file)) rmSync(join(folder, file));
};

/** The client in one file. @param minify as a customer's page would include it. */
export const bundledClient = async (minify = false): Promise<string> => {
  const { outputFiles } = await build({
    ...BUNDLE,
    minify,
    platform: 'neutral',
    entryPoints: [join(SOURCES, 'src/index.ts')],
    write: false,
  });
  return outputFiles.map(({ text }) => text).join('');
};

/** The command line in one file, for Node. */
export const bundledCommand = async (): Promise<string> => {
  const { outputFiles } = await build({
    ...BUNDLE,
    platform: 'node',
    target: 'node20',
    entryPoints: [join(SOURCES, 'src/cli/main.ts')],
    banner: { js: '#!/usr/bin/env node' },
    write: false,
  });
  return outputFiles.map(({ text }) => text).join('');
};

/** Builds the package into a folder, from which `npm pack` packs it. */
export const buildClient = async (folder: string): Promise<void> => {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'index.js'), await bundledClient());
  writeFileSync(join(folder, 'kyb.js'), await bundledCommand(), { mode: 0o755 });
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest(), undefined, 2)}\n`);
  writeFileSync(join(folder, 'README.md'), readme());
  cpSync(join(PROJECT_FOLDER, 'LICENSE'), join(folder, 'LICENSE'));
  await writeTypes(join(folder, 'types'));
};
