import { beforeAll, describe, expect, test } from 'vitest';
import { serviceTable } from '#shared/db/client';
import { readApplicantPage, readEveryApplicant } from '#shared/onboarding/applicants/applicant-pages';
import { listOwnedWidgets } from '#shared/onboarding/widgets/widget-repository';
import { ENVIRONMENTS, type Environment } from '#shared/platform/environments';
import type { Scope } from '#shared/platform/scope';
import { post } from '#shared/wallet/ledger';
import { loadWallet } from '#shared/wallet/wallet';
import { signedInAccount } from '#tests/support/accounts';
import { createApplicantFor, createWidgetFor, openWalletsFor } from '#tests/support/onboarding';

/** More than a block of numbers, so that several counts are summed. */
const APPLICANTS = 70;

const idsOf = (list: readonly { readonly id: string }[] | undefined): string[] => (list ?? []).map(({ id }) => id);

let accountId = '';
/** Every id of each kind, newest first, by its environment. */
const made: { widgets: [string, Environment][]; applicants: [string, Environment][] } = { widgets: [], applicants: [] };

const keyOf = (environment: Environment): Scope => ({ accountId, environments: [environment], via: 'key' });
const session = (): Scope => ({ accountId, environments: ENVIRONMENTS, via: 'session' });

const within = (list: readonly [string, Environment][], { environments }: Scope): string[] =>
  list.filter(([, environment]) => environments.includes(environment)).map(([id]) => id);

beforeAll(async () => {
  const account = await signedInAccount();
  accountId = account.accountId;
  await openWalletsFor(account);
  const table = serviceTable();
  const live = await loadWallet(table, { accountId, environment: 'live' });
  const credit = {
    type: 'credit',
    amountKobo: 50_000_000,
    actionKey: null,
    description: 'Top-up',
    reference: null,
  } as const;
  await table.transact(post(live, [credit], Date.now()).operations);
  for (const environment of ['sandbox', 'live', 'live'] as const) {
    made.widgets.unshift([(await createWidgetFor(account, { environment })).id, environment]);
  }
  for (let index = 0; index < APPLICANTS; index++) {
    const [id = '', environment = 'live'] = made.widgets[index % 3] ?? [];
    made.applicants.unshift([(await createApplicantFor(account, { id })).applicant.id, environment]);
  }
}, 60_000);

describe.each([
  ['a key of the sandbox', () => keyOf('sandbox')],
  ['a live key', () => keyOf('live')],
  ['a session', session],
])('%s', (_, scope) => {
  test('pages through the applicants within its reach, each once, with their exact total', async () => {
    const expected = within(made.applicants, scope());
    const limit = 9;
    for (let page = 1; page <= Math.ceil(expected.length / limit) + 1; page++) {
      const { entries: applicants, total } = await readApplicantPage(serviceTable(), scope(), { page, limit });
      expect(idsOf(applicants)).toStrictEqual(expected.slice((page - 1) * limit, page * limit));
      expect(total).toBe(expected.length);
    }
  });

  test('gets the whole list of them in the same order', async () => {
    expect(idsOf(await readEveryApplicant(serviceTable(), scope()))).toStrictEqual(within(made.applicants, scope()));
  });

  test('pages through the widgets within its reach', async () => {
    const expected = within(made.widgets, scope());
    const pages = await Promise.all(
      [1, 2, 3].map((page) => listOwnedWidgets(serviceTable(), scope(), { page, limit: 1 })),
    );
    expect(pages.flatMap(({ entries }) => idsOf(entries))).toStrictEqual(expected);
    for (const { total } of pages) expect(total).toBe(expected.length);
  });
});
