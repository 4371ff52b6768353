import { describe, expect, test, vi } from 'vitest';
import { handler as addHandler } from '#functions/api/companies/add-company';
import { addCompany } from '#functions/api/companies/add-company.contract';
import { handler as cacHandler } from '#functions/api/verification/verify-cac';
import { verifyCac } from '#functions/api/verification/verify-cac.contract';
import { handler as jtbHandler } from '#functions/api/verification/verify-jtb-tin';
import { verifyJtbTin } from '#functions/api/verification/verify-jtb-tin.contract';
import { handler as meterHandler } from '#functions/api/verification/verify-meter';
import { verifyMeter } from '#functions/api/verification/verify-meter.contract';
import { handler as tinHandler } from '#functions/api/verification/verify-tin';
import { verifyTin } from '#functions/api/verification/verify-tin.contract';
import { handler as billHandler } from '#functions/api/verification/verify-utility-bill';
import { verifyUtilityBill } from '#functions/api/verification/verify-utility-bill.contract';
import type { Contract } from '#shared/http/contract';
import type { SessionAnswers } from '#shared/onboarding/modules/answers';
import type { ModuleId } from '#shared/onboarding/modules/modules';
import { SANDBOX_SCENARIOS, type SandboxScenario, type ScenarioCheck } from '#shared/sources/sandbox/scenarios';
import {
  addressAccount,
  submitted as submittedVisit,
  stored as visitOf,
  worker,
} from '#tests/integration/addresses/world';
import { assess } from '#tests/integration/assessment/run';
import { ANSWERS, applicantOf, submitted } from '#tests/integration/assessment/submissions';
import { makeVisit } from '#tests/integration/assessment/visit-steps';
import { checkWorld } from '#tests/integration/monitoring/check-world';
import { sandboxCaller } from '#tests/integration/verification/world';
import { endpoint } from '#tests/support/call';
import { newCompanyNumber } from '#tests/support/companies';
import { memoryFiles } from '#tests/support/memory-files';
import { multipart } from '#tests/support/multipart-request';
import { readTestVault } from '#tests/support/vault';

// Runs of the schedule hand out whatever is due, so this file has its own table.
await vi.hoisted(async () => (await import('#tests/support/own-table')).useOwnTable());

type Outcome = SandboxScenario['outcome'];

const add = endpoint(addCompany, addHandler);

/** A value that triggers a scenario. */
const textFor = ({ match, value }: SandboxScenario): string => (match === 'prefix' ? `${value} Ventures Ltd` : value);

const decidedFor = async (submission: Awaited<ReturnType<typeof submitted>>) => {
  await assess(submission);
  await makeVisit(submission);
  return applicantOf(submission);
};

/** The result of an assessment for each outcome of a name. */
const DECISIONS: Readonly<Partial<Record<Outcome, string>>> = {
  reject: 'sandbox_reject',
  review: 'sandbox_review',
  resubmit: 'sandbox_resubmit',
  sanctions: 'sanctions_match',
  pep: 'pep_match',
  adverse_media: 'adverse_media_match',
  unavailable: 'source_unavailable',
};

const applicant = async (scenario: SandboxScenario) => {
  const made = await submitted({ modules: ['tin_verification'], subject: { businessName: textFor(scenario) } });
  expect((await decidedFor(made)).decisionReason).toContain(DECISIONS[scenario.outcome]);
};

const person = async (scenario: SandboxScenario) => {
  const answers = { ubo_verification: { people: [{ fullName: textFor(scenario) }] } };
  const made = await submitted({ modules: ['ubo_verification', 'aml_screening'], subject: {}, answers });
  expect((await decidedFor(made)).decisionReason).toContain(DECISIONS[scenario.outcome]);
};

/** The result of a module for each outcome of its field. */
const MODULE_CODES: Readonly<Partial<Record<Outcome, RegExp>>> = {
  not_found: /^(registration|tin|meter)_not_found$/,
  inactive: /^business_inactive$/,
  name_mismatch: /^name_mismatch$/,
  unavailable: /^source_unavailable$/,
  not_verified: /^address_not_verified$/,
  pending: /^address_pending$/,
  unreachable: /^address_unreachable$/,
  expired: /^document_expired$/,
  revoked: /^document_revoked$/,
};

const moduleWith = (moduleId: ModuleId, field: string) => async (scenario: SandboxScenario) => {
  const answers = { [moduleId]: { ...(ANSWERS as SessionAnswers)[moduleId], [field]: textFor(scenario) } };
  const made = await submitted({ modules: [moduleId], subject: { businessName: 'Adire Textiles Ltd' }, answers });
  const [result] = (await decidedFor(made)).modules;
  expect(result?.reasonCodes[0]).toMatch(MODULE_CODES[scenario.outcome] ?? expect.fail('No code'));
};

/** The response to an addition for each outcome of the registry. */
const ADDITIONS: Readonly<Partial<Record<Outcome, object>>> = {
  not_found: { status: 404 },
  reject: { status: 404 },
  unavailable: { status: 503 },
  inactive: { status: 201, body: { data: { company: { active: false } } } },
  name_mismatch: { status: 201, body: { warnings: [{ path: 'companyName' }] } },
  review: { status: 201, body: { warnings: [{ path: 'companyName' }] } },
};

/** The beginning of the name that leads to an outcome. */
const nameFor = (outcome: Outcome): string =>
  SANDBOX_SCENARIOS.find((one) => one.field === 'businessName' && one.outcome === outcome)?.value ?? expect.fail();

const addition = async (scenario: SandboxScenario) => {
  const account = await sandboxCaller();
  const value = textFor(scenario);
  if (scenario.field === 'companyNumber') {
    const { status, body } = await add(account, { body: { rcNumber: value } });
    expect(status).toBe(201);
    expect(body.data.company.companyName).toMatch(new RegExp(`^${nameFor(scenario.outcome)} `));
    return;
  }
  const isName = scenario.field === 'businessName';
  const body = isName
    ? { rcNumber: newCompanyNumber(), companyName: value }
    : { rcNumber: value, companyName: 'Adire Textiles Ltd' };
  expect(await add(account, { body })).toMatchObject(ADDITIONS[scenario.outcome] ?? expect.fail('No answer'));
};

/** The number of a company that can be added under the scenario's name. */
const numberFor = ({ field, outcome }: SandboxScenario): string => {
  const named = SANDBOX_SCENARIOS.find((one) => one.field === 'companyNumber' && one.outcome === outcome);
  return field === 'businessName' && named ? named.value : newCompanyNumber();
};

const uploadTo =
  (contract: Contract, handler: typeof tinHandler, fields: (rcNumber: string) => Record<string, string>) =>
  async (scenario: SandboxScenario) => {
    const account = await sandboxCaller();
    const rcNumber = numberFor(scenario);
    const added = await add(account, { body: { rcNumber } });
    const sent = {
      ...fields(rcNumber),
      ...(scenario.field in fields(rcNumber) && { [scenario.field]: scenario.value }),
      ...(scenario.field === 'registrationNumber' && { rcNumber: scenario.value }),
    };
    const { body: form, headers } = await multipart(
      { companyId: added.body.data.company.id, ...sent },
      Buffer.from('%PDF-1.7\n%%EOF\n'),
    );
    const call = endpoint(
      contract,
      handler.with({ vault: readTestVault, verificationUploads: memoryFiles('verifications').store }),
    );
    const { status, body } = await call(account, { body: form, headers });
    if (scenario.outcome === 'unavailable') return expect(status).toBe(503);
    expect({ status, passed: body.verificationResult.status }).toEqual({ status: 200, passed: false });
    if (scenario.field !== 'registrationNumber') return;
    expect(body.verificationResult.reasonCodes[0]).toMatch(MODULE_CODES[scenario.outcome] ?? expect.fail('No code'));
  };

const meter = async (scenario: SandboxScenario) => {
  const call = endpoint(verifyMeter, meterHandler.with({ vault: readTestVault }));
  const { body } = await call(await sandboxCaller(), { body: { meterNumber: scenario.value, provider: 'EKO' } });
  expect(body.verificationResult.status).toBe(false);
};

/** The end of a visit for each outcome. */
const VISITS: Readonly<Partial<Record<Outcome, object>>> = {
  reject: { status: 'completed', result: 'not_verified' },
  unavailable: { status: 'pending', isBooked: false },
  not_verified: { status: 'completed', result: 'not_verified' },
  pending: { status: 'pending', isBooked: true },
  unreachable: { status: 'failed' },
};

const visit = async (scenario: SandboxScenario) => {
  const field = scenario.field === 'street' ? 'street' : 'business_name';
  const reference = await submittedVisit(await addressAccount(), { [field]: textFor(scenario) });
  const { step, time } = worker();
  for (let steps = 0; steps < 3; steps++) {
    await step(reference);
    time.nowMs += 6_000;
  }
  const ended = await visitOf(reference);
  expect({ ...ended, isBooked: ended.bookedAt !== undefined }).toMatchObject(
    VISITS[scenario.outcome] ?? expect.fail('No end'),
  );
};

/** The event of a watched company for each outcome, found within ten days. */
const MONITORED: Readonly<Partial<Record<Outcome, string>>> = {
  reject: 'cac_status_change',
  sanctions: 'sanctions_match',
  pep: 'pep_match',
  adverse_media: 'adverse_media',
};

const monitoring = async (scenario: SandboxScenario) => {
  const world = await checkWorld({ name: textFor(scenario), environment: 'sandbox' });
  for (let day = 0; day < 10; day++) await world.day();
  expect(await world.kinds()).toEqual([MONITORED[scenario.outcome]]);
};

const METER = { meterNumber: '45070012345', provider: 'EKO' };

/** How a scenario reaches each check. */
const REACH: Readonly<Record<ScenarioCheck, (scenario: SandboxScenario) => Promise<unknown>>> = {
  applicant,
  person,
  cac_verification: moduleWith('cac_verification', 'registrationNumber'),
  tin_verification: moduleWith('tin_verification', 'tin'),
  utility_bill_verification: moduleWith('utility_bill_verification', 'meterNumber'),
  address_verification: moduleWith('address_verification', 'street'),
  cac_status_report: moduleWith('cac_status_report', 'registrationNumber'),
  memart_verification: moduleWith('memart_verification', 'registrationNumber'),
  tax_clearance_verification: moduleWith('tax_clearance_verification', 'certificateNumber'),
  scuml_verification: moduleWith('scuml_verification', 'certificateNumber'),
  'add-company': addition,
  'verify-tin': uploadTo(verifyTin, tinHandler, () => ({ tin: '20123456-0001' })),
  'verify-jtb-tin': uploadTo(verifyJtbTin, jtbHandler as typeof tinHandler, () => ({ jtbTin: '2012345678' })),
  'verify-cac': uploadTo(verifyCac, cacHandler as typeof tinHandler, (rcNumber) => ({ rcNumber })),
  'verify-utility-bill': uploadTo(verifyUtilityBill, billHandler as unknown as typeof tinHandler, () => METER),
  'verify-meter': meter,
  'submit-address': visit,
  monitoring,
};

const walked = SANDBOX_SCENARIOS.flatMap((scenario) => scenario.checks.map((check) => ({ scenario, check })));

describe('Every scenario reaches every check that the page names for it', () => {
  test.each(walked)('$scenario.field $scenario.value: $check', { timeout: 30_000 }, async ({ scenario, check }) => {
    await REACH[check](scenario);
  });
});
