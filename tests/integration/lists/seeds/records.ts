import { auditWrites, readAuditHead } from '#shared/audit/audit-writes';
import { put, update } from '#shared/db/expressions';
import { readReview, reviewDispute } from '#shared/disputes/review-dispute';
import { MOST_BETWEEN } from '#shared/http/filtered-page';
import { keepMail } from '#shared/mails/kept-mail';
import { newId } from '#shared/platform/ids';
import { walletKeys } from '#shared/wallet/keys';
import { post } from '#shared/wallet/ledger';
import { nextEntry, toLedgerItem } from '#shared/wallet/ledger-entry';
import { MAX_FILTERED_ENTRIES } from '#shared/wallet/ledger-pages';
import { settle } from '#shared/wallet/settle';
import { loadWallet } from '#shared/wallet/wallet';
import {
  type Growth,
  halvesOf,
  make,
  newestFirst,
  type Seed,
  type SeededList,
  type SeedWorld,
} from '#tests/integration/lists/seed';
import { createAddressFor } from '#tests/support/addresses';
import { checkAt } from '#tests/support/checks';
import { createCompanyFor } from '#tests/support/companies';
import { createDisputeFor, reportOn } from '#tests/support/disputes';
import { openWalletsFor } from '#tests/support/onboarding';

const isEven = (number: number): boolean => number % 2 === 0;

/** Disputes about two alternating vendors, with every second pair under review. */
const fillDisputes = async ({ table, account }: SeedWorld, length: number) => {
  const owner = { accountId: account.accountId, environment: 'live' } as const;
  const vendors = [
    await createCompanyFor(account, { environment: 'live' }, table),
    await createCompanyFor(account, { environment: 'live' }, table),
  ] as const;
  const isReviewed = (number: number) => number % 4 < 2;
  const made = await make(length, async (number) => {
    const event = await reportOn(vendors[number % 2] ?? vendors[0], {}, Date.now(), table);
    const dispute = await createDisputeFor(owner, event, table);
    if (isReviewed(number)) {
      const review = { status: 'under_review', reviewerId: account.accountId } as const;
      const { operations = {} } = reviewDispute(await readReview(table, dispute, review), review, Date.now());
      if (!(await table.transact(operations)).written) throw new Error('The review was refused');
    }
    return dispute.disputeId;
  });
  const reads: SeededList['reads'] = [
    { ids: newestFirst(made) },
    { query: { status: 'pending' }, ids: newestFirst(made, (number) => !isReviewed(number)) },
  ];
  return { made, vendorId: vendors[0].id, reads };
};

const listDisputes: Seed = async (world, length) => {
  const { made, vendorId, reads } = await fillDisputes(world, length);
  return { named: 'disputeId', reads: [...reads, { query: { vendorId }, ids: newestFirst(made, isEven) }] };
};

const listDisputeCases: Seed = async (world, length) => ({
  named: 'disputeId',
  reads: (await fillDisputes(world, length)).reads,
});

const listAuditEntries: Seed = async ({ table, at, timeOf }, length) => {
  const actor = { kind: 'operator', userName: 'ada' } as const;
  const made = await make(length, async (number) => {
    const change = { actor, action: 'role.changed', target: 'usr_1', before: null, after: { role: 'admin' } } as const;
    const writes = auditWrites(change, await readAuditHead(table), at(number));
    const entry = writes.auditEntry.kind === 'put' ? writes.auditEntry.item : undefined;
    if (!(await table.transact(writes)).written) throw new Error('The entry was refused');
    return String(entry?.['id']);
  });
  return { named: 'id', reads: [{ ids: newestFirst(made) }, ...halvesOf(made, timeOf)] };
};

/** Checks of two alternating modules. Every eighth verification is a visit. */
const listVerifications: Seed = async ({ table, account, at, timeOf }, length) => {
  const owner = { accountId: account.accountId, environment: 'live' } as const;
  const companyId = newId('cmp', at(0));
  const isVisit = (number: number) => number % 8 === 0;
  const made = await make(length, async (number) => {
    if (isVisit(number)) {
      return (await createAddressFor(account, { environment: 'live', companyId, createdAtMs: at(number) }, table))
        .reference;
    }
    const verificationReference = newId('ver', at(number));
    const check = checkAt(owner, at(number), {
      verificationReference,
      ...(isEven(number)
        ? { companyId }
        : { moduleId: 'tin_verification', source: 'tax', status: 'failed', reasonCodes: ['tin_not_found'] }),
    });
    if (!(await table.write(check)).written) throw new Error('The check was refused');
    return verificationReference;
  });
  const grows: Growth = {
    why: 'all verifications between `from` and `to` are read, and filtered in memory',
    most: MOST_BETWEEN,
    code: 'RANGE_TOO_LONG',
  };
  return {
    named: 'verificationReference',
    reads: [
      { ids: newestFirst(made), grows },
      { query: { type: 'tin' }, ids: newestFirst(made, (number) => !isEven(number)), grows },
      { query: { status: 'pending' }, ids: newestFirst(made, isVisit), grows },
      { query: { companyId }, ids: newestFirst(made, isEven), grows },
      ...halvesOf(made, timeOf, grows),
    ],
  };
};

const TOP_UP = { type: 'credit', amountKobo: 1, actionKey: null, description: 'Top-up' } as const;

/** Alternating credits and debits. Every second debit is for the same applicant. */
const listTransactions: Seed = async ({ table, account, at, timeOf }, length) => {
  const owner = { accountId: account.accountId, environment: 'live' } as const;
  await openWalletsFor(account, table, at(0));
  const references = [newId('app', at(0)), newId('app', at(0))] as const;
  const made = await make(length, async (number) => {
    const debit = {
      type: 'debit',
      amountKobo: 1,
      actionKey: 'cac_verification',
      description: 'Check',
      reference: references[number % 4 === 0 ? 0 : 1],
    } as const;
    const credit = { ...TOP_UP, reference: null };
    const posting = post(await loadWallet(table, owner), [isEven(number) ? debit : credit], at(number));
    if (!(await table.transact(posting.operations)).written) throw new Error('The entry was refused');
    return posting.entries[0]?.id ?? '';
  });
  await settle(table, await loadWallet(table, owner), at(length));
  const live = { environment: 'live' };
  const searched = (why: string): Growth => ({ why, most: MAX_FILTERED_ENTRIES, code: 'RANGE_TOO_LONG' });
  return {
    named: 'id',
    reads: [
      { query: live, ids: newestFirst(made) },
      { query: { ...live, type: 'credit' }, ids: newestFirst(made, (number) => !isEven(number)) },
      {
        query: { ...live, actionKey: 'cac_verification' },
        ids: newestFirst(made, isEven),
        grows: {
          ...searched('all entries between `from` and `to` are read, and filtered in memory'),
          lengthen: async (to) => {
            const end = { ...(await loadWallet(to, owner)), entryCount: MAX_FILTERED_ENTRIES };
            const last = nextEntry(end, { ...TOP_UP, reference: null }, Date.now());
            await to.transact({
              entry: put(toLedgerItem(last)),
              wallet: update(walletKeys.wallet(owner.accountId, owner.environment), {
                set: { entryCount: last.sequence, settledCount: last.sequence },
                when: { pk: 'exists' },
              }),
            });
          },
        },
      },
      {
        query: { ...live, reference: references[0] },
        ids: newestFirst(made, (number) => number % 4 === 0),
        grows: searched('all entries of the reference are read'),
      },
      ...halvesOf(made, timeOf).map((read) => ({ ...read, query: { ...live, ...read.query } })),
    ],
  };
};

const listKeptMails: Seed = async ({ table, account, at }, length) => {
  const addresses = ['ada@example.com', 'obi@example.com'] as const;
  const made = await make(length, async (number) => {
    const mail = { to: addresses[number % 2] ?? '', subject: `[Test] ${number}`, text: 'Hello', html: '<p>Hello</p>' };
    await keepMail(table, { ...account, applicantId: newId('app', at(number)) }, mail, at(number));
    return mail.subject;
  });
  return {
    named: 'subject',
    reads: [{ ids: newestFirst(made) }, { query: { to: addresses[0] }, ids: newestFirst(made, isEven) }],
  };
};

/** The lists of records, such as transactions and audit entries. */
export const recordSeeds = {
  'list-disputes': listDisputes,
  'list-dispute-cases': listDisputeCases,
  'list-audit-entries': listAuditEntries,
  'list-verifications': listVerifications,
  'list-transactions': listTransactions,
  'list-sandbox-mails': listKeptMails,
};
