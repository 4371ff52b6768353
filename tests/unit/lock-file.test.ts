import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

interface LockedPackage {
  readonly integrity?: string;
  readonly resolved?: string;
  readonly link?: boolean;
  readonly inBundle?: boolean;
  readonly optional?: boolean;
  readonly os?: readonly string[];
  readonly cpu?: readonly string[];
  readonly libc?: readonly string[];
}

const { '': project, ...packages }: Readonly<Record<string, LockedPackage>> = JSON.parse(
  readFileSync('package-lock.json', 'utf8'),
).packages;

const { workspaces }: { readonly workspaces: readonly string[] } = JSON.parse(readFileSync('package.json', 'utf8'));

/** A folder of this project that has packages of its own, or the link to one. */
const isWorkspace = (name: string, { link, resolved = '' }: LockedPackage): boolean =>
  workspaces.includes(link ? resolved : name);

/** Linux with glibc on x64 and arm64: where the service is built and tested. */
const isForOurs = ({ os, cpu, libc }: LockedPackage): boolean =>
  os === undefined ||
  (os.includes('linux') && libc?.includes('musl') !== true && ['x64', 'arm64'].some((name) => cpu?.includes(name)));

/** Packages that need no integrity: the parts of another package's archive, and builds of tools for other platforms. */
const isExempt = (locked: LockedPackage): boolean =>
  locked.inBundle === true || (locked.optional === true && !isForOurs(locked));

test('every package that is installed here is pinned by its SHA-512, and no download address is recorded', () => {
  const others = Object.entries(packages).filter(([name, locked]) => !isWorkspace(name, locked));
  const unpinned = others.filter(
    ([, locked]) => !/^sha512-[A-Za-z0-9+/]{86}==$/.test(locked.integrity ?? '') && !isExempt(locked),
  );
  expect(unpinned).toEqual([]);
  const addressed = [...others, ['', project] as const].filter(
    ([, locked]) => locked?.resolved !== undefined || locked?.link === true,
  );
  expect(addressed).toEqual([]);
  expect(others.length).toBeGreaterThan(100);
});
