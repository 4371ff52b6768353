import { describe, expect, test } from 'vitest';
import { handler as listHandler } from '#functions/api/verification/list-verifications';
import { listVerifications } from '#functions/api/verification/list-verifications.contract';
import { handler as readHandler } from '#functions/api/verification/read-verification';
import { readVerification } from '#functions/api/verification/read-verification.contract';
import { handler as meterHandler } from '#functions/api/verification/verify-meter';
import { verifyMeter } from '#functions/api/verification/verify-meter.contract';
import { serviceTable } from '#shared/db/client';
import { directCheckLists } from '#shared/direct-checks/keys';
import { newId } from '#shared/platform/ids';
import { type SignedInAccount, signedInAccount } from '#tests/support/accounts';
import { createAddressFor } from '#tests/support/addresses';
import { endpoint } from '#tests/support/call';
import { securitySuite } from '#tests/support/security-suite';
import { readTestVault } from '#tests/support/vault';
import { waitUntil } from '#tests/support/wait-until';
import { sandboxCaller } from './world.ts';

const read = endpoint(readVerification, readHandler.with({ vault: readTestVault }));
const list = endpoint(listVerifications, listHandler.with({ vault: readTestVault }));
const checkMeter = endpoint(verifyMeter, meterHandler.with({ vault: readTestVault }));

const METER = { meterNumber: '45070012345', provider: 'IKEJA' };

/** Checks a meter, and returns the reference in the response. */
const meterChecked = async (account: SignedInAccount, body: Record<string, unknown> = METER): Promise<string> => {
  const { status, headers } = await checkMeter(account, { body });
  expect(status).toBe(200);
  return String(headers['X-Verification-Reference']);
};

const readOf = async (account: SignedInAccount, reference: string) =>
  (await read(account, { pathParameters: { reference } })).body.data;

const listOf = async (account: SignedInAccount, query: Record<string, string> = {}) =>
  (await list(account, { query })).body;

/** Waits until the index lists this many verifications of an account. */
const listed = ({ accountId }: SignedInAccount, count: number, environment = 'sandbox') =>
  waitUntil(
    async () => {
      const partition = directCheckLists.verificationsOfAccount(accountId, environment);
      return (await serviceTable().query({ index: 'gsi3', partition, limit: 100 })).items.length === count;
    },
    { what: `${count} verifications in the index` },
  );

describe('A verification', () => {
  test('of a direct check is read by the reference in its response, with its evidence', async () => {
    const account = await sandboxCaller();
    const reference = await meterChecked(account);
    const data = await readOf(account, reference);
    expect(data).toStrictEqual({
      verificationReference: reference,
      type: 'utility_bill',
      companyId: null,
      applicantId: null,
      moduleId: 'utility_bill_verification',
      number: '45070012345',
      status: 'passed',
      reasonCodes: [],
      evidence: [
        {
          ...{ source: 'meter', at: data.completedAt, matched: true, differs: [], entries: [] },
          compared: METER,
          answered: { address: '45070012345 Sandbox Street, IKEJA' },
        },
      ],
      chargeKobo: 15_000,
      refundedAt: null,
      environment: 'sandbox',
      createdAt: expect.any(String),
      completedAt: expect.any(String),
    });
  });

  test('has no evidence if no source was asked, and does not match if nothing was found', async () => {
    const account = await sandboxCaller();
    const malformed = await readOf(account, await meterChecked(account, { ...METER, meterNumber: '123' }));
    expect(malformed).toMatchObject({ status: 'failed', reasonCodes: ['meter_malformed'], evidence: [] });
    const unknown = await readOf(account, await meterChecked(account, { ...METER, meterNumber: '00000000000' }));
    expect(unknown).toMatchObject({ status: 'failed', evidence: [{ source: 'meter', matched: false, answered: {} }] });
  });

  test('of a visit is pending until it has ended', async () => {
    const account = await signedInAccount();
    const visit = await createAddressFor(account, { environment: 'live' });
    expect(await readOf(account, visit.reference)).toMatchObject({
      verificationReference: visit.reference,
      type: 'address',
      companyId: visit.companyId,
      status: 'pending',
      evidence: [],
      completedAt: null,
    });
  });

  test('of the other environment, or with an impossible reference, is not found', async () => {
    const account = await sandboxCaller();
    const session = await signedInAccount();
    const reference = await meterChecked(account);
    for (const [caller, wanted] of [
      [session, reference],
      [account, 'ver_01KAJ40C9E1G4J6M8P0R3T5V7X'],
      [account, 'whatever'],
    ] as const) {
      const { status, body } = await read(caller, { pathParameters: { reference: wanted } });
      expect([status, body.code]).toEqual([404, 'VERIFICATION_NOT_FOUND']);
    }
  });
});

describe('The verifications of an account', () => {
  test('are a 400 for a company id that is too long, not an empty list', async () => {
    const { status, body } = await list(await sandboxCaller(), { query: { companyId: 'c'.repeat(101) } });
    expect([status, body.details[0].path]).toEqual([400, 'companyId']);
  });

  test('are listed newest first, with exact totals, and filtered', async () => {
    const account = await sandboxCaller();
    const references = [
      await meterChecked(account),
      await meterChecked(account, { ...METER, meterNumber: '00000000000' }),
      (await createAddressFor(account, { environment: 'sandbox' })).reference,
    ];
    await listed(account, 3);
    const all = await listOf(account);
    expect(all.data.map((one: { verificationReference: string }) => one.verificationReference)).toEqual(
      references.toReversed(),
    );
    expect(all.pagination).toMatchObject({ total: 3 });
    expect(all.data[2]).toEqual(await readOf(account, String(references[0])));
    const totalOf = async (query: Record<string, string>) => (await listOf(account, query)).pagination.total;
    expect(await totalOf({ type: 'utility_bill' })).toBe(2);
    expect(await totalOf({ type: 'address', status: 'pending' })).toBe(1);
    expect(await totalOf({ status: 'failed' })).toBe(1);
    expect(await totalOf({ companyId: 'cmp_01KAJ3V2M8T4K6W0Y5R7P9N1BX' })).toBe(0);
    expect(await totalOf({ to: '2020-01-01' })).toBe(0);
    expect(await totalOf({ from: '2020-01-01', to: all.data[2].createdAt })).toBe(1);
    expect(await totalOf({ from: all.data[0].createdAt })).toBe(1);
    const second = await listOf(account, { page: '2', limit: '1' });
    expect(second.data).toEqual([all.data[1]]);
  });

  test('are only those of one account', async () => {
    const account = await sandboxCaller();
    await meterChecked(account);
    await listed(account, 1);
    expect((await listOf(await sandboxCaller())).data).toEqual([]);
  });

  test('are refused for a filter that does not exist, and for a range that ends before it begins', async () => {
    const account = await sandboxCaller();
    const { status, body } = await list(account, {
      query: { kind: 'x', type: 'y', from: '2026-02-01', to: '2026-01-01' },
    });
    expect(status).toBe(400);
    expect(body.details.map(({ path }: { path: string }) => path)).toEqual(expect.arrayContaining(['kind', 'type']));
  });
});

securitySuite({
  contract: readVerification,
  handler: readHandler.with({ vault: readTestVault }),
  environment: 'live',
  request: async (account) => ({
    pathParameters: { reference: (await createAddressFor(account, { environment: 'live' })).reference },
  }),
  missing: () => ({ pathParameters: { reference: newId('addr', Date.now()) } }),
});

securitySuite({ contract: listVerifications, handler: listHandler, environment: 'live', request: async () => ({}) });
