import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

interface LockedPackage {
  readonly version?: string;
  readonly integrity?: string;
  readonly resolved?: string;
  readonly link?: boolean;
  readonly inBundle?: boolean;
  readonly optional?: boolean;
  readonly os?: readonly string[];
  readonly bundleDependencies?: readonly string[];
}

type Packages = Readonly<Record<string, LockedPackage>>;

const { '': project, ...packages } = (
  JSON.parse(readFileSync('package-lock.json', 'utf8')) as { readonly packages: Packages }
).packages;

/** The path of the package whose `node_modules` folder holds this one; undefined for a direct dependency. */
const holderOf = (path: string): string | undefined => {
  const end = path.lastIndexOf('/node_modules/');
  return end === -1 ? undefined : path.slice(0, end);
};

/** The package whose archive holds a bundled one. */
const archiveOf = (path: string, all: Packages): LockedPackage | undefined => {
  const holder = holderOf(path);
  const found = holder === undefined ? undefined : all[holder];
  return holder !== undefined && found?.inBundle ? archiveOf(holder, all) : found;
};

/** It comes inside the archive of another package, whose integrity covers it. npm fetches nothing by its name. */
const isCovered = (path: string, all: Packages): boolean => {
  const archive = archiveOf(path, all);
  return (archive?.bundleDependencies?.length ?? 0) > 0 && archive?.integrity !== undefined;
};

/**
 * Builds of tools for other platforms than Linux with glibc on x64 and arm64. The registry from which the lock file was
 * written has none of them, so it gives no integrity: on these platforms npm uses the one that its own registry gives.
 * To work there, add it with `npm view <package>@<version> dist.integrity`, and remove the name here.
 */
const OTHER_PLATFORMS: readonly string[] = [
  '@biomejs/cli-android-arm64',
  '@biomejs/cli-android-x64',
  '@biomejs/cli-darwin-arm64',
  '@biomejs/cli-darwin-x64',
  '@biomejs/cli-linux-arm64-musl',
  '@biomejs/cli-linux-x64-musl',
  '@biomejs/cli-win32-arm64',
  '@biomejs/cli-win32-x64',
  '@oxc-parser/binding-android-arm-eabi',
  '@oxc-parser/binding-android-arm64',
  '@oxc-parser/binding-darwin-arm64',
  '@oxc-parser/binding-darwin-x64',
  '@oxc-parser/binding-freebsd-x64',
  '@oxc-parser/binding-linux-arm-gnueabihf',
  '@oxc-parser/binding-linux-arm-musleabihf',
  '@oxc-parser/binding-linux-ppc64-gnu',
  '@oxc-parser/binding-linux-riscv64-gnu',
  '@oxc-parser/binding-linux-riscv64-musl',
  '@oxc-parser/binding-linux-s390x-gnu',
  '@oxc-parser/binding-openharmony-arm64',
  '@oxc-parser/binding-win32-arm64-msvc',
  '@oxc-parser/binding-win32-ia32-msvc',
  '@oxc-parser/binding-win32-x64-msvc',
].map((name) => `node_modules/${name}`);

type Rule = (entry: LockedPackage, path: string, all: Packages, exceptions: readonly string[]) => boolean;

/** What an entry may not be. */
const REFUSALS: Readonly<Record<string, Rule>> = {
  'records where it was downloaded from': ({ resolved }) => resolved !== undefined,
  "is a folder of somebody's machine": ({ link }) => link === true,
  'has a weak integrity': ({ integrity }) => integrity !== undefined && !/^sha512-[A-Za-z0-9+/]{86}==$/.test(integrity),
  'has no integrity': ({ integrity, inBundle }, path, all, exceptions) =>
    integrity === undefined && !(inBundle ? isCovered(path, all) : exceptions.includes(path)),
  'needs no exception': ({ integrity }, path, _, exceptions) => integrity !== undefined && exceptions.includes(path),
  'is no build of a tool for one platform': ({ optional, os }, path, _, exceptions) =>
    exceptions.includes(path) && !(optional && os),
};

/** What is wrong with a lock file's entries. */
const problemsOf = (all: Packages, exceptions: readonly string[] = OTHER_PLATFORMS): string[] => [
  ...Object.entries(all).flatMap(([path, entry]) =>
    Object.entries(REFUSALS)
      .filter(([, isRefused]) => isRefused(entry, path, all, exceptions))
      .map(([problem]) => `${path} ${problem}`),
  ),
  ...exceptions.filter((path) => all[path] === undefined).map((path) => `${path} needs no exception`),
];

test('every package of the lock file has its integrity, or a reason why not; no download address is recorded', () => {
  expect(problemsOf(packages)).toEqual([]);
  expect(project?.resolved).toBeUndefined();
  expect(Object.keys(packages).length).toBeGreaterThan(100);
});

describe('a lock file is refused', () => {
  const INTEGRITY = `sha512-${'A'.repeat(86)}==`;
  const own = { version: '1.0.0', integrity: INTEGRITY };

  test.each<[string, Packages, readonly string[], string]>([
    ['without an integrity', { 'node_modules/a': { version: '1.0.0' } }, [], 'node_modules/a has no integrity'],
    ['with a download address', { 'node_modules/a': { ...own, resolved: 'x' } }, [], 'records where'],
    ['with a link', { 'node_modules/a': { ...own, link: true } }, [], 'is a folder'],
    ['with an integrity of SHA-1', { 'node_modules/a': { ...own, integrity: 'sha1-AAAA' } }, [], 'weak integrity'],
    [
      'with a bundled package that no archive holds',
      { 'node_modules/a': own, 'node_modules/a/node_modules/b': { inBundle: true } },
      [],
      'node_modules/a/node_modules/b has no integrity',
    ],
    [
      'with a bundled package whose archive has no integrity itself',
      { 'node_modules/a': { bundleDependencies: ['b'] }, 'node_modules/a/node_modules/b': { inBundle: true } },
      [],
      'node_modules/a/node_modules/b has no integrity',
    ],
    ['with an exception that is gone', {}, ['node_modules/a'], 'node_modules/a needs no exception'],
    ['with an exception that has its integrity', { 'node_modules/a': own }, ['node_modules/a'], 'needs no exception'],
    [
      'with an exception that every platform installs',
      { 'node_modules/a': { version: '1.0.0' } },
      ['node_modules/a'],
      'is no build of a tool',
    ],
  ])('%s', (_, all, exceptions, problem) => {
    expect(problemsOf(all, exceptions)).toContainEqual(expect.stringContaining(problem));
  });

  test('but not for what is inside the archive of a package', () => {
    const all = {
      'node_modules/a': { ...own, bundleDependencies: ['b'] },
      'node_modules/a/node_modules/b': { inBundle: true },
      'node_modules/a/node_modules/b/node_modules/c': { inBundle: true },
    };
    expect(problemsOf(all, [])).toEqual([]);
  });
});
