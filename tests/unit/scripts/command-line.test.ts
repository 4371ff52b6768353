import { execFile } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { readCommandLine, wholeNumber } from '#scripts/command-line/read';
import { helpText, type Usage, UsageError } from '#scripts/command-line/usage';

const USAGE = {
  command: 'npm run bake',
  does: 'Bakes.',
  words: { name: '<loaf>', help: 'what to bake', count: 'at most one' },
  options: {
    minutes: { value: '<number>', short: 'm', help: 'how long' },
    crisp: { help: 'longer' },
  },
  environment: { OVEN: 'where' },
} as const satisfies Usage;

describe('a command line', () => {
  test('is as its usage says', () => {
    expect(readCommandLine(USAGE, ['rye', '-m', '40', '--crisp'])).toEqual({
      options: { minutes: '40', crisp: true },
      words: ['rye'],
    });
    expect(readCommandLine(USAGE, [])).toEqual({ options: {}, words: [] });
  });

  test.each([[['--help']], [['-h']], [['rye', '--help']]])('%j asks for help', (words) => {
    expect(readCommandLine(USAGE, words)).toBe('help');
  });

  test.each([
    [['--soft'], "Unknown option '--soft': see `npm run bake -- --help`."],
    [['--crisp=very'], "Option '--crisp' does not take an argument: see `npm run bake -- --help`."],
    [['--minutes'], "Option '-m, --minutes <value>' argument missing: see `npm run bake -- --help`."],
    [['rye', 'spelt'], "Unknown argument 'spelt'. See `npm run bake -- --help`."],
  ])('%j is refused in one line', (words, message) => {
    expect(() => readCommandLine(USAGE, words)).toThrow(new UsageError(message));
  });

  test('that lacks a word is refused', () => {
    const usage = { ...USAGE, words: { ...USAGE.words, count: 'one' } } as const;
    expect(() => readCommandLine(usage, [])).toThrow('<loaf> is missing. See `npm run bake -- --help`.');
  });

  test.each(['0', '-1', '1.5', 'ten', '', ' ', '101'])('%j is not a whole number up to 100', (text) => {
    expect(() => wholeNumber('minutes', text, 100)).toThrow(UsageError);
  });

  test('the help contains the whole usage', () => {
    expect(helpText(USAGE)).toBe(`npm run bake -- [<loaf>] [--minutes <number>] [--crisp]

Bakes.

  <loaf>                  what to bake
  -m, --minutes <number>  how long
  --crisp                 longer
  -h, --help              prints this help
  OVEN                    where
`);
  });
});

/** What a script of package.json does: `&&` so that nothing runs unprepared, `exec` so that signals reach it. */
const RUN = /^node scripts\/prepare\.mjs[a-z -]* && exec node_modules\/\.bin\/node (\S+)(.*)$/;

/** Every script that a person can run, with the arguments that package.json gives it. */
const scripts = (): [file: string, args: string[]][] => {
  const { scripts: named } = JSON.parse(readFileSync('package.json', 'utf8'));
  const found = new Map<string, string[]>();
  for (const [name, command] of Object.entries<string>(named)) {
    const [, file, args = ''] = RUN.exec(command) ?? [];
    if (file === undefined) throw new Error(`${name} of package.json runs no script of ours: ${command}`);
    found.set(file, args.split(' ').filter(Boolean));
  }
  const others = [...globSync('scripts/*.{ts,mjs}'), ...globSync('tests/bench/*.ts')].filter((file) =>
    /^await runScript\(|process\.argv/m.test(readFileSync(file, 'utf8')),
  );
  for (const file of others) if (!found.has(file)) found.set(file, []);
  return [...found];
};

test('every script of package.json first installs what it needs, and runs on the installed Node', () => {
  const { scripts: named } = JSON.parse(readFileSync('package.json', 'utf8'));
  const commands = Object.values<string>(named);
  expect(commands.length).toBeGreaterThan(10);
  const other = commands.filter((command) => !RUN.test(command));
  expect(other).toStrictEqual([]);
});

const execute = async (file: string, args: readonly string[]) => {
  try {
    const { stdout, stderr } = await promisify(execFile)(process.execPath, [file, ...args]);
    return { status: 0, stdout, stderr };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return { status: code, stdout, stderr };
  }
};

describe('every script describes itself, and refuses unknown arguments in one line', () => {
  test.each(scripts())('%s', async (file, args) => {
    const [help, refused] = await Promise.all([
      execute(file, [...args, '--help']),
      execute(file, [...args, '--bogus']),
    ]);
    expect(help).toEqual({ status: 0, stdout: expect.stringMatching(/^(npm|node) .*\n\n/), stderr: '' });
    expect(refused).toEqual({ status: 2, stdout: '', stderr: expect.stringMatching(/^[^\n]*--bogus[^\n]*\n$/) });
  });
});
