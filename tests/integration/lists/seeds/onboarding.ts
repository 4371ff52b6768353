import { factsColumn, textsColumn } from '#shared/onboarding/applicants/applicant-columns';
import { MAX_WHOLE_LIST } from '#shared/onboarding/applicants/applicant-pages';
import { tagging } from '#shared/onboarding/applicants/applicant-tags';
import { MAX_FILTERED, MAX_OF_REFERENCE, MAX_SEARCHED } from '#shared/onboarding/applicants/find-applicants';
import { notesOfApplicant } from '#shared/onboarding/notes/keys';
import { newNote } from '#shared/onboarding/notes/note';
import { additionWrites } from '#shared/onboarding/notes/note-repository';
import type { Environment } from '#shared/platform/environments';
import { newId } from '#shared/platform/ids';
import { clearancesOf, clearanceWrites } from '#shared/verification/clearances';
import type { FoundEntry } from '#shared/verification/listed-entry';
import { post } from '#shared/wallet/ledger';
import { loadWallet } from '#shared/wallet/wallet';
import {
  type Growth,
  make,
  newestFirst,
  type Seed,
  type SeededRead,
  type SeedWorld,
} from '#tests/integration/lists/seed';
import { apiKeyFor } from '#tests/support/accounts';
import { settleApplicants } from '#tests/support/applicant-lists';
import { createApplicantFor, createWidgetFor, openWalletsFor } from '#tests/support/onboarding';
import { TEST_VAULT_SECRET } from '#tests/support/vault';

const isEven = (number: number): boolean => number % 2 === 0;

const listWidgets: Seed = async ({ table, account, at }, length) => {
  const made = await make(length, async (number) => {
    const environment = isEven(number) ? 'live' : 'sandbox';
    return (await createWidgetFor(account, { environment, createdAtMs: at(number) }, table)).id;
  });
  const key = await apiKeyFor(account, 'live', { table });
  return {
    named: 'id',
    reads: [
      { ids: newestFirst(made) },
      { as: { name: 'a key of live', headers: key.headers }, ids: newestFirst(made, isEven) },
    ],
  };
};

const wholeList: Growth = { why: 'it is returned whole', most: MAX_WHOLE_LIST, code: 'RESULT_TOO_LARGE' };

/** A read that looks through a column of the account's list, from the newest applicant on. */
const inFacts = (accountId: string): Growth => ({
  why: 'the facts of the applicants are looked through',
  most: MAX_FILTERED,
  code: 'RANGE_TOO_LONG',
  entriesPerItem: factsColumn(accountId).numbersPerItem,
});

const inTexts = (accountId: string): Growth => ({
  why: 'the texts of the applicants are looked through, and their facts',
  most: MAX_SEARCHED,
  code: 'RANGE_TOO_LONG',
  entriesPerItem: textsColumn(accountId).numbersPerItem,
});

const inTags = (accountId: string): Growth => ({
  ...inFacts(accountId),
  why: 'the facts of the applicants are looked through, and the numbers of those with the tag',
});

const ofReference: Growth = {
  why: 'all applicants of the reference are read, by their records',
  most: MAX_OF_REFERENCE,
  code: 'RANGE_TOO_LONG',
};

/** Pays for sessions, and gives the account a widget in each environment. */
const accountWithWidgets = async ({ table, account, at }: SeedWorld, sessions: number) => {
  const { accountId } = account;
  await openWalletsFor(account, table, at(0));
  const widgets: Partial<Record<Environment, string>> = {};
  for (const environment of ['sandbox', 'live'] as const) {
    const wallet = await loadWallet(table, { accountId, environment });
    const amountKobo = sessions * 100_000;
    const credit = { type: 'credit', amountKobo, actionKey: null, description: 'Top-up', reference: null } as const;
    await table.transact(post(wallet, [credit], at(0)).operations);
    widgets[environment] = (await createWidgetFor(account, { environment, createdAtMs: at(0) }, table)).id;
  }
  return widgets as Record<Environment, string>;
};

/** Applicants of alternating environments, or only of `live`. Visitors made every second pair. */
const fillApplicants = async (world: SeedWorld, length: number, environments: readonly Environment[]) => {
  const widgets = await accountWithWidgets(world, length);
  const { table, account, at } = world;
  const isVisitor = (number: number) => number % 4 < 2;
  const made = await make(length, async (number) => {
    const environment = environments[number % environments.length] ?? 'live';
    const requested = {
      subject: { businessName: isVisitor(number) ? `Adire ${number}` : `Kano ${number}` },
      referenceId: `order-${number % 8}`,
      by: isVisitor(number) ? 'applicant' : 'account',
    } as const;
    const { applicant } = await createApplicantFor(account, { id: widgets[environment] }, requested, at(number), table);
    if (isVisitor(number)) {
      const { operations = {} } = tagging({ applicant, number }, ['vip']);
      if (!(await table.transact(operations)).written) throw new Error('The tag was refused');
    }
    return applicant.id;
  });
  await settleApplicants(
    table,
    made.map(({ id }) => id),
  );
  const half = length / 2;
  const facts = inFacts(account.accountId);
  const filters: readonly SeededRead[] = [
    { query: { status: 'created' }, ids: newestFirst(made), grows: facts },
    { query: { createdBy: 'applicant' }, ids: newestFirst(made, isVisitor), grows: facts },
    { query: { tag: 'vip' }, ids: newestFirst(made, isVisitor), grows: inTags(account.accountId) },
    { query: { search: 'adire' }, ids: newestFirst(made, isVisitor), grows: inTexts(account.accountId) },
    { query: { from: world.timeOf(half + 1) }, ids: newestFirst(made, (number) => number > half), grows: facts },
    { query: { to: world.timeOf(half) }, ids: newestFirst(made, (number) => number <= half), grows: facts },
    { query: { referenceId: 'order-3' }, ids: newestFirst(made, (number) => number % 8 === 3), grows: ofReference },
  ];
  return { made, filters, widgets };
};

const listApplicants: Seed = async (world, length) => {
  const { made, filters } = await fillApplicants(world, length, ['live', 'sandbox']);
  const { headers } = await apiKeyFor(world.account, 'live', { table: world.table });
  const deep: Growth = { ...inFacts(world.account.accountId), code: 'RESULT_TOO_LARGE' };
  return {
    named: 'id',
    reads: [
      { ids: newestFirst(made) },
      { query: { environment: 'live' }, ids: newestFirst(made, isEven), grows: deep },
      { as: { name: 'a key of live', headers }, ids: newestFirst(made, isEven), grows: deep },
      ...filters,
    ],
    whole: wholeList,
  };
};

const listWidgetApplicants: Seed = async (world, length) => {
  const { made, filters, widgets } = await fillApplicants(world, length, ['live']);
  return {
    pathParameters: { id: widgets.live },
    named: 'id',
    reads: [{ ids: newestFirst(made) }, { query: { environment: 'live' }, ids: newestFirst(made) }, ...filters],
    whole: wholeList,
  };
};

/** An applicant of `live`. */
const oneApplicant = async (world: SeedWorld): Promise<string> => {
  const widgets = await accountWithWidgets(world, 1);
  const { table, account, at } = world;
  return (await createApplicantFor(account, { id: widgets.live }, {}, at(0), table)).applicant.id;
};

const listNotes: Seed = async (world, length) => {
  const { table, account, at } = world;
  const of = { accountId: account.accountId, applicantId: await oneApplicant(world) };
  const list = notesOfApplicant(of.accountId, of.applicantId);
  const made = await make(Math.min(length / 5, list.most), async (number) => {
    const note = newNote({ text: 'The director calls back.', author: of.accountId, keptAnswer: undefined }, at(number));
    if (!(await table.transact(additionWrites(of, note))).written) throw new Error('The note was refused');
    return note.id;
  });
  const grows: Growth = {
    why: 'a page reads those before it as well',
    most: list.most,
    isCapped: true,
    kept: { list, group: 'notes' },
  };
  return { pathParameters: { id: of.applicantId }, named: 'id', reads: [{ ids: newestFirst(made), grows }] };
};

const listClearances: Seed = async (world, length) => {
  const { table, account, at } = world;
  const of = { accountId: account.accountId, id: await oneApplicant(world) };
  const list = clearancesOf(of);
  const made = await make(Math.min(length / 5, list.most), async (number) => {
    const entry = { entity: `NK-${number}`, list: 'OFAC SDN', name: 'Musa Bello', version: '1' } as FoundEntry;
    const clearing = { entry, verificationReference: newId('ver', at(0)), reason: 'Born later', replaces: undefined };
    const by = account.accountId;
    const { clearance, operations } = clearanceWrites(of, { ...clearing, by }, TEST_VAULT_SECRET, at(number));
    if (!(await table.transact(operations)).written) throw new Error('The clearance was refused');
    return clearance.clearanceId;
  });
  const grows: Growth = { why: 'it is read whole', most: list.most, kept: { list, group: 'clearances' } };
  return { pathParameters: { id: of.id }, named: 'id', reads: [{ ids: newestFirst(made), grows }], whole: grows };
};

/** The lists of widgets and applicants. */
export const onboardingSeeds = {
  'list-widgets': listWidgets,
  'list-applicants': listApplicants,
  'list-widget-applicants': listWidgetApplicants,
  'list-notes': listNotes,
  'list-clearances': listClearances,
};
