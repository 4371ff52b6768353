import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { EXAMPLE_TOP_UP_KOBO } from '#functions/api/example-values';
import { readCommandLine } from '#scripts/command-line/read';
import { accountIdOf, addCompany } from '#scripts/demo/journey';
import { functionEnvironment } from '#scripts/invoke/function';
import { topUpAtPaystack } from '#scripts/invoke/paystack';
import { OPS_USAGE, opsCommand } from '#scripts/ops/commands';
import { atStack } from '#scripts/ops/stage-effects';
import { serviceTable } from '#shared/db/client';
import { mismatchTopUp } from '#shared/wallet/top-up';
import { newCompanyNumber } from '#tests/support/companies';
import { stack } from '#tests/support/stack';
import { newCustomer, newEmail } from './people.ts';

const PAGES = globSync('docs/operate/*.md')
  .map((page) => readFileSync(page, 'utf8'))
  .join('\n');

/** The operators' commands that the pages print, each once. `--force` ends every session of the stage under test. */
const printed = [
  ...new Set([...PAGES.matchAll(/npm run ops -- ([^`\n]+)/g)].map(([, line = '']) => line.trim())),
].filter((line) => line !== '--help' && !line.includes('--force'));

/** A payment of another amount than requested, as a callback of the provider reports it. */
const mismatchedTopUp = async (accountId: string): Promise<string> => {
  Object.assign(process.env, functionEnvironment('receive-paystack-callback', stack()));
  const reference = (await topUpAtPaystack(accountId)).replace('-', '_');
  await serviceTable().write(mismatchTopUp(reference, { amount: EXAMPLE_TOP_UP_KOBO - 1, currency: 'NGN' }));
  return reference;
};

test.each(printed)('an operator runs `npm run ops -- %s` on a deployed stage', async (line) => {
  const email = newEmail();
  const owner = await newCustomer();
  await newCustomer(email);
  const accountId = await accountIdOf(owner);
  const { id: companyId } = await addCompany(owner, newCompanyNumber());
  const words = line
    .replace(/cmp_\w+/, companyId)
    .replace('ada@example.com', email)
    .replace(/usr_\S+/, accountId)
    .replace('top_...', await mismatchedTopUp(accountId))
    .split(' ');
  const read = readCommandLine(OPS_USAGE, words);
  if (read === 'help') throw new Error('It prints the usage instead');
  const { stage, ...options } = read.options;
  expect(await atStack(stack(), opsCommand(read.words, options))).not.toBe('');
});
