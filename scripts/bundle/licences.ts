import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import type { Metafile } from 'esbuild';
import * as v from 'valibot';
import { packagesOfPage } from '#web/assets';

/** A package that is at least partly in a bundle. */
export interface BundledPackage {
  readonly name: string;
  readonly version: string;
  /** SPDX identifier or expression, as the package states it; undefined when it states none. */
  readonly licence: string | undefined;
}

/** Licences (SPDX identifiers) that allow us to ship a package with closed code: only permissive ones. */
export const ALLOWED_LICENCES: ReadonlySet<string> = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Bitstream-Vera',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'Unlicense',
]);

const PackageFile = v.object({
  name: v.string(),
  version: v.string(),
  license: v.optional(v.string()),
  // The form in which packages from before 2015 state it.
  licenses: v.optional(v.array(v.object({ type: v.string() }))),
});

/** Licences, as SPDX identifiers, of packages that state them only in a text of theirs. */
const STATED_IN_A_TEXT: Readonly<Record<string, string>> = { 'dejavu-fonts-ttf': 'Bitstream-Vera' };

/**
 * The folder of the innermost package that a file belongs to; undefined for our own files and the build's virtual ones.
 */
const packageFolderOf = (file: string): string | undefined =>
  /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(file)?.[0];

const readPackage = (projectFolder: string, folder: string): BundledPackage => {
  const file = join(projectFolder, folder, 'package.json');
  const { name, version, license, licenses } = v.parse(PackageFile, JSON.parse(readFileSync(file, 'utf8')));
  const stated = license ?? licenses?.map(({ type }) => type).join(' AND ');
  return { name, version, licence: STATED_IN_A_TEXT[name] ?? stated };
};

const byName = (a: BundledPackage, b: BundledPackage): number =>
  a.name.localeCompare(b.name) || a.version.localeCompare(b.version);

/** The packages in the texts of a bundle, by the file that represents such a text. */
const PACKAGES_OF_TEXTS: Readonly<Record<string, () => readonly string[]>> = {
  'web/assets.ts': packagesOfPage,
  'web/docs-assets.ts': () => ['node_modules/@scalar/fastify-api-reference'],
};

/** The folders of the packages that a file contains parts of. */
const packageFoldersOf = (file: string): readonly string[] =>
  PACKAGES_OF_TEXTS[file]?.() ?? [packageFolderOf(file) ?? []].flat();

/** The folders of the packages of which each function's bundle contains at least a byte, by the function's name. */
const packageFolders = (outputs: Metafile['outputs'], outputFolder: string, projectFolder: string) => {
  const folders = new Map<string, Set<string>>();
  for (const [path, { inputs }] of Object.entries(outputs)) {
    if (path.endsWith('.map')) continue;
    const name = dirname(relative(outputFolder, join(projectFolder, path)));
    const found = folders.get(name) ?? new Set<string>();
    folders.set(name, found);
    for (const [file, { bytesInOutput }] of Object.entries(inputs)) {
      if (bytesInOutput > 0) for (const folder of packageFoldersOf(file)) found.add(folder);
    }
  }
  return folders;
};

/**
 * The packages in each bundle, in alphabetical order, by the function's name.
 *
 * @param outputs esbuild's metafile outputs, with paths relative to the project.
 */
export const bundledPackages = (
  outputs: Metafile['outputs'],
  outputFolder: string,
  projectFolder: string,
): ReadonlyMap<string, readonly BundledPackage[]> => {
  const folders = packageFolders(outputs, outputFolder, projectFolder);
  const read = (found: Set<string>) => [...found].map((folder) => readPackage(projectFolder, folder)).sort(byName);
  return new Map([...folders].map(([name, found]) => [name, read(found)]));
};

/** The packages whose licence is missing or not on the list. An `A OR B` needs one that is on it, an `A AND B` both. */
export const notAllowed = (packages: Iterable<BundledPackage>): readonly BundledPackage[] =>
  [...packages].filter(({ licence = '' }) => {
    const terms = licence.replaceAll(/[()]/g, '').split(/\s+AND\s+/);
    return !terms.every((term) => term.split(/\s+OR\s+/).some((identifier) => ALLOWED_LICENCES.has(identifier)));
  });

/** The licence texts of every package in any bundle, which a copy must include. */
export const licenceTexts = (outputs: Metafile['outputs'], outputFolder: string, projectFolder: string): string => {
  const folders = new Set(
    [...packageFolders(outputs, outputFolder, projectFolder).values()].flatMap((set) => [...set]),
  );
  const sections = [...folders].sort().map((folder) => {
    const { name, version, licence } = readPackage(projectFolder, folder);
    const [file] = globSync('{LICENSE,LICENCE,license,licence,COPYING}*', { cwd: join(projectFolder, folder) }).sort();
    const path = file && join(projectFolder, folder, file);
    const text =
      path && existsSync(path)
        ? readFileSync(path, 'utf8').trim()
        : `It brings no text of its own, and states: ${licence}.`;
    return `${name} ${version} (${licence})\n\n${text}\n`;
  });
  return sections.join(`\n${'-'.repeat(80)}\n\n`);
};
