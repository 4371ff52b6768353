import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Metafile } from 'esbuild';
import type { FunctionSource } from './functions.ts';
import { MADE_WHILE_BUNDLED } from './plugins.ts';

/** The files that affect the bundling of every function, including packages. */
const FOR_ALL = ['scripts/bundle/*.ts', 'package.json', 'package-lock.json'];

/** The files that generated modules are made from, which esbuild does not see. */
const FOR_MADE = ['functions/**/*.ts', 'shared/**/*.ts', 'web/**/*.*'];

/** What a function was bundled from: its sources, and a fingerprint of everything that it depends on. */
interface Origin {
  readonly sources: readonly string[];
  readonly fingerprint: string;
}

/** By the function's name. */
type Origins = Readonly<Record<string, Origin>>;

const originsFile = (outputFolder: string): string => join(outputFolder, 'origins.json');

const readOrigins = (outputFolder: string): Origins => {
  const file = originsFile(outputFolder);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
};

const isMade = (source: string): boolean => MADE_WHILE_BUNDLED.some((pattern) => pattern.test(`/${source}`));

/** Fingerprints what functions are bundled from, by content. Each file is read once. */
const fingerprints = (projectFolder: string): ((sources: readonly string[]) => string) => {
  const hashes = new Map<string, string>();
  const hashOf = (file: string): string => {
    const path = join(projectFolder, file);
    const hash = existsSync(path) ? createHash('sha256').update(readFileSync(path)).digest('hex') : 'gone';
    hashes.set(file, hash);
    return hash;
  };
  const ofFiles = (files: readonly string[]): string => {
    const whole = createHash('sha256');
    for (const file of files) whole.update(`${file} ${hashes.get(file) ?? hashOf(file)}\n`);
    return whole.digest('hex');
  };
  const ofPatterns = (patterns: readonly string[]): string =>
    ofFiles(globSync(patterns, { cwd: projectFolder }).sort());
  const forAll = ofPatterns(FOR_ALL);
  let forMade: string | undefined;
  return (sources) => {
    forMade ??= sources.some(isMade) ? ofPatterns(FOR_MADE) : undefined;
    return [forAll, ofFiles(sources), ...(sources.some(isMade) ? [forMade] : [])].join('-');
  };
};

/** The names of the functions whose bundles are what their sources would give today. */
export const unchangedFunctions = (outputFolder: string, projectFolder: string): ReadonlySet<string> => {
  const fingerprintOf = fingerprints(projectFolder);
  const isUnchanged = ([name, { sources, fingerprint }]: [string, Origin]): boolean =>
    existsSync(join(outputFolder, name, 'index.mjs')) && fingerprintOf(sources) === fingerprint;
  const unchanged = Object.entries(readOrigins(outputFolder)).filter(isUnchanged);
  return new Set(unchanged.map(([name]) => name));
};

/** Our own files that an entry imports, directly or not, including those of which nothing is left in its bundle. */
const sourcesOf = (entry: string, inputs: Metafile['inputs']): string[] => {
  const found = new Set<string>([entry]);
  for (const file of found)
    for (const { path, external } of inputs[file]?.imports ?? [])
      if (!external && inputs[path] && !path.includes('node_modules/') && !/^[a-z-]+:/.test(path)) found.add(path);
  return [...found].sort();
};

/** The state of everything that a bundle may be made from. */
export const allSources = (projectFolder: string): string => {
  const whole = createHash('sha256');
  for (const file of globSync([...FOR_ALL, ...FOR_MADE], { cwd: projectFolder }).sort())
    whole
      .update(`${file} `)
      .update(readFileSync(join(projectFolder, file)))
      .update('\n');
  return whole.digest('hex');
};

/**
 * Records what functions were bundled from, and keeps the records of others.
 *
 * @param sourcesBefore {@link allSources} when bundling began. After an edit since then nothing is recorded, and all
 * functions are bundled again, because it is unknown which version esbuild read.
 */
export const recordOrigins = (
  built: readonly FunctionSource[],
  inputs: Metafile['inputs'],
  {
    outputFolder,
    projectFolder,
    sourcesBefore,
  }: { outputFolder: string; projectFolder: string; sourcesBefore: string },
): void => {
  const wasEdited = allSources(projectFolder) !== sourcesBefore;
  const fingerprintOf = fingerprints(projectFolder);
  const recorded = (wasEdited ? [] : built).map(({ name, file }): [string, Origin] => {
    const sources = sourcesOf(file, inputs);
    return [name, { sources, fingerprint: fingerprintOf(sources) }];
  });
  const others = Object.fromEntries(
    Object.entries(readOrigins(outputFolder)).filter(([name]) => !built.some((one) => one.name === name)),
  );
  writeFileSync(originsFile(outputFolder), JSON.stringify({ ...others, ...Object.fromEntries(recorded) }));
};
