import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { freePort } from '#scripts/local-cloud/port';
import { temporaryFolder } from '#tests/support/temporary-folder';
import { waitUntil } from '#tests/support/wait-until';

let folder: string;

/** A clone in which nothing is installed. */
beforeEach(() => {
  folder = temporaryFolder('clone');
  for (const file of ['package.json', 'package-lock.json', 'scripts'])
    cpSync(file, join(folder, file), { recursive: true });
});

/** A program with that name that is first on the path. */
const fakeProgram = (name: string, script: string): void => {
  const file = join(folder, 'bin', name);
  mkdirSync(join(folder, 'bin'), { recursive: true });
  writeFileSync(file, `#!/bin/sh\n${script}\n`);
  chmodSync(file, 0o755);
};

const start = (environment: Record<string, string> = {}) => {
  const { AWS_ENDPOINT_URL: _, PATH, ...own } = process.env;
  const child = spawn(process.execPath, ['scripts/prepare.mjs', 'local-cloud'], {
    cwd: folder,
    env: { ...own, PATH: `${join(folder, 'bin')}:${PATH}`, ...environment },
  });
  const printed = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const)
    child[name].on('data', (chunk) => {
      printed[name] += chunk;
    });
  return { child, printed, ended: once(child, 'close').then(([code, signal]) => ({ code, signal })) };
};

/** Runs the script to its end and returns the exit code and the lines of standard error. */
const prepare = async (environment?: Record<string, string>) => {
  const { printed, ended } = start(environment);
  const { code } = await ended;
  return { code, errors: printed.stderr.trimEnd().split('\n') };
};

const lockFile = (): string => join(folder, '.local', 'prepare.lock');

describe('what only a person can fix is reported first, in one line', () => {
  test('a Node for which npm leaves packages out, whatever Node this runs on', async () => {
    fakeProgram('node', 'echo 22.11.0');
    fakeProgram('npm', 'echo npm was called >&2; exit 1');
    expect(await prepare()).toEqual({ code: 1, errors: [expect.stringContaining('Node 22.11.0 will not do')] });
  });

  test('a Python that is too old, before packages are installed', async () => {
    fakeProgram('python3', 'echo 3 9');
    fakeProgram('python', 'exit 127');
    fakeProgram('npm', 'echo npm was called >&2; exit 1');
    expect(await prepare()).toEqual({
      code: 1,
      errors: [
        'Python is too old (python3 is 3.9): 3.10 or newer is needed. Install it, or name it with PYTHON=<path>.',
      ],
    });
  });

  test('a package registry that does not respond', async () => {
    const registry = `http://127.0.0.1:${await freePort()}/`;
    expect(await prepare({ npm_config_registry: registry })).toEqual({
      code: 1,
      errors: [expect.stringContaining(`The package registry ${registry} does not answer (ECONNREFUSED)`)],
    });
    expect(existsSync(lockFile())).toBe(false);
  });

  test('an unknown word, with the exit status of wrong usage', async () => {
    const child = spawn(process.execPath, ['scripts/prepare.mjs', '--all'], { cwd: folder });
    expect((await once(child, 'close'))[0]).toBe(2);
  });
});

describe('an installation', () => {
  const PROGRAMS = ['npm', 'python3'] as const;

  /** An npm and a Python that would install for ten minutes. */
  const slowPrograms = (): void => {
    fakeProgram('npm', 'case "$1" in ping) exit 0;; *) echo $$ > npm.pid; exec sleep 600;; esac');
    fakeProgram(
      'python3',
      'case "$*" in -c*ensurepip*) exit 0;; -c*) echo 3 11;; *) echo $$ > python3.pid; exec sleep 600;; esac',
    );
  };
  const pidFiles = () => PROGRAMS.map((name) => join(folder, `${name}.pid`));
  const installs = () =>
    waitUntil(() => pidFiles().every((file) => existsSync(file) && readFileSync(file, 'utf8').endsWith('\n')), {
      what: 'both installations',
    });

  test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
    'that %s interrupts says so in one line and leaves no lock',
    async (signal) => {
      slowPrograms();
      const { child, printed, ended } = start();
      await installs();
      child.kill(signal);
      // npm itself forwards what the terminal sends.
      child.kill(signal);
      expect(await ended).toEqual({ code: null, signal });
      expect(printed.stderr).toBe('\nInterrupted. Run the command again: it installs what is missing.\n');
      expect(existsSync(lockFile())).toBe(false);
    },
  );

  test('waits for another one, but not for one that was killed', async () => {
    slowPrograms();
    const first = start();
    await installs();
    const second = start();
    await waitUntil(() => second.printed.stdout.includes('Another command is installing: waiting for it ...'), {
      what: () => `the second to wait; it printed ${second.printed.stdout}`,
    });
    const orphans = pidFiles().map((file) => Number(readFileSync(file, 'utf8')));
    for (const file of pidFiles()) rmSync(file);
    first.child.kill('SIGKILL');
    for (const pid of orphans) process.kill(pid);
    await installs();
    expect(Number(readFileSync(lockFile(), 'utf8'))).toBe(second.child.pid);
    second.child.kill('SIGTERM');
    await second.ended;
  });
});
