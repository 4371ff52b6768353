import { describe, expect, test } from 'vitest';
import { handler } from '#functions/api/kyb/read-applicant';
import { readApplicant } from '#functions/api/kyb/read-applicant.contract';
import { serviceTable } from '#shared/db/client';
import type { Applicant } from '#shared/onboarding/applicants/applicant';
import { applicantTransition } from '#shared/onboarding/applicants/applicant-repository';
import { newId } from '#shared/platform/ids';
import { type SignedInAccount, signedInAccount } from '#tests/support/accounts';
import { endpoint, requestTo } from '#tests/support/call';
import { configWithModules, createApplicantFor, createWidgetFor, openWalletsFor } from '#tests/support/onboarding';
import { securitySuite } from '#tests/support/security-suite';

const read = endpoint(readApplicant, handler);

const newApplicantOf = async (account: SignedInAccount) => {
  await openWalletsFor(account);
  const widget = await createWidgetFor(account, { config: configWithModules('tin_verification', 'business_profile') });
  return createApplicantFor(account, widget, { referenceId: 'customer-4711', subject: { businessName: 'Adire' } });
};

describe('Reading an applicant', () => {
  test('returns it with its modules, in order, and its timeline', async () => {
    const account = await signedInAccount();
    const { applicant } = await newApplicantOf(account);
    const { status, body } = await read(account, { pathParameters: { id: applicant.id } });
    const pending = { status: 'pending', reasonCodes: [], chargeKobo: 0, completedAt: null, evidence: [] };
    expect(status).toBe(200);
    expect(body).toStrictEqual({
      success: true,
      data: {
        id: applicant.id,
        widgetId: applicant.widgetId,
        environment: 'sandbox',
        status: 'created',
        subject: { businessName: 'Adire' },
        referenceId: 'customer-4711',
        riskScore: null,
        decisionReason: null,
        tags: [],
        moduleOrder: ['tin_verification', 'business_profile'],
        totalSpentKobo: 50_000,
        startedAt: null,
        submittedAt: null,
        decidedAt: null,
        createdAt: applicant.createdAt,
        updatedAt: applicant.createdAt,
        modules: [
          { moduleId: 'tin_verification', ...pending },
          { moduleId: 'business_profile', ...pending },
        ],
        timeline: [{ status: 'created', at: applicant.createdAt, by: 'account' }],
        answers: {},
        attachments: {},
        erasedAt: null,
        erasedBy: null,
      },
    });
  });

  test('returns its decision', async () => {
    const account = await signedInAccount();
    const { applicant } = await newApplicantOf(account);
    const table = serviceTable();
    const nowMs = Date.now() + 5_000;
    const at = new Date(nowMs).toISOString();
    const modules: Applicant['modules'] = [
      {
        moduleId: 'tin_verification',
        status: 'failed',
        reasonCodes: ['tin_not_found'],
        chargeKobo: 15_000,
        completedAt: at,
      },
    ];
    await table.write(
      applicantTransition(applicant.id, 'submit', { by: 'applicant', nowMs, set: { submittedAt: at } }),
    );
    await table.write(applicantTransition(applicant.id, 'beginAssessment', { by: 'service', nowMs }));
    await table.write(
      applicantTransition(applicant.id, 'assessedRejected', {
        by: 'service',
        nowMs,
        set: { riskScore: 80, decisionReason: 'score_rejects, tin_not_found', decidedAt: at, modules },
        spentKobo: 15_000,
      }),
    );
    const { body } = await read(account, { pathParameters: { id: applicant.id } });
    expect(body.data).toMatchObject({
      status: 'rejected',
      riskScore: 80,
      decisionReason: 'score_rejects, tin_not_found',
      totalSpentKobo: 65_000,
      submittedAt: at,
      decidedAt: at,
      updatedAt: at,
      modules,
      timeline: [
        { status: 'created', by: 'account' },
        { status: 'submitted', at, by: 'applicant' },
        { status: 'processing', at, by: 'service' },
        { status: 'rejected', at, by: 'service' },
      ],
    });
  });
});

describe('Reading an applicant is refused', () => {
  test.each([newId('app', Date.now()), 'app_1', 'a#b'])('as not found for the id %#', async (id) => {
    const { status, body } = await read(await signedInAccount(), { pathParameters: { id } });
    expect(status).toBe(404);
    expect(body).toStrictEqual({
      success: false,
      status: 'error',
      message: 'Applicant not found.',
      code: 'APPLICANT_NOT_FOUND',
    });
  });
});

const requestOf = (id: string) => requestTo(readApplicant, { pathParameters: { id } });

securitySuite({
  contract: readApplicant,
  handler,
  request: async (account) => requestOf((await newApplicantOf(account)).applicant.id),
  missing: () => requestOf(newId('app', Date.now())),
});
