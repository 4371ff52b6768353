import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readCommandLine } from '#scripts/command-line/read';
import { accountIdOf, addCompany } from '#scripts/demo/journey';
import { OPS_USAGE, opsCommand } from '#scripts/ops/commands';
import { atStack } from '#scripts/ops/stage-effects';
import { newCompanyNumber } from '#tests/support/companies';
import { stack } from '#tests/support/stack';
import { newCustomer, newEmail } from './people.ts';

const PAGE = readFileSync(new URL('../../docs/deploying.md', import.meta.url), 'utf8');

/** The commands of an operator that the page prints, each once. `--force` ends every session of the stage under test. */
const printed = [
  ...new Set([...PAGE.matchAll(/npm run ops -- ([^`\n]+)/g)].map(([, line = '']) => line.trim())),
].filter((line) => line !== '--help' && !line.includes('--force'));

test.each(printed)('an operator runs `npm run ops -- %s` on a deployed stage', async (line) => {
  const email = newEmail();
  const owner = await newCustomer();
  await newCustomer(email);
  const { id: companyId } = await addCompany(owner, newCompanyNumber());
  const words = line
    .replace(/cmp_\w+/, companyId)
    .replace('ada@example.com', email)
    .replace(/usr_\S+/, await accountIdOf(owner))
    .split(' ');
  const read = readCommandLine(OPS_USAGE, words);
  if (read === 'help') throw new Error('It prints the usage instead');
  const { stage, ...options } = read.options;
  expect(await atStack(stack(), opsCommand(read.words, options))).not.toBe('');
});
