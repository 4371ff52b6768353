import { describe, expect, test } from 'vitest';
import { handler } from '#functions/api/kyb/read-applicant-report';
import { readApplicantReport } from '#functions/api/kyb/read-applicant-report.contract';
import { serviceTable } from '#shared/db/client';
import { update } from '#shared/db/expressions';
import { applicantKeys } from '#shared/onboarding/applicants/keys';
import { attachmentAttributes, toEmbedSessionItem } from '#shared/onboarding/sessions/embed-session';
import { findEmbedSession } from '#shared/onboarding/sessions/embed-session-repository';
import { embedSessionKeys } from '#shared/onboarding/sessions/keys';
import { newId } from '#shared/platform/ids';
import { type SignedInAccount, signedInAccount } from '#tests/support/accounts';
import { endpoint, requestTo } from '#tests/support/call';
import { configWithModules, createApplicantFor, createWidgetFor, openWalletsFor } from '#tests/support/onboarding';
import { pdfPages } from '#tests/support/pdf-text';
import { aFile, largestApplicant } from '#tests/support/reported-applicants';
import { securitySuite } from '#tests/support/security-suite';

const read = endpoint(readApplicantReport, handler);

const newApplicantOf = async (account: SignedInAccount) => {
  await openWalletsFor(account);
  const widget = await createWidgetFor(account, { config: configWithModules('tin_verification', 'document_upload') });
  return createApplicantFor(account, widget, { referenceId: 'customer-4711', subject: { businessName: 'Adíre' } });
};

const pdfOf = async (account: SignedInAccount, id: string) => {
  const { status, body, headers } = await read(account, {
    pathParameters: { id },
    headers: { accept: 'application/pdf' },
  });
  return { status, headers, bytes: Buffer.from(String(body), 'base64') };
};

describe('The report on an applicant', () => {
  test('has the stored data of the applicant and of its session', async () => {
    const account = await signedInAccount();
    const { applicant, session } = await newApplicantOf(account);
    const file = aFile();
    const set = {
      'answer.document_upload.documentType': 'licence',
      ...attachmentAttributes('document_upload', file),
    };
    await serviceTable().write(update(embedSessionKeys.embedSession(session.id), { set, when: {} }));
    const { status, body } = await read(account, { pathParameters: { id: applicant.id } });
    expect(status).toBe(200);
    const pending = { status: 'pending', reasons: [], chargeKobo: 0, completedAt: null, evidence: [] };
    expect(body).toStrictEqual({
      success: true,
      data: {
        madeAt: expect.stringMatching(/^\d{4}-.*Z$/),
        environment: 'sandbox',
        accountId: account.accountId,
        applicantId: applicant.id,
        widgetId: applicant.widgetId,
        referenceId: 'customer-4711',
        submissionReference: null,
        createdBy: 'account',
        status: 'created',
        createdAt: applicant.createdAt,
        startedAt: null,
        submittedAt: null,
        decidedAt: null,
        erasedAt: null,
        business: { registeredName: null, subject: { businessName: 'Adíre' } },
        decision: null,
        modules: [
          { moduleId: 'tin_verification', title: 'Tax identification number', answers: [], result: pending, files: [] },
          {
            moduleId: 'document_upload',
            title: 'Further documents',
            answers: [{ name: 'documentType', label: 'Type of document', value: 'licence', valueLabel: 'Licence' }],
            result: pending,
            files: [file],
          },
        ],
        timeline: [{ status: 'created', at: applicant.createdAt, by: 'account' }],
        charges: { totalKobo: 50_000, modules: [], otherKobo: 50_000 },
      },
    });
  });

  test('is a PDF for callers that prefer one, marked if it is of the sandbox', async () => {
    const account = await signedInAccount();
    const { applicant } = await newApplicantOf(account);
    const { status, headers, bytes } = await pdfOf(account, applicant.id);
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'Content-Type': 'application/pdf',
      'Content-Disposition': `inline; filename="applicant-report-${applicant.id}.pdf"`,
      'Cache-Control': 'no-store',
    });
    const text = (await pdfPages(bytes)).join('\n');
    for (const part of ['Adíre', applicant.id, account.accountId, 'Sandbox', 'customer-4711']) {
      expect(text).toContain(part);
    }
  });

  test('of the largest applicant that can be stored is read as JSON and as PDF', async () => {
    const account = await signedInAccount();
    const { applicant, session } = await newApplicantOf(account);
    const largest = largestApplicant('sandbox');
    const stored = await findEmbedSession(serviceTable(), session.id);
    if (!stored) throw new Error('The session is stored');
    const { pk: _, sk: __, ...set } = toEmbedSessionItem({ ...stored, ...largest.session });
    await serviceTable().write(update(embedSessionKeys.embedSession(session.id), { set, when: {} }));
    const { modules, timeline, moduleOrder, subject } = largest.applicant;
    const changes = { modules, timeline, moduleOrder, subject };
    await serviceTable().write(update(applicantKeys.applicant(applicant.id), { set: changes, when: {} }));
    const { status, body } = await read(account, { pathParameters: { id: applicant.id } });
    expect([status, body.data.modules.length, body.data.timeline.length]).toStrictEqual([200, 19, 200]);
    const files = body.data.modules.flatMap(({ files: of }: { files: { id: string }[] }) => of);
    expect(files).toHaveLength(200);
    const text = (await pdfPages((await pdfOf(account, applicant.id)).bytes)).join('').replaceAll(/\s/g, '');
    for (const { id } of files) expect(text).toContain(id);
  });
});

describe('The report is refused', () => {
  test.each([newId('app', Date.now()), 'app_1', 'a#b'])('as not found for the id %#, as JSON', async (id) => {
    for (const accept of ['application/json', 'application/pdf']) {
      const { status, body, headers } = await read(await signedInAccount(), {
        pathParameters: { id },
        headers: { accept },
      });
      expect([status, body.code, headers['Content-Type']]).toStrictEqual([
        404,
        'APPLICANT_NOT_FOUND',
        'application/json',
      ]);
    }
  });
});

const requestOf = (id: string) => requestTo(readApplicantReport, { pathParameters: { id } });

securitySuite({
  contract: readApplicantReport,
  handler,
  request: async (account) => requestOf((await newApplicantOf(account)).applicant.id),
  missing: () => requestOf(newId('app', Date.now())),
});
