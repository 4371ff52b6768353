import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, realpathSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { PROJECT_FOLDER, STATE_FOLDER } from '#scripts/local-cloud/folders';
import { temporaryFolder } from '#tests/support/temporary-folder';

/*
 * Runs `npm run new` in a copy of the project. What it writes passes every check as it is, and is removed with the
 * copy.
 */

let copy: string;

/** What is written: an endpoint and a consumer from nothing, and an endpoint like its neighbour. */
const NEW = ['read-scaffolded-thing', 'check-scaffolded-prices', 'list-scaffolded-things'];

/** Runs a program of the copy. */
const run = (program: string, ...args: readonly string[]) => {
  const command = program === 'node' ? process.execPath : join(copy, 'node_modules', '.bin', program);
  // Without the variables that this run of vitest sets for its own processes.
  const environment = Object.entries(process.env).filter(
    ([name]) => !/^(VITEST|VITE|NODE_ENV|TEST|DEV|PROD)/.test(name),
  );
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd: copy,
    encoding: 'utf8',
    env: { ...Object.fromEntries(environment), NO_COLOR: '1', REPORT: 'scaffold-copy' },
    maxBuffer: 100_000_000,
  });
  return { status, output: `${stdout}${stderr}` };
};

const expectSuccess = ({ status, output }: ReturnType<typeof run>): void => {
  expect(status, output.slice(-5_000)).toBe(0);
};

beforeAll(() => {
  copy = realpathSync(temporaryFolder('scaffold'));
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: PROJECT_FOLDER,
    encoding: 'utf8',
  });
  for (const file of listed.trim().split('\n')) {
    mkdirSync(dirname(join(copy, file)), { recursive: true });
    cpSync(join(PROJECT_FOLDER, file), join(copy, file));
  }
  symlinkSync(realpathSync(join(PROJECT_FOLDER, 'node_modules')), join(copy, 'node_modules'));
  mkdirSync(join(copy, '.local'));
  symlinkSync(join(STATE_FOLDER, 'venv'), join(copy, '.local', 'venv'));
});

describe('a new endpoint and a new consumer', () => {
  test('are written', () => {
    expectSuccess(run('node', 'scripts/new.ts', 'endpoint', 'wallet', 'read-scaffolded-thing'));
    expectSuccess(run('node', 'scripts/new.ts', 'consumer', 'check-scaffolded-prices'));
  });

  test('are written like a neighbour', () => {
    const name = 'list-scaffolded-things';
    expectSuccess(run('node', 'scripts/new.ts', 'endpoint', 'wallet', name, '--like', 'list-transactions'));
    expect(readFileSync(join(copy, `functions/api/wallet/${name}.contract.ts`), 'utf8')).toContain(`name: '${name}'`);
  });

  test.each([
    [['endpoint', 'wallet', 'read-scaffolded-thing'], /already exists/],
    [['endpoint', 'nowhere', 'read-thing'], /There is no group nowhere\. Choose one of accounts,/],
    [['endpoint', 'wallet', 'Thing'], /a verb and a noun/],
    [['consumer'], /--help/],
    [['endpoint', 'wallet', 'list-things', '--like', 'list-companies'], /wallet has no endpoint list-companies/],
  ])('%j is refused in one line, and nothing is written', (words, message) => {
    const { status, output } = run('node', 'scripts/new.ts', ...words);
    expect(status).not.toBe(0);
    expect(output).toMatch(message);
    expect(output.trim()).not.toContain('\n');
  });

  test('have their sample event, their rows on the pages of errors and rate limits, and their place in the diagram', () => {
    expectSuccess(run('vitest', 'run', '--project', 'unit', 'sample-events', 'reference', 'diagram', '-u'));
  });

  test('are deployed', () => {
    expectSuccess(run('vitest', 'run', '--project', 'infra', '-u'));
  });

  test('have their own budgets', () => {
    expectSuccess(run('node', 'tests/bench/run.ts', 'sizes', '--accept'));
    const budget = JSON.parse(readFileSync(join(copy, 'bundle-budget.json'), 'utf8'));
    for (const name of NEW) expect(budget[name]).toBeGreaterThan(100_000);
  });

  test.each([
    ['tsc', []],
    ['biome', ['check', '--error-on-warnings']],
    ['knip', []],
    ['vitest', ['run', '--project', 'unit', 'tests/unit/http', 'tests/unit/events']],
    ['vitest', ['run', '--project', 'integration', ...NEW]],
  ])('pass %s %j', (program, args) => {
    expectSuccess(run(program, ...args));
  });
});
