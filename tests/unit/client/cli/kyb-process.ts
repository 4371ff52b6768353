import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { PROJECT_FOLDER } from '#scripts/local-cloud/folders';
import { temporaryFolder } from '#tests/support/temporary-folder';

const ENTRY = join(PROJECT_FOLDER, 'client/src/cli/main.ts');

/** Starts `kyb` from its source, in a home of its own; `ended` resolves with its exit status and what it wrote. */
export const startKyb = (words: readonly string[], env: Readonly<Record<string, string>>, input?: string) => {
  const home = temporaryFolder('kyb');
  const child = spawn(process.execPath, [ENTRY, ...words], {
    env: { PATH: process.env['PATH'], HOME: home, XDG_CONFIG_HOME: join(home, 'config'), ...env },
  });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  child.stdin.end(input);
  let errors = '';
  let output = '';
  child.stderr.on('data', (chunk) => {
    errors += chunk;
  });
  child.stdout.on('data', (chunk) => {
    output += chunk;
  });
  const ended = once(child, 'close').then(([status]) => ({ status: Number(status), errors, output }));
  return { child, ended, home };
};
