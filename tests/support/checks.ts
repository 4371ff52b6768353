import type { WriteOperation } from '#shared/db/expressions';
import { type CheckRecord, recordCheck } from '#shared/direct-checks/check-record';
import { isoTime } from '#shared/platform/clock';
import { newId } from '#shared/platform/ids';
import type { AccountEnvironment } from '#shared/platform/scope';

/** The write that records a passed check of a company's registration, without a company or an applicant. */
export const checkAt = (
  { accountId, environment }: AccountEnvironment,
  completedAtMs: number,
  different: Partial<CheckRecord> = {},
): WriteOperation =>
  recordCheck({
    accountId,
    environment,
    verificationReference: newId('ver', completedAtMs),
    companyId: null,
    applicantId: null,
    moduleId: 'cac_verification',
    source: 'registry',
    number: 'RC1234567',
    status: 'passed',
    reasonCodes: [],
    document: null,
    chargeKobo: 20_000,
    completedAt: isoTime(completedAtMs),
    ...different,
  });
