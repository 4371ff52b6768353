import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readCommandLine } from '#scripts/command-line/read';
import { DEPLOY_USAGE } from '#scripts/deploy/usage';
import { OPS_USAGE, opsCommand } from '#scripts/ops/commands';

const PAGES = globSync('docs/operate/*.md')
  .map((page) => readFileSync(page, 'utf8'))
  .join('\n');

/** The lines of the pages' shell blocks, and the commands in their text. */
const commands = [
  ...[...PAGES.matchAll(/^ *```sh\n([\s\S]*?)^ *```$/gm)].flatMap(([, block = '']) =>
    block.replaceAll('\\\n', ' ').split('\n'),
  ),
  ...[...PAGES.matchAll(/`(np[mx] [^`\n]+)`/g)].map(([, command = '']) => command),
].map((line) => line.trim().replace(/\s+/g, ' '));

const deploys = commands
  .filter((line) => line.startsWith('npm run deploy -- '))
  .map((line) => line.slice('npm run deploy -- '.length));

test.each(deploys)('an operator can call `npm run deploy -- %s`', (line) => {
  expect(readCommandLine(DEPLOY_USAGE, line.split(' '))).toHaveProperty('options.stage');
});

const ops = commands
  .filter((line) => line.startsWith('npm run ops -- '))
  .map((line) => line.slice('npm run ops -- '.length));

test.each(ops.filter((line) => line !== '--help'))('an operator can call `npm run ops -- %s`', (line) => {
  const read = readCommandLine(OPS_USAGE, line.split(' '));
  if (read === 'help') throw new Error('It prints the usage instead');
  expect(() => opsCommand(read.words, read.options)).not.toThrow();
});

test('the pages contain commands to check', () => {
  expect(ops.length).toBeGreaterThan(5);
  expect(deploys.length).toBeGreaterThan(1);
});
