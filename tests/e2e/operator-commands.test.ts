import { generateKeyPairSync } from 'node:crypto';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ListObjectVersionsCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { expect, test } from 'vitest';
import { EXAMPLE_TOP_UP_KOBO } from '#functions/api/example-values';
import { readCommandLine } from '#scripts/command-line/read';
import { type Account, accountIdOf, addCompany, createApplicant, registerWebhook } from '#scripts/demo/journey';
import { endedDelivery } from '#scripts/invoke/delivery';
import { functionEnvironment } from '#scripts/invoke/function';
import { newestTransactionOf } from '#scripts/invoke/ledger';
import { topUpAtPaystack } from '#scripts/invoke/paystack';
import { OPS_USAGE, opsCommand } from '#scripts/ops/commands';
import { atStack } from '#scripts/ops/stage-effects';
import { serviceTable } from '#shared/db/client';
import { newId } from '#shared/platform/ids';
import { mismatchTopUp } from '#shared/wallet/top-up';
import { newCompanyNumber } from '#tests/support/companies';
import { localClientSettings } from '#tests/support/local-client-settings';
import { stack } from '#tests/support/stack';
import { temporaryFolder } from '#tests/support/temporary-folder';
import { liveWidget, newCustomer, newEmail } from './people.ts';
import { stageAlarm } from './stage-alarm.ts';

const PAGES = globSync('docs/operate/*.md')
  .map((page) => readFileSync(page, 'utf8'))
  .join('\n');

/** The operators' commands that the pages print, each once. `--force` ends every session of the stage under test. */
const printed = [
  ...new Set([...PAGES.matchAll(/npm run ops -- ([^`\n]+)/g)].map(([, line = '']) => line.trim())),
].filter((line) => line !== '--help' && !line.includes('--force'));

/** A payment of another amount than requested, as a callback of the provider reports it. */
const mismatchedTopUp = async (accountId: string): Promise<string> => {
  const reference = (await topUpAtPaystack(accountId)).replace('-', '_');
  await serviceTable().write(mismatchTopUp(reference, { amount: EXAMPLE_TOP_UP_KOBO - 1, currency: 'NGN' }));
  return reference;
};

const folder = temporaryFolder('operator');

/** A public key in a file, as the page has it written. */
const publicKeyFile = (): string => {
  const file = join(folder, 'recovery-public.pem');
  const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  writeFileSync(file, publicKey.export({ type: 'spki', format: 'pem' }));
  return file;
};

/** What a command works on, created only for a command that names it. */
const VALUES: readonly (readonly [pattern: RegExp, create: (of: Named) => string | Promise<string>])[] = [
  [/cmp_\w+/, async ({ owner }) => (await addCompany(owner, newCompanyNumber())).id],
  [/app_\.\.\./, async ({ owner }) => (await createApplicant(owner, (await liveWidget(owner)).id)).applicant.id],
  [/top_\.\.\./, ({ accountId }) => mismatchedTopUp(accountId)],
  [/txn_\.\.\./, ({ charged }) => charged()],
  [/whk_\.\.\./, async ({ registered }) => (await registered()).id],
  [
    /whd_\.\.\./,
    async ({ registered, accountId }) => {
      await registered();
      return endedDelivery(accountId);
    },
  ],
  [/ada\.json/, () => join(temporaryFolder('export'), 'ada.json')],
  [/usr_\S+/, ({ accountId }) => accountId],
  [/recovery-public\.pem/, publicKeyFile],
  [/secrets\.jwe/, () => join(folder, 'secrets.jwe')],
];

interface Named {
  readonly owner: Account;
  readonly accountId: string;
  readonly registered: () => Promise<{ readonly id: string }>;
  readonly charged: () => Promise<string>;
}

const filledIn = async (line: string, named: Named): Promise<string> => {
  let filled = line;
  for (const [pattern, create] of VALUES) {
    if (pattern.test(filled)) filled = filled.replace(pattern, await create(named));
  }
  return filled;
};

const namedBy = async (): Promise<Named> => {
  const owner = await newCustomer();
  const accountId = await accountIdOf(owner);
  Object.assign(process.env, functionEnvironment('receive-paystack-callback', stack()));
  return {
    owner,
    accountId,
    registered: async () => registerWebhook(owner, (await liveWidget(owner)).id, 'kyc_widget', stack().apiUrl),
    charged: async () => {
      await createApplicant(owner, (await liveWidget(owner)).id);
      return newestTransactionOf(accountId);
    },
  };
};

const run = (words: readonly string[]): Promise<string> => {
  const read = readCommandLine(OPS_USAGE, words);
  if (read === 'help') throw new Error('It prints the usage instead');
  const { stage, ...options } = read.options;
  return atStack(stack(), opsCommand(read.words, options));
};

const edgeCommands = printed.filter((line) => /^(?:un)?block-address /.test(line));

test.each(edgeCommands)('`npm run ops -- %s` says that the deployed stage has no edge', async (line) => {
  await expect(run(line.split(' '))).rejects.toThrow(/^Stage local has no edge/);
});

test.each(printed.filter((line) => !edgeCommands.includes(line)))(
  'an operator runs `npm run ops -- %s` on a deployed stage',
  async (line) => {
    if (line.startsWith('test-alarm')) await (await stageAlarm()).subscribe('email', newEmail());
    const email = newEmail();
    if (line.includes('ada@example.com')) await newCustomer(email);
    const filled = await filledIn(line.replace('ada@example.com', email), await namedBy());
    expect(await run(filled.split(' '))).not.toBe('');
  },
);

test('an account is erased with every version of its files', async () => {
  const accountId = await accountIdOf(await newCustomer());
  const { endpoint, bucketName: Bucket } = stack();
  const s3 = new S3Client({ ...localClientSettings(endpoint), forcePathStyle: true });
  const [own, other] = [accountId, newId('usr', Date.now())].map((owner) => `attachments/${owner}/live/att_1`);
  for (const Key of [own, own, other]) await s3.send(new PutObjectCommand({ Bucket, Key, Body: 'a file' }));
  const versionsOf = async (Prefix: string | undefined) =>
    (await s3.send(new ListObjectVersionsCommand({ Bucket, Prefix }))).Versions?.length ?? 0;
  expect([await versionsOf(own), await versionsOf(other)]).toEqual([2, 1]);
  const erase = ['erase-account', accountId, 'request'];
  expect(await run([...erase, '--dry-run'])).toContain('files: 1 deleted');
  await run(['suspend-account', accountId, 'request']);
  expect(await run([...erase, '--force'])).toMatch(/account: 1 deleted\n/);
  expect([await versionsOf(own), await versionsOf(other)]).toEqual([0, 1]);
});

test('the records of the mail domain are those of the deployed identity', async () => {
  expect(await run(['mail-dns'])).toContain('bounce.kyb-service.test MX 10 feedback-smtp.eu-west-1.amazonses.com');
});

test('a dead letter is counted, shown without being taken, and sent again', async () => {
  const deliveryId = newId('whd', Date.now());
  const { endpoint, queues } = stack();
  const sqs = new SQSClient({ ...localClientSettings(endpoint), useQueueUrlAsEndpoint: false });
  const MessageBody = JSON.stringify({ deliveryId });
  await sqs.send(new SendMessageCommand({ QueueUrl: queues['deliveries-dlq'], MessageBody }));
  const count = async () => /^deliveries: (\d+)$/m.exec(await run(['dead-letters']))?.[1];
  const shown = () => run(['show-dead-letters', 'deliveries']);
  expect(await count()).toBe('1');
  for (const _ of [1, 2]) expect(await shown()).toContain(`deliveryId=${deliveryId}`);
  expect(await run(['redrive', 'deliveries'])).toBe('1 dead letters of deliveries were sent again.');
  expect(await shown()).toBe('0 dead letters of deliveries');
  expect(await count()).toBe('0');
});
