import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { handler as readHandler } from '#functions/api/verification/read-verification';
import { readVerification } from '#functions/api/verification/read-verification.contract';
import { handler as cacHandler } from '#functions/api/verification/verify-cac';
import { verifyCac } from '#functions/api/verification/verify-cac.contract';
import { handler as jtbHandler } from '#functions/api/verification/verify-jtb-tin';
import { verifyJtbTin } from '#functions/api/verification/verify-jtb-tin.contract';
import { handler as tinHandler } from '#functions/api/verification/verify-tin';
import { verifyTin } from '#functions/api/verification/verify-tin.contract';
import { handler as billHandler } from '#functions/api/verification/verify-utility-bill';
import { verifyUtilityBill } from '#functions/api/verification/verify-utility-bill.contract';
import { type OwnedCompany, ownedCompany } from '#shared/companies/company-repository';
import { companyKeys } from '#shared/companies/keys';
import { serviceTable } from '#shared/db/client';
import { update } from '#shared/db/expressions';
import { fileKeys } from '#shared/files/keys';
import type { Contract } from '#shared/http/contract';
import { type Kit, serviceKit } from '#shared/http/kit';
import { ObjectStoreUnavailable } from '#shared/platform/object-store';
import { found, unavailable } from '#shared/sources/lookup-results';
import type { SourceName } from '#shared/sources/ports';
import { evidenceLists } from '#shared/verification/keys';
import { faultyTable, type TableRequest } from '#tests/faults/faulty-table';
import { addEntries, entry } from '#tests/integration/wallet/support';
import type { SignedInAccount } from '#tests/support/accounts';
import { endpoint } from '#tests/support/call';
import { createCompanyFor } from '#tests/support/companies';
import { memoryFiles } from '#tests/support/memory-files';
import { multipart } from '#tests/support/multipart-request';
import { openWalletsFor } from '#tests/support/onboarding';
import { securitySuite } from '#tests/support/security-suite';
import { sweepOnly } from '#tests/support/swept-files';
import { readTestVault } from '#tests/support/vault';
import { balanceOf, checkEvents, OPENING_KOBO, recordOf, sandboxCaller, sourcesWith } from './world.ts';

const table = serviceTable();

const PDF = Buffer.from('%PDF-1.7\n%%EOF\n');

/** What differs between the four: the endpoint, its fields, its price, and what a passed check shows of a company. */
interface UploadCase {
  readonly contract: Contract;
  readonly handler: typeof tinHandler;
  readonly source: SourceName;
  readonly priceKobo: number;
  readonly event: string;
  readonly moduleId: string;
  readonly fields: (company: OwnedCompany) => Record<string, string>;
  readonly malformed: Record<string, string>;
  readonly malformedReason: string;
  readonly notFoundReason: string;
  readonly facts: object;
  /** The part of those facts that evidence shows. */
  readonly answered: object;
  readonly shown: (company: OwnedCompany, key: string) => object;
}

const UPLOADS: Readonly<Record<string, UploadCase>> = {
  'verify-tin': {
    contract: verifyTin,
    handler: tinHandler,
    source: 'tax',
    priceKobo: 15_000,
    event: 'verification.tin.completed',
    moduleId: 'tin_verification',
    fields: () => ({ tin: '20123456-0001' }),
    malformed: { tin: '2012345678' },
    malformedReason: 'tin_malformed',
    notFoundReason: 'tin_not_found',
    facts: { taxpayerName: 'Adire Market Limited' },
    answered: { taxpayerName: 'Adire Market Limited' },
    shown: () => ({ firsTin: '20123456-0001' }),
  },
  'verify-jtb-tin': {
    contract: verifyJtbTin,
    handler: jtbHandler as typeof tinHandler,
    source: 'tax',
    priceKobo: 15_000,
    event: 'verification.tin.completed',
    moduleId: 'tin_verification',
    fields: () => ({ jtbTin: '2012345678' }),
    malformed: { jtbTin: '20123456-0001' },
    malformedReason: 'tin_malformed',
    notFoundReason: 'tin_not_found',
    facts: { taxpayerName: 'Adire Market Limited' },
    answered: { taxpayerName: 'Adire Market Limited' },
    shown: () => ({ jtbTin: '2012345678' }),
  },
  'verify-cac': {
    contract: verifyCac,
    handler: cacHandler as typeof tinHandler,
    source: 'registry',
    priceKobo: 20_000,
    event: 'verification.cac.completed',
    moduleId: 'cac_verification',
    fields: ({ rcNumber }) => ({ rcNumber }),
    malformed: { rcNumber: 'twelve' },
    malformedReason: 'registration_number_malformed',
    notFoundReason: 'registration_not_found',
    facts: { registrationNumber: 'RC1', businessName: 'Adire Market Limited', businessStatus: 'active' },
    answered: { registrationNumber: 'RC1', businessName: 'Adire Market Limited', businessStatus: 'active' },
    shown: (_, cacCertificateKey) => ({ cacCertificateVerified: true, cacCertificateKey }),
  },
  'verify-utility-bill': {
    contract: verifyUtilityBill,
    handler: billHandler as unknown as typeof tinHandler,
    source: 'meter',
    priceKobo: 15_000,
    event: 'verification.utility_bill.completed',
    moduleId: 'utility_bill_verification',
    fields: () => ({ meterNumber: '45070012345', provider: 'EKO' }),
    malformed: { meterNumber: '12', provider: 'EKO' },
    malformedReason: 'meter_malformed',
    notFoundReason: 'meter_not_found',
    facts: { address: '1 Marina, Lagos' },
    answered: { address: '1 Marina, Lagos' },
    shown: () => ({ utilityBillVerified: true }),
  },
};

type Effects = Parameters<typeof tinHandler.with>[0];

/** One upload of an account with a company, to an in-memory file store. */
const uploading = async (
  { contract, handler, fields }: UploadCase,
  { effects = {}, kit, company: overrides }: { effects?: Effects; kit?: Kit; company?: object } = {},
) => {
  const account = await sandboxCaller();
  const company = await createCompanyFor(account, overrides);
  const files = memoryFiles('verifications');
  const call = endpoint(
    contract,
    handler.with({ vault: readTestVault, verificationUploads: files.store, ...effects }, kit),
  );
  const send = async (
    changed: Record<string, string> = {},
    {
      bytes = PDF,
      filename,
      headers = {},
      by = account,
    }: {
      bytes?: Uint8Array | undefined;
      filename?: string;
      headers?: Record<string, string>;
      by?: SignedInAccount;
    } = {},
  ) => {
    const request = await multipart({ companyId: company.id, ...fields(company), ...changed }, bytes, filename);
    return call(by, { body: request.body, headers: { ...request.headers, ...headers } });
  };
  const nothingHappened = async () => {
    expect(await balanceOf(account)).toBe(OPENING_KOBO);
    expect(await checkEvents(account)).toStrictEqual([]);
    expect([...files.kept.keys()]).toStrictEqual([]);
  };
  return { account, company, files, send, nothingHappened };
};

const readCheck = endpoint(readVerification, readHandler.with({ vault: readTestVault }));

describe.each(Object.entries(UPLOADS))('POST /v1/%s', (name, upload) => {
  const isBill = name === 'verify-utility-bill';

  test("keeps the compared values and the source's response, sealed, only for its account", async () => {
    const respond = async () => found(upload.facts as never);
    const { account, company, send } = await uploading(upload, {
      effects: sourcesWith(upload.source as 'tax', respond),
      company: { companyName: 'Adire Market Limited' },
    });
    const { headers } = await send();
    const reference = String(headers['X-Verification-Reference']);
    const { body } = await readCheck(account, { pathParameters: { reference } });
    const [evidence] = body.data.evidence;
    expect(evidence.answered).toEqual(upload.answered);
    // A tax number of either kind is the same field.
    expect(Object.values(evidence.compared)).toEqual(expect.arrayContaining(Object.values(upload.fields(company))));
    const partition = evidenceLists.evidence(account.accountId, reference);
    const [item] = await table.queryAll({ partition });
    expect(item?.['sealedEvidence']).toMatch(/^v1\./);
    const elsewhere = JSON.stringify([item, await recordOf(account, reference), await checkEvents(account)]);
    const said = Object.values(upload.answered).filter((text) => text.length > 6);
    for (const text of [...said, 'answered']) expect(elsewhere).not.toContain(text);
  });

  test('checks the number, keeps the file and charges once, with the record, the facts and the event', async () => {
    const { account, company, files, send } = await uploading(upload);
    const { status, body } = await send();
    expect(status).toBe(200);
    expect(body.success).toBe(true);
    expect(body.verificationResult.status).toBe(true);
    expect(await balanceOf(account)).toBe(OPENING_KOBO - upload.priceKobo);

    const [event, ...others] = await checkEvents(account);
    expect(others).toStrictEqual([]);
    expect(event).toMatchObject({
      type: upload.event,
      widgetId: null,
      data: { companyId: company.id, moduleId: upload.moduleId, status: 'passed', reasonCodes: [] },
    });
    const reference = String(event?.data['verificationReference']);
    expect(reference).toMatch(/^doc_[0-9A-Z]{26}$/);
    if (!isBill) expect(body.documentInfo.documentId).toBe(reference);

    const key = `${account.accountId}/sandbox/${reference}`;
    expect([...files.kept.values()]).toStrictEqual([{ key, mimeType: 'application/pdf', bytes: PDF }]);
    expect(await table.get(fileKeys.removal(key))).toBeUndefined();
    expect(await recordOf(account, reference)).toMatchObject({
      companyId: company.id,
      status: 'passed',
      chargeKobo: upload.priceKobo,
      document: { documentKey: key, filename: 'scan.pdf', mimeType: 'application/pdf', size: PDF.length },
    });
    expect(await ownedCompany(table, account, company.id)).toMatchObject(upload.shown(company, key));
  });

  test('responds with these keys and no others', async () => {
    const { send } = await uploading(upload);
    const { body } = await send();
    expect(Object.keys(body)).toStrictEqual(['success', isBill ? 'billInfo' : 'documentInfo', 'verificationResult']);
    if (isBill) {
      expect(Object.keys(body.billInfo)).toStrictEqual(['meterNumber', 'provider', 'billDate']);
      expect(Object.keys(body.verificationResult)).toStrictEqual(['status', 'address', 'provider', 'meterNumber']);
    } else {
      expect(Object.keys(body.documentInfo).sort()).toStrictEqual(
        ['documentId', 'filename', 'mimeType', 'number', 'size', 'type', 'uploadedAt'].sort(),
      );
      expect(Object.keys(body.verificationResult)).toStrictEqual(['status', 'number', 'name', 'reasonCodes']);
    }
  });

  test.each(['malformed', 'unknown'])(
    'charges and keeps a number that is %s like any other, because that is a result',
    async (kind) => {
      const effects = kind === 'unknown' ? sourcesWith(upload.source, async () => ({ status: 'not_found' })) : {};
      const { account, company, files, send } = await uploading(upload, { effects });
      const { status, body } = await send(kind === 'malformed' ? upload.malformed : {});
      const reason = kind === 'malformed' ? upload.malformedReason : upload.notFoundReason;
      expect([status, body.verificationResult.status]).toStrictEqual([200, false]);
      if (!isBill) expect(body.verificationResult.reasonCodes).toStrictEqual([reason]);
      expect(await balanceOf(account)).toBe(OPENING_KOBO - upload.priceKobo);
      expect(await checkEvents(account)).toMatchObject([{ data: { status: 'failed', reasonCodes: [reason] } }]);
      expect(files.kept.size).toBe(1);
      const now = await ownedCompany(table, account, company.id);
      expect(now).toStrictEqual({ ...company, updatedAt: now.updatedAt });
    },
  );

  test('while its source is down: 503, nothing is charged, recorded or kept', async () => {
    const { sources } = sourcesWith(upload.source, async () => unavailable('timed_out'));
    const { send, nothingHappened } = await uploading(upload, { effects: { sources } });
    const { status, body } = await send();
    expect([status, body.code]).toStrictEqual([503, 'SOURCE_UNAVAILABLE']);
    await nothingHappened();
  });

  test('while files cannot be kept: 503, nothing is charged or recorded, and the key is free', async () => {
    const { account, files, send, nothingHappened } = await uploading(upload);
    const headers = { 'idempotency-key': randomUUID() };
    files.faults.push(new ObjectStoreUnavailable('503'));
    const { status, body } = await send({}, { headers });
    expect([status, body.code]).toStrictEqual([503, 'SERVICE_UNAVAILABLE']);
    await nothingHappened();
    expect((await send({}, { headers })).status).toBe(200);
    expect(await balanceOf(account)).toBe(OPENING_KOBO - upload.priceKobo);
  });

  test('with an empty wallet: 402, before any source is asked, and nothing is kept', async () => {
    const { calls, sources } = sourcesWith(upload.source, async () => unavailable('unreachable'));
    const { account, files, send } = await uploading(upload, { effects: { sources } });
    await addEntries(account.accountId, 'sandbox', [entry('debit', OPENING_KOBO - upload.priceKobo + 1)]);
    const { status, body } = await send();
    expect([status, body.code]).toStrictEqual([402, 'INSUFFICIENT_BALANCE']);
    expect([calls.length, files.kept.size]).toStrictEqual([0, 0]);
  });

  test('checks and charges once for one idempotency key that is sent four times at once', async () => {
    const { calls, sources } = sourcesWith(upload.source, async () => found(upload.facts as never));
    const { account, files, send } = await uploading(upload, { effects: { sources } });
    const headers = { 'idempotency-key': randomUUID() };
    const responses = await Promise.all(Array.from({ length: 4 }, () => send({}, { headers })));
    const statuses = responses.map(({ status }) => status);
    expect(statuses).toContain(200);
    expect(statuses.filter((status) => status !== 200 && status !== 409)).toStrictEqual([]);
    const again = await send({}, { headers });
    expect(again.body).toStrictEqual(responses.find(({ status }) => status === 200)?.body);
    expect([calls.length, files.kept.size]).toStrictEqual([1, 1]);
    expect(await balanceOf(account)).toBe(OPENING_KOBO - upload.priceKobo);
  });

  test('refuses a company of another account, of the other environment and a missing one in the same way', async () => {
    const { account, send, nothingHappened } = await uploading(upload);
    const others = [
      await createCompanyFor(await sandboxCaller()),
      await createCompanyFor(account, { environment: 'live' }),
      { id: `cmp_${'0'.repeat(26)}` },
      { id: 'not-a-company' },
    ];
    const responses = await Promise.all(others.map(({ id }) => send({ companyId: id })));
    expect(responses.map(({ status, body }) => [status, body.code])).toStrictEqual(
      Array(others.length).fill([404, 'COMPANY_NOT_FOUND']),
    );
    expect(new Set(responses.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    await nothingHappened();
  });

  test('names all missing fields at once', async () => {
    const { account, nothingHappened } = await uploading(upload);
    const call = endpoint(upload.contract, upload.handler.with({ vault: readTestVault }));
    const { body, headers } = await multipart({ x: 'y' }, undefined);
    const response = await call(account, { body, headers });
    expect(response.status).toBe(400);
    const missing = ['companyId', ...Object.keys(upload.malformed), 'file'].sort();
    expect(response.body.details.map(({ path }: { path: string }) => path).sort()).toStrictEqual(missing);
    await nothingHappened();
  });

  test('accepts a file of 4 MB, and none with one byte more', async () => {
    const { send } = await uploading(upload);
    const bytes = (size: number) => Buffer.concat([PDF, Buffer.alloc(size - PDF.length, 'x')]);
    expect((await send({}, { bytes: bytes(4_000_000) })).status).toBe(200);
    const { status, body } = await send({}, { bytes: bytes(4_000_001) });
    expect([status, body.code]).toStrictEqual([413, 'BODY_TOO_LARGE']);
  });

  test('refuses a file that only has the name of a PDF', async () => {
    const { send, nothingHappened } = await uploading(upload);
    const { status, body } = await send({}, { bytes: Buffer.from('<html>%PDF-1.7</html>'), filename: 'bill.pdf' });
    expect([status, body.code]).toStrictEqual([415, 'UNSUPPORTED_FILE_TYPE']);
    await nothingHappened();
  });

  test('does not let a file name choose where the file is stored', async () => {
    const { account, files, send } = await uploading(upload);
    expect((await send({}, { filename: '../../other-account/live/doc\u202efdp.exe' })).status).toBe(200);
    const [key = ''] = files.kept.keys();
    expect(key).toMatch(new RegExp(`^${account.accountId}/sandbox/doc_[0-9A-Z]{26}$`));
  });

  test('counts as a verification upload', async () => {
    const { send } = await uploading(upload);
    expect((await send()).headers).toMatchObject({ 'RateLimit-Limit': '10' });
  });

  securitySuite({
    contract: upload.contract,
    handler: upload.handler.with({ vault: readTestVault, verificationUploads: memoryFiles('verifications').store }),
    environment: 'live',
    request: async (account) => {
      await openWalletsFor(account);
      await addEntries(account.accountId, 'live', [entry('credit', 100_000)]);
      const company = await createCompanyFor(account, { environment: 'live' });
      return multipart({ companyId: company.id, ...upload.fields(company) }, PDF);
    },
    missing: async () =>
      multipart({ companyId: `cmp_${'0'.repeat(26)}`, ...upload.fields({ rcNumber: 'RC1' } as OwnedCompany) }, PDF),
  });
});

describe('A file whose record is refused', () => {
  const upload = UPLOADS['verify-tin'] as UploadCase;

  test('is removed: the company was given up while the source was asked', async () => {
    let company: OwnedCompany | undefined;
    const { sources } = sourcesWith('tax', async () => {
      const key = companyKeys.company(company?.id ?? '');
      await table.write(update(key, { set: { ownerId: 'usr_01KAJ3T6B1N8H5Q7W2E4Z9C3VM' }, when: {} }));
      return found({ taxpayerName: 'Adire Market Limited' } as never);
    });
    const world = await uploading(upload, { effects: { sources } });
    company = world.company;
    const { status, body } = await world.send();
    expect([status, body.code]).toStrictEqual([404, 'COMPANY_NOT_FOUND']);
    await world.nothingHappened();
  });

  test('is removed: the wallet was emptied while the source was asked', async () => {
    let spend = async () => undefined as unknown;
    const { sources } = sourcesWith('tax', async () => {
      await spend();
      return found({ taxpayerName: 'Adire Market Limited' } as never);
    });
    const { account, files, send } = await uploading(upload, { effects: { sources } });
    spend = () => addEntries(account.accountId, 'sandbox', [entry('debit', OPENING_KOBO)]);
    const { status, body } = await send();
    expect([status, body.code]).toStrictEqual([402, 'INSUFFICIENT_BALANCE']);
    expect(files.kept.size).toBe(0);
    expect(await checkEvents(account)).toStrictEqual([]);
  });
});

describe('While the table is down after the file was stored', () => {
  const upload = UPLOADS['verify-tin'] as UploadCase;
  const isTransaction = ({ command }: TableRequest) => command === 'TransactWriteItemsCommand';

  test('nothing is charged or recorded, and the file, which no record names, is removed an hour later', async () => {
    const faulty = faultyTable((request) => (isTransaction(request) ? 'refused' : undefined));
    const kit = { ...serviceKit, table: () => faulty };
    const { account, company, files, send } = await uploading(upload, { kit });
    const { status, body } = await send();
    expect([status, body.code]).toStrictEqual([503, 'SERVICE_UNAVAILABLE']);
    const [key = ''] = files.kept.keys();
    await sweepOnly([key], files.store.remove, { nowMs: Date.now() + 3_660_000 });
    expect(files.kept.size).toBe(0);
    expect(await balanceOf(account)).toBe(OPENING_KOBO);
    expect(await checkEvents(account)).toStrictEqual([]);
    expect((await ownedCompany(table, account, company.id)).firsTin).toBeUndefined();
  });

  test('a transaction whose response is lost is made once, and its file stays', async () => {
    const faulty = faultyTable((request) =>
      isTransaction(request) && request.attempt === 1 ? 'responseLost' : undefined,
    );
    const kit = { ...serviceKit, table: () => faulty };
    const { account, files, send } = await uploading(upload, { kit });
    expect((await send()).status).toBe(200);
    expect(await balanceOf(account)).toBe(OPENING_KOBO - upload.priceKobo);
    expect(await checkEvents(account)).toHaveLength(1);
    await sweepOnly([...files.kept.keys()], files.store.remove, { nowMs: Date.now() + 3_660_000 });
    expect(files.kept.size).toBe(1);
  });
});

describe('A certificate of registration', () => {
  const upload = UPLOADS['verify-cac'] as UploadCase;

  test('of another business than the company is a failed check, whatever its source says about it', async () => {
    const { account, company, send } = await uploading(upload);
    const { status, body } = await send({ rcNumber: 'RC7' });
    expect([status, body.verificationResult.status]).toStrictEqual([200, false]);
    expect(body.verificationResult.reasonCodes).toStrictEqual(['registration_number_mismatch']);
    expect((await send({ rcNumber: 'RC0000001' })).body.verificationResult.reasonCodes).toStrictEqual([
      'registration_not_found',
      'registration_number_mismatch',
    ]);
    expect((await ownedCompany(table, account, company.id)).cacCertificateVerified).toBe(false);
  });

  test('has its source asked before it is compared with the company: a source that is down decides nothing', async () => {
    const { calls, sources } = sourcesWith('registry', async () => unavailable('unreachable'));
    const { send, nothingHappened } = await uploading(upload, { effects: { sources } });
    expect((await send({ rcNumber: 'RC7' })).status).toBe(503);
    expect(calls).not.toHaveLength(0);
    await nothingHappened();
  });

  test('may state the number without its prefix and leading zeros', async () => {
    const { send } = await uploading(upload, { company: { rcNumber: 'RC0012345' } });
    const { body } = await send({ rcNumber: '12345' });
    expect(body.verificationResult.status).toBe(true);
  });
});
