import { describe, expect, test } from 'vitest';
import { handler as readHandler } from '#functions/api/companies/read-company';
import { readCompany } from '#functions/api/companies/read-company.contract';
import { handler as cacHandler } from '#functions/api/verification/verify-cac';
import { verifyCac } from '#functions/api/verification/verify-cac.contract';
import { handler as jtbHandler } from '#functions/api/verification/verify-jtb-tin';
import { verifyJtbTin } from '#functions/api/verification/verify-jtb-tin.contract';
import { handler as tinHandler } from '#functions/api/verification/verify-tin';
import { verifyTin } from '#functions/api/verification/verify-tin.contract';
import { handler as billHandler } from '#functions/api/verification/verify-utility-bill';
import { verifyUtilityBill } from '#functions/api/verification/verify-utility-bill.contract';
import { companyKeys } from '#shared/companies/keys';
import { svcMark } from '#shared/companies/svc-mark';
import { findCompany, releaseWrites } from '#shared/companies/transfer';
import { serviceTable } from '#shared/db/client';
import { update } from '#shared/db/expressions';
import { newId } from '#shared/platform/ids';
import {
  addressAccount,
  callBack,
  complete,
  eventsOf,
  money,
  submitted,
  worker,
} from '#tests/integration/addresses/world';
import type { SignedInAccount } from '#tests/support/accounts';
import { endpoint } from '#tests/support/call';
import { memoryFiles } from '#tests/support/memory-files';
import { multipart } from '#tests/support/multipart-request';
import { readTestVault } from '#tests/support/vault';

const PDF = Buffer.from('%PDF-1.7\n%%EOF\n');

const table = serviceTable();

type World = Awaited<ReturnType<typeof company>>;

/** A company of the sandbox without a check, and the calls of its owner. */
const company = async () => {
  const account = await addressAccount();
  const { companyId } = account;
  const caller = account.caller as SignedInAccount;
  const effects = { vault: readTestVault, verificationUploads: memoryFiles('verifications').store };
  const calls = {
    cac: endpoint(verifyCac, cacHandler.with(effects)),
    tin: endpoint(verifyTin, tinHandler.with(effects)),
    jtbTin: endpoint(verifyJtbTin, jtbHandler.with(effects)),
    bill: endpoint(verifyUtilityBill, billHandler.with(effects)),
  } as const;
  const upload = async (name: keyof typeof calls, fields: Record<string, string>): Promise<boolean> => {
    const { body, headers } = await multipart({ companyId, ...fields }, PDF);
    return (await calls[name](caller, { body, headers })).body.verificationResult.status;
  };
  const visit = async (street: string): Promise<boolean> => {
    const { body } = await complete(account, await submitted(account, { street }));
    return body.entity.data.result === 'verified';
  };
  const record = async () =>
    (
      await endpoint(readCompany, readHandler.with({ verificationDownloads: async (key) => `https://files/${key}` }))(
        caller,
        { query: { companyId } },
      )
    ).body.data.company;
  const rcNumber = (await findCompany(table, companyId))?.rcNumber ?? '';
  return { account, companyId, rcNumber, upload, visit, record, mark: async () => (await record()).svc_tools.svc_mark };
};

/** The five direct checks: the points of each, a passing input and a failing one. */
const CHECKS: readonly (readonly [
  name: string,
  points: number,
  pass: (of: World) => Promise<boolean>,
  fail: (of: World) => Promise<boolean>,
])[] = [
  [
    'CAC',
    30,
    ({ upload, rcNumber }) => upload('cac', { rcNumber }),
    ({ upload }) => upload('cac', { rcNumber: 'RC0000001' }),
  ],
  [
    'TIN',
    25,
    ({ upload }) => upload('tin', { tin: '20123456-0001' }),
    ({ upload }) => upload('tin', { tin: '00000000-0001' }),
  ],
  [
    'JTB TIN',
    15,
    ({ upload }) => upload('jtbTin', { jtbTin: '2012345678' }),
    ({ upload }) => upload('jtbTin', { jtbTin: '20123456-0001' }),
  ],
  [
    'bill',
    15,
    ({ upload }) => upload('bill', { meterNumber: '45070012345', provider: 'EKO' }),
    ({ upload }) => upload('bill', { meterNumber: '00000000000', provider: 'EKO' }),
  ],
  ['visit', 15, ({ visit }) => visit('12 Broad Street'), ({ visit }) => visit('FAIL street')],
];

describe('svc_mark', () => {
  test('rises with each direct check that passes, to 100 once all five have', async () => {
    const made = await company();
    let mark = 0;
    expect(await made.mark()).toBe(0);
    for (const [name, points, pass] of CHECKS) {
      expect([name, await pass(made)]).toStrictEqual([name, true]);
      mark += points;
      expect([name, await made.mark()]).toStrictEqual([name, mark]);
    }
    expect(mark).toBe(100);
    expect(await made.record()).toMatchObject({
      tax: { firsTin: '20123456-0001', jtbtin: '2012345678', firsttin_pending: false },
      svc_tools: { svc_mark: 100, cacert_verified: true },
      documents: { cacCertificateUrl: expect.stringMatching(/^https:/) },
    });
  });

  test.each(CHECKS)(
    'does not change with a failed check (%s), or with one that has passed before',
    async (...check) => {
      const [, points, pass, fail] = check;
      const made = await company();
      expect(await fail(made)).toBe(false);
      expect(await made.mark()).toBe(0);
      expect(await pass(made)).toBe(true);
      expect(await fail(made)).toBe(false);
      expect(await pass(made)).toBe(true);
      expect(await made.mark()).toBe(points);
    },
  );

  test('rises with a visit that completes by itself, and with one that its source reports', async () => {
    const made = await company();
    const { step, next } = worker();
    await step(await submitted(made.account));
    expect(await made.mark()).toBe(0);
    await next();
    expect(await made.mark()).toBe(15);

    const live = await addressAccount('live');
    const report = { reference: await submitted(live), status: 'completed', result: 'verified' };
    expect((await callBack(report)).status).toBe(200);
    expect((await findCompany(table, live.companyId))?.addressVerified).toBe(true);
  });

  test('does not change with a visit that was not possible', async () => {
    const made = await company();
    expect(await made.visit('UNREACHABLE creek')).toBe(false);
    expect(await made.mark()).toBe(0);
  });
});

describe('A visit to a company that is given up in the meantime', () => {
  test.each(['given up', 'given up and claimed by another'])(
    '%s ends as usual, and none of it is shown',
    async (what) => {
      const { account, companyId } = await company();
      const reference = await submitted(account);
      const found = (await findCompany(table, companyId)) ?? expect.unreachable();
      const { accountId } = account;
      await table.transact(releaseWrites({ ...found, ownerId: accountId }, Date.now()));
      if (what !== 'given up') {
        const { pk, sk } = companyKeys.company(companyId);
        await table.write(update({ pk, sk }, { set: { ownerId: newId('usr', Date.now()) }, when: { pk: 'exists' } }));
      }

      const { status, body } = await complete(account, reference);
      expect([status, body.entity.status, body.entity.data.result]).toStrictEqual([200, 'completed', 'verified']);
      expect(await eventsOf(account, 'verification.address.completed')).toHaveLength(1);
      expect(await money(account)).toMatchObject({ entries: ['debit'] });
      expect(await findCompany(table, companyId)).toMatchObject({ addressVerified: false });
    },
  );

  test('loses what its own checks had shown: the next owner starts without them', async () => {
    const made = await company();
    for (const [, , pass] of CHECKS) await pass(made);
    const found = (await findCompany(table, made.companyId)) ?? expect.unreachable();
    await table.transact(releaseWrites({ ...found, ownerId: made.account.accountId }, Date.now()));
    const left = (await findCompany(table, made.companyId)) ?? expect.unreachable();
    // What the tax authority says stays.
    expect(svcMark(left)).toBe(40);
  });
});
