import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { expect, test, vi } from 'vitest';
import { handler as meHandler } from '#functions/api/accounts/read-me';
import { readMe } from '#functions/api/accounts/read-me.contract';
import { handler as applicantsHandler } from '#functions/api/kyb/list-applicants';
import { listApplicants } from '#functions/api/kyb/list-applicants.contract';
import { UserError } from '#scripts/local-cloud/user-error';
import type { OpsEffects } from '#scripts/ops/command';
import { makeReadSegment } from '#scripts/ops/scan';
import { FAMILY_DATA, familyOfItem } from '#scripts/privacy/stored-data';
import { serviceTable } from '#shared/db/client';
import type { Item } from '#shared/db/expressions';
import { awsClientSettings } from '#shared/platform/aws';
import { FILE_PREFIXES } from '#shared/platform/capabilities';
import { env } from '#shared/platform/env';
import { walletKeys } from '#shared/wallet/keys';
import { post } from '#shared/wallet/ledger';
import { settle } from '#shared/wallet/settle';
import { fromWalletItem, loadWallet, unsettledEntries } from '#shared/wallet/wallet';
import { changeSettings } from '#shared/wallet/wallet-settings';
import { makeWorld } from '#tests/integration/accounts/world';
import { accountWithWallets, addEntries, entry, expectSoundLedger } from '#tests/integration/wallet/support';
import { endpoint } from '#tests/support/call';
import { operatorOn } from '#tests/support/operator';
import { temporaryFolder } from '#tests/support/temporary-folder';
import { readTestVault, signingSecretOf } from '#tests/support/vault';
import { livedAccount } from './account-world.ts';
import { foundIn, newWords, type Words } from './words.ts';
import { everyItem } from './world.ts';

await vi.hoisted(async () => (await import('#tests/support/own-table')).useOwnTable());

const me = endpoint(readMe, meHandler);
const applicants = endpoint(listApplicants, applicantsHandler);

const noFiles: OpsEffects['files'] = { list: async function* () {}, remove: async () => {} };

type Known = Pick<Words, 'made'>;
type Lived = Awaited<ReturnType<typeof livedAccount>>;

const inItems = (items: readonly Item[], words: Known): readonly string[] =>
  items.flatMap((item) => foundIn(item, words).map((what) => `${item.pk} ${item.sk} has ${what}`));

/** An operator on a table, and the scan of the service's table. */
const operatorWithScan = (table = serviceTable()) => {
  const documents = DynamoDBDocumentClient.from(new DynamoDBClient(awsClientSettings));
  return { ...operatorOn(table), readSegment: makeReadSegment(documents, env('TABLE_NAME')) };
};

/** An operator whose clock and files are the test's. */
const operator = ({ world: { files } }: Pick<Lived, 'world'>) => {
  const { run, audited, readSegment } = operatorWithScan();
  const time = { lateMs: 0 };
  const over: Partial<OpsEffects> = {
    readSegment,
    clock: () => Date.now() + time.lateMs,
    vault: readTestVault,
    files: {
      list: async function* (prefix) {
        for (const [key, { bytes }] of files.kept) {
          if (`attachments/${key}`.startsWith(prefix)) yield { key: `attachments/${key}`, sizeBytes: bytes.length };
        }
      },
      remove: async (prefix) => {
        for (const key of files.kept.keys()) if (`attachments/${key}`.startsWith(prefix)) files.kept.delete(key);
      },
    },
  };
  return {
    time,
    audited,
    run: (words: readonly string[], force = false, more: Partial<OpsEffects> = {}) =>
      run(words, force ? { force } : {}, { ...over, ...more }),
    dryRun: (words: readonly string[]) => run(words, { 'dry-run': true, force: true }, over),
  };
};

/** Whether an item expires when the table of personal data says so; the heads and counts of lists need not. */
const expiresAsStated = (item: Item): boolean => {
  if (/^(COUNT|HEAD)/.test(item.sk)) return true;
  const { end, someExpireAfterHours = 0 } = FAMILY_DATA[familyOfItem(item)];
  const isBound = typeof end === 'object' && 'hours' in end;
  const expiresAtSeconds = item['expiresAtSeconds'];
  if (typeof expiresAtSeconds !== 'number') return !isBound;
  if (typeof end === 'object' && 'setting' in end) return true;
  const inHours = (expiresAtSeconds * 1000 - Date.now()) / 3_600_000;
  return inHours <= (isBound ? end.hours : someExpireAfterHours) + 0.1;
};

/** Every item that concerns an account, as it is stored. */
const itemsOf = async (accountId: string) =>
  (await everyItem()).filter((item) => JSON.stringify(item).includes(accountId));

const shownOf = (items: readonly Item[]) => items.map((item) => JSON.stringify(item)).sort();

test('an account is exported, refused while money or work is under way, erased, and found nowhere', {
  timeout: 240_000,
}, async () => {
  const logged: string[] = [];
  const other = await livedAccount();
  const lived = await livedAccount((line) => logged.push(line));
  const { accountId, known, email, password, profile, keys, cookies, accounts, account, world } = lived;
  const { run, dryRun, audited, time } = operator(lived);
  const before = await everyItem();
  const missing = [...known.made.keys()].filter(
    (what) => ![...before, ...world.files.kept.values()].some((one) => foundIn(one, known).includes(what)),
  );
  // Evidence is sealed; anything else must be findable to be found missing.
  expect(missing.filter((what) => !what.includes('compared name'))).toEqual([]);

  // What is stored expires when the table of personal data says so.
  expect(before.filter((item) => !expiresAsStated(item)).map(({ pk, sk }) => `${pk} ${sk}`)).toEqual([]);

  const path = join(temporaryFolder('export'), 'account.json');
  const exportReport = await run(['export-account', accountId, path]);
  expect(exportReport).toMatch(/chatMessages: 2/);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  const text = readFileSync(path, 'utf8');
  const exported = JSON.parse(text);
  expect(exported.files).toHaveLength(world.files.kept.size);
  // Contents of files, what receivers answered, and earlier answers that only responses for repeated requests hold.
  const unseen = ['bytes', 'receiver', 'filter of an export', 'first: '];
  const shown = foundIn(exported, known);
  expect(
    [...known.made.keys()].filter((what) => !shown.includes(what) && !unseen.some((one) => what.includes(one))),
  ).toEqual([]);
  const secrets = [
    ...keys.map(({ secretKey }) => secretKey),
    cookies['token'],
    cookies['refreshToken'],
    password,
    signingSecretOf(world.widget),
  ];
  expect(secrets.filter((secret) => secret === undefined || text.includes(secret))).toEqual([]);
  expect(text).not.toMatch(/\$scrypt|"\w*(sealed|hash)\w*":/i);
  expect(text).not.toContain(other.accountId);
  await expect(run(['export-account', accountId, path])).rejects.toThrow('EEXIST');

  const erase = ['erase-account', accountId, 'request 7'];
  await expect(run(erase)).rejects.toThrow('it is not suspended');
  await run(['suspend-account', accountId, 'request 7']);
  await expect(run(erase)).rejects.toThrow(/live wallet holds \d+ kobo, and 2 of its paid visits are under way\.$/);
  expect(await dryRun(erase)).toMatch(/ {2}chatMessages: 2 deleted\n[\s\S]* {2}watch: 2 ended\n/);
  expect(await audited(accountId)).toHaveLength(2);

  const others = shownOf(await itemsOf(other.accountId));
  const wallets = await Promise.all(
    ['sandbox', 'live'].map((one) => serviceTable().get(walletKeys.wallet(accountId, one))),
  );
  // It dies half-way, more than once.
  for (const limit of [5, 60]) {
    let writes = 0;
    const table = serviceTable();
    const dying = {
      ...table,
      write: async (operation: Parameters<typeof table.write>[0]) => {
        if (++writes > limit) throw new Error('The operator went home');
        return table.write(operation);
      },
    };
    await expect(run(erase, true, { table: dying })).rejects.toThrow('The operator went home');
  }
  expect(await run(erase, true)).toMatch(/Run the command again after/);
  await world.sweep();
  await world.sweep(11 * 60_000);
  expect(await run(erase, true)).toMatch(/Run the command again after/);
  time.lateMs = 11 * 60_000;
  expect(await run(erase, true)).toBe(`${accountId} is erased. Nothing more is stored of it.`);

  const after = await everyItem();
  expect(inItems(after, known)).toEqual([]);
  expect([...world.files.kept.values()].flatMap((file) => foundIn(file, known))).toEqual([]);
  expect(world.files.kept.size).toBe(0);
  const left = (await itemsOf(accountId)).map(familyOfItem);
  const deleted = left.filter((family) =>
    ['deleted', 'emptied', 'ended'].includes(FAMILY_DATA[family].onAccountErasure),
  );
  expect(deleted.filter((family) => family !== 'directCheck')).toEqual([]);
  expect(shownOf(await itemsOf(other.accountId))).toEqual(others);
  expect(
    await Promise.all(['sandbox', 'live'].map((one) => serviceTable().get(walletKeys.wallet(accountId, one)))),
  ).toEqual(wallets);
  const entries = await audited(accountId);
  expect(entries.filter(({ action }) => action === 'account.erased')).toMatchObject([
    { after: { reason: 'request 7' } },
  ]);
  expect(foundIn(entries, known)).toEqual([]);
  expect(foundIn(logged, known)).toEqual([]);

  // Nobody enters any more, and the address is free.
  await expect(run(['resume-account', accountId])).rejects.toThrow('stays suspended');
  expect([
    (await me(account)).status,
    (await applicants({ headers: { authorization: String(keys[0]?.headers.authorization) } })).status,
  ]).toEqual([401, 401]);
  expect((await accounts.logIn({ email, password })).status).toBe(401);
  const again = await accounts.signUp({ email, password, ...profile });
  expect(again.status).toBe(201);
  await accounts.verifyEmail({ email, code: accounts.codeTo(email) });
  const anew = await accounts.logIn({ email, password });
  expect(anew.status).toBe(200);
  expect(again.body.data.userId).not.toBe(accountId);
  await expect(run(['erase-account', 'usr_nobody', 'x'])).rejects.toThrow(UserError);
  expect(FILE_PREFIXES).toHaveLength(4);
});

test('an export lacks no transaction, although entries are posted and settled between its reads', async () => {
  const { accountId } = await accountWithWallets();
  const place = { accountId, environment: 'sandbox' } as const;
  const table = serviceTable();
  const { pk } = walletKeys.wallet(accountId, 'sandbox');
  /** Settles what is unsettled, and posts another entry. */
  const moveOn = async (): Promise<void> => {
    await settle(table, await loadWallet(table, place), Date.now());
    await addEntries(accountId, 'sandbox', [entry('debit', 1)]);
  };
  const moving = <Given extends unknown[], Result>(read: (...given: Given) => Promise<Result>) => {
    return async (...given: Given): Promise<Result> => {
      const result = await read(...given);
      await moveOn();
      return result;
    };
  };
  const { run, readSegment } = operatorWithScan(table);
  const path = join(temporaryFolder('export'), 'moving.json');
  await moveOn();
  await run(
    ['export-account', accountId, path],
    {},
    {
      files: noFiles,
      vault: readTestVault,
      table: { ...table, get: moving(table.get), query: moving(table.query) },
      // The wallet comes with a later page than the entries before it, as in a long ledger.
      readSegment: async ({ after, ...request }) => {
        if (after) await moveOn();
        const { items, ...page } = await readSegment(request);
        const place = items.findIndex((item) => item.pk === pk && item.sk === 'WALLET');
        if (place < 0) return { ...page, items };
        return after
          ? { ...page, items: items.slice(place) }
          : { ...page, items: items.slice(0, place), next: { place } };
      },
    },
  );
  const { items } = JSON.parse(readFileSync(path, 'utf8')) as { readonly items: readonly Item[] };
  const ofWallet = items.filter(({ environment, family }) => family === 'wallet' && environment === 'sandbox');
  const [wallet, ...others] = ofWallet.filter(({ unsettled }) => unsettled !== undefined);
  expect(others).toEqual([]);
  const numbers = [
    ...ofWallet.flatMap(({ sequence }) => (sequence === undefined ? [] : Number(sequence))),
    ...(wallet ? unsettledEntries(fromWalletItem(wallet)).map(({ sequence }) => sequence) : []),
  ];
  const newest = Math.max(...numbers);
  expect([...new Set(numbers)].sort((one, other) => one - other)).toEqual(
    Array.from({ length: newest }, (_, index) => index + 1),
  );
  expect(newest).toBeGreaterThan(2);
});

test('a ledger that is settled at any point of an erasure is kept whole, and nothing else is', async () => {
  const accounts = makeWorld();
  const owner = newWords();
  const email = `${owner.word('email')}@example.com`;
  const signedUp = await accounts.signUp({ email, password: 'four plain words here', firstName: owner.word('name') });
  await accounts.verifyEmail({ email, code: accounts.codeTo(email) });
  const place = { accountId: String(signedUp.body.data.userId), environment: 'sandbox' } as const;
  const { accountId } = place;
  const table = serviceTable();
  const lowBalanceThresholdKobo = (await loadWallet(table, place)).balanceKobo;
  await table.write(changeSettings(await loadWallet(table, place), { lowBalanceThresholdKobo }, Date.now()).operation);
  let settled = 0;
  /** Charges and refunds a kobo, so that the threshold is crossed, and settles both. */
  const settleMore = async (): Promise<void> => {
    const entries = [entry('debit', 1), entry('credit', 1)];
    await table.transact(post(await loadWallet(table, place), entries, Date.now()).operations);
    await settle(table, await loadWallet(table, place), Date.now());
    settled++;
  };
  const overtaken = {
    ...table,
    write: async (operation: Parameters<typeof table.write>[0]) => {
      await settleMore();
      const result = await table.write(operation);
      await settleMore();
      return result;
    },
    transact: async (operations: Parameters<typeof table.transact>[0]) => {
      await settleMore();
      const result = await table.transact(operations);
      await settleMore();
      return result;
    },
  } as typeof table;
  const time = { lateMs: 0 };
  const { run, readSegment } = operatorWithScan(table);
  const effects = { readSegment, clock: () => Date.now() + time.lateMs };
  await run(['suspend-account', accountId, 'request 8'], {}, effects);
  const erase = (more: Partial<OpsEffects> = {}) =>
    run(['erase-account', accountId, 'request 8'], {}, { ...effects, files: noFiles, ...more });
  await settleMore();
  expect(await erase({ table: overtaken })).toMatch(/Run the command again after/);
  expect(settled).toBeGreaterThan(8);
  time.lateMs = 11 * 60_000;
  expect(await erase()).toMatch(/outbox: \d+ deleted\n[\s\S]*Run the command again after/);
  expect(await erase()).toMatch(/Nothing more is stored of it\.$/);
  expect(await expectSoundLedger(accountId, 'sandbox')).toHaveLength(1 + 2 * settled);
  const left = await itemsOf(accountId);
  expect(new Set(left.map(familyOfItem))).toEqual(new Set(['accountAccess', 'audit', 'wallet']));
  expect(inItems(left, owner)).toEqual([]);
});
