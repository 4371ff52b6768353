import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { transformSync } from 'esbuild';
import { describe, expect, test } from 'vitest';
import { endRunning, run } from '#scripts/prepare/command';
import { isInRange, nodeProblem } from '#scripts/prepare/node-version';
import { areInstalled, npmReason } from '#scripts/prepare/packages';
import { pipReason } from '#scripts/prepare/python';
import { temporaryFolder } from '#tests/support/temporary-folder';
import { waitUntil } from '#tests/support/wait-until';

/** Whether a process is gone or is only waiting for its parent to reap it. */
const hasEnded = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
  } catch {
    return true;
  }
  const stat = `/proc/${pid}/stat`;
  return existsSync(stat) && /^\d+ \(.*\) Z/.test(readFileSync(stat, 'utf8'));
};

describe('the Node that runs the installation', () => {
  const { engines } = JSON.parse(readFileSync('package.json', 'utf8'));

  test.each(['20.19.0', '20.20.2', '22.12.0', '22.13.1', '23.0.0', '24.21.0', '26.0.0'])(
    '%s is accepted',
    (version) => {
      expect(nodeProblem(version)).toBeUndefined();
    },
  );

  test.each(['14.21.3', '18.20.4', '20.9.0', '20.18.1', '21.7.3', '22.11.0'])(
    '%s is refused in one line',
    (version) => {
      expect(nodeProblem(version)).toBe(
        `Node ${version} will not do: put 20.x from 20.19.0 on, or 22.12.0 or newer, first on the PATH (https://nodejs.org).`,
      );
    },
  );

  test('a range in another form is an error, not a guess', () => {
    expect(() => isInRange('20.19.0', '20.x')).toThrow(RangeError);
  });

  test('no package for this system requires a newer version than the project does', () => {
    const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'));
    const bound = Object.entries<{ os?: string[]; cpu?: string[]; engines?: { node?: string } }>(packages).filter(
      ([, { os, cpu }]) => os?.includes('linux') && cpu?.includes('x64'),
    );
    expect(bound.length).toBeGreaterThan(5);
    /** `>= 18` is `>=18.0.0`. */
    const inFull = (range = '>=0') =>
      range.replace(/(\^|>=) ?(\d+)(\.\d+)?(\.\d+)?/g, (_, operator, major, minor = '.0', patch = '.0') =>
        [operator, major, minor, patch].join(''),
      );
    const floors: string[] = engines.node.match(/\d+\.\d+\.\d+/g);
    for (const [path, { engines: requested }] of bound)
      for (const floor of floors) expect(isInRange(floor, inFull(requested?.node)), `${path} on ${floor}`).toBe(true);
  });

  test.each(['README.md', 'docs/integrate/getting-started.md', '.ci/run'])('%s states the same floor', (file) => {
    expect(readFileSync(file, 'utf8').replaceAll(/\n#? ?/g, ' ')).toContain(
      '22.12 or newer (of Node 20, 20.19 or newer)',
    );
    expect(engines.node).toBe('^20.19.0 || >=22.12.0');
  });

  test.each(['scripts/prepare.mjs', 'scripts/prepare/node-version.mjs'])('%s can be read by Node 14', (file) => {
    const source = readFileSync(file, 'utf8');
    const [old, current] = ['node14', 'node24'].map((target) => transformSync(source, { target }).code);
    expect(old).toBe(current);
  });
});

describe('packages count as installed', () => {
  const linux = { os: 'linux', cpu: 'x64', libc: 'glibc' };
  const binding = { version: '1.0.0', optional: true, os: ['linux'], cpu: ['x64'], libc: ['glibc'] };
  const wanted = { '': {}, 'node_modules/a': { version: '1.0.0', integrity: 'sha512-a' } };
  const installed = { 'node_modules/a': { version: '1.0.0', integrity: 'sha512-a' } };

  test('if they are those of the lock file', () => {
    expect(areInstalled(wanted, installed, linux)).toBe(true);
  });

  test.each([
    ['one is missing', {}],
    ['one has another version', { 'node_modules/a': { version: '1.0.1', integrity: 'sha512-a' } }],
    ['one has other contents', { 'node_modules/a': { version: '1.0.0', integrity: 'sha512-b' } }],
    ['there is an extra one', { ...installed, 'node_modules/b': { version: '1.0.0' } }],
  ])('but not if %s', (_, found) => {
    expect(areInstalled(wanted, found, linux)).toBe(false);
  });

  test('but not if the one for this system was left out by a Node that it does not accept', () => {
    expect(areInstalled({ ...wanted, 'node_modules/b-linux': binding }, installed, linux)).toBe(false);
  });

  test.each([
    ['another system', { ...binding, os: ['darwin'] }],
    ['another processor', { ...binding, cpu: ['arm64'] }],
    ['another C library', { ...binding, libc: ['musl'] }],
    ['any system but this one', { ...binding, os: ['!linux'] }],
    ['whatever system it is an option for', { version: '1.0.0', optional: true }],
  ])('if the missing one is made for %s', (_, locked) => {
    expect(areInstalled({ ...wanted, 'node_modules/b': locked }, installed, linux)).toBe(true);
  });
});

describe('a failed installation is reported in one line', () => {
  test("npm's, with its code", () => {
    const output = `npm error code E404
npm error 404 Not Found - GET https://registry.example/left-pad - not found
npm error A complete log of this run can be found in: /root/.npm/_logs/1.log`;
    expect(npmReason(output)).toBe('E404: 404 Not Found - GET https://registry.example/left-pad - not found');
  });

  test("pip's, when the index does not answer", () => {
    const output = `WARNING: Retrying (Retry(total=0, connect=None)) after connection broken by 'NewConnectionError('<pip._vendor.urllib3.connection.HTTPConnection object at 0x7f15>: Failed to establish a new connection: [Errno 111] Connection refused')': /simple/botocore/
ERROR: Could not find a version that satisfies the requirement botocore==1.43.106 (from versions: none)
ERROR: No matching distribution found for botocore==1.43.106`;
    expect(pipReason(output)).toBe('the package index does not answer: [Errno 111] Connection refused');
  });

  test("pip's, when a package is refused", () => {
    expect(pipReason('ERROR: THESE PACKAGES DO NOT MATCH THE HASHES.\nERROR: another')).toBe(
      'THESE PACKAGES DO NOT MATCH THE HASHES.',
    );
  });

  test('for a program that reports neither', () => {
    expect(npmReason('Segmentation fault\n')).toBe('Segmentation fault');
    expect(pipReason('')).toBe('no reason given');
  });
});

test('ending a process also ends its child processes', async () => {
  const folder = temporaryFolder('prepare');
  const pidFile = join(folder, 'pid');
  const running = run('sh', ['-c', `sleep 600 & echo $! > ${pidFile}.new; mv ${pidFile}.new ${pidFile}; wait`]);
  const pid = await waitUntil(() => existsSync(pidFile) && Number(readFileSync(pidFile, 'utf8')), {
    what: 'the process to start',
  });
  await endRunning();
  expect((await running).succeeded).toBe(false);
  await waitUntil(() => hasEnded(pid), { what: 'the end of what the command started' });
});
