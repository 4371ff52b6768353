import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { combinedDeclarations } from '#shared/onboarding/applicants/subject';
import { MODULE_CHECKS } from '#shared/onboarding/modules/module-checks';
import { MODULE_IDS, MODULES, type ModuleId } from '#shared/onboarding/modules/modules';
import { isId } from '#shared/platform/ids';
import { found } from '#shared/sources/lookup-results';
import type { RegistryFacts, SourcePorts } from '#shared/sources/ports';
import { SANDBOX_PORTS } from '#shared/sources/sandbox/sandbox-ports';
import { type CheckEvidence, checkEvidence } from '#shared/verification/check-evidence';
import { evidenceFields } from '#shared/verification/evidence-fields';
import {
  checkReferences,
  type EvidenceItem,
  fromEvidenceItem,
  keepEvidence,
  openEvidence,
} from '#shared/verification/evidence-store';
import { readTestVault, TEST_VAULT_SECRET } from '#tests/support/vault';
import { ANSWERS } from '#tests/unit/onboarding/fixtures';

const { signal } = new AbortController();

const NOW = Date.parse('2026-11-24T08:00:00.000Z');

const KEEPING = { vault: TEST_VAULT_SECRET, retentionDays: 30 };

/** What is kept of the check of a module, with the sources of the sandbox or others. */
const keptOf = async (moduleId: ModuleId, answers = ANSWERS, ports: SourcePorts = SANDBOX_PORTS) => {
  const declared = combinedDeclarations({
    ...{ subject: { businessName: 'Acme Foods Ltd' }, createdBy: 'account', answers },
  } as const);
  return checkEvidence(await MODULE_CHECKS[moduleId]({ answers: answers[moduleId], declared, ports, signal }));
};

const stored = (checks: Parameters<typeof keepEvidence>[0], nowMs = NOW): EvidenceItem & { readonly size: number } => {
  const write = keepEvidence(checks, KEEPING, nowMs);
  if (write?.kind !== 'put') throw new Error('Nothing was kept');
  return { ...fromEvidenceItem(write.item), size: JSON.stringify(write.item).length };
};

const OWNER = { accountId: 'usr_1', environment: 'sandbox', applicantId: 'app_1' } as const;

/** The checks of one assessment with this evidence. */
const checksOf = (evidence: readonly CheckEvidence[]) => {
  const next = checkReferences(NOW);
  return evidence.map((one) => ({ ...OWNER, verificationReference: next(), evidence: one }));
};

describe('What is kept of a check', () => {
  const businessName = 'Acme Foods Ltd';
  const people = ['Ada Obi', 'Musa Bello'];
  const document = { compared: { documentNumber: 'RC1234567', businessName } };
  const holder = { answered: { documentStatus: 'valid', holderName: businessName } };
  const screened = {
    compared: { businessNames: [businessName], registrationNumber: 'RC1234567', people },
    answered: { possibleMatches: '0' },
  };
  const roles = { businessName, registrationNumber: 'RC1234567' };

  const EXPECTED: Readonly<Record<ModuleId, unknown>> = {
    business_profile: undefined,
    cac_verification: {
      compared: { registrationNumber: 'RC1234567', businessName },
      answered: {
        ...{ businessName, registrationNumber: 'RC1234567', businessStatus: 'active', registrationDate: '2007-08-20' },
        address: '168 Sandbox Street, Enugu, Enugu',
      },
    },
    tin_verification: {
      compared: { tin: '12345678-0002', businessName },
      answered: { taxpayerName: businessName },
    },
    bank_account_verification: {
      compared: { bankCode: '011', accountNumber: '0000014579', businessName },
      answered: { accountName: businessName },
    },
    directors_kyc: {
      compared: { people, ...roles },
      answered: { people, verdicts: ['confirmed', 'confirmed'] },
    },
    ubo_verification: {
      compared: { people: ['Ada Obi'], ...roles },
      answered: { people: ['Ada Obi'], verdicts: ['confirmed'] },
    },
    shareholders_kyc: {
      compared: { people: ['Musa Bello'], ...roles },
      answered: { people: ['Musa Bello'], verdicts: ['confirmed'] },
    },
    aml_screening: screened,
    sanctions_screening: screened,
    pep_screening: screened,
    adverse_media_screening: screened,
    // The record of the visit.
    address_verification: undefined,
    utility_bill_verification: {
      compared: { meterNumber: '12345678901', provider: 'EKO' },
      answered: { address: '12345678901 Sandbox Street, EKO' },
    },
    cac_status_report: { ...document, ...holder },
    memart_verification: { ...document, ...holder },
    tax_clearance_verification: { compared: { documentNumber: 'TCC/2026/1', businessName }, ...holder },
    scuml_verification: { compared: { documentNumber: 'SC-1', businessName }, ...holder },
    social_media_verification: { compared: { website: 'acme.ng', businessName }, answered: { confirmed: 'website' } },
    document_upload: undefined,
  };

  test.each(MODULE_IDS)("of %s consists of the compared values and the source's response", async (moduleId) => {
    const kept = await keptOf(moduleId);
    expect(kept).toEqual(EXPECTED[moduleId]);
    expect(kept).toEqual(await keptOf(moduleId));
  });

  test('has no response for a record that the source does not have', async () => {
    const answers = { ...ANSWERS, cac_verification: { registrationNumber: 'RC0000001' } };
    expect(await keptOf('cac_verification', answers)).toEqual({
      compared: { registrationNumber: 'RC0000001', businessName },
      answered: {},
    });
  });

  test('is empty if no source was asked, or the source is down', async () => {
    const malformed = { ...ANSWERS, tin_verification: { tin: '1' } };
    expect(await keptOf('tin_verification', malformed)).toBeUndefined();
    const down = { ...ANSWERS, cac_verification: { registrationNumber: 'RC0000009' } };
    expect(await keptOf('cac_verification', down)).toBeUndefined();
  });

  test('contains no number of a person', async () => {
    expect(JSON.stringify(await keptOf('directors_kyc'))).not.toContain('12345678901');
  });

  test('leaves out fields without a value, and cuts long ones', () => {
    const people = Array.from({ length: 80 }, () => 'x'.repeat(500));
    const fields = evidenceFields({ none: undefined, nothing: '', nobody: [], long: 'é'.repeat(500), people });
    expect(Object.keys(fields)).toEqual(['long', 'people']);
    expect(fields['long']).toHaveLength(200);
    expect(fields['people']).toHaveLength(50);
    expect(evidenceFields({ lines: 'one\r\n\u0000two' })).toEqual({ lines: 'one two' });
  });
});

describe('Kept evidence', () => {
  test('is opened by the references of its checks', async () => {
    const checks = checksOf([
      { compared: { tin: '1' }, answered: {} },
      { compared: {}, answered: { address: 'x' } },
    ]);
    expect(checks.every(({ verificationReference }) => isId('ver', verificationReference))).toBe(true);
    const opened = await openEvidence([stored(checks)], readTestVault, NOW);
    expect([...opened]).toEqual(checks.map((one) => [one.verificationReference, one.evidence]));
  });

  test('is compressed only if it is long, and opens unchanged', async () => {
    for (const [length, isCompressed] of [
      [100, false],
      [500, true],
    ] as const) {
      const checks = checksOf([{ compared: {}, answered: { address: 'é'.repeat(length) } }]);
      const item = stored(checks);
      expect(item.isCompressed).toBe(isCompressed);
      expect(item.size).toBeLessThan(1000);
      expect([...(await openEvidence([item], readTestVault, NOW)).values()]).toEqual(checks.map((one) => one.evidence));
    }
  });

  test('is sealed, and opens only for its own assessment', async () => {
    const one = stored(checksOf([{ compared: { businessName: 'Acme Foods' }, answered: {} }]));
    expect(JSON.stringify(one)).not.toContain('Acme');
    const other = stored(checksOf([{ compared: {}, answered: {} }]));
    const moved = { ...other, sealedEvidence: one.sealedEvidence };
    await expect(openEvidence([moved], readTestVault, NOW)).rejects.toThrow('belongs to another record');
  });

  test('is gone after its days, deleted or not, and the vault is not asked from then on', async () => {
    const item = stored(checksOf([{ compared: {}, answered: {} }]));
    const days = (count: number) => NOW + count * 24 * 60 * 60_000;
    expect((await openEvidence([item], readTestVault, days(30) - 1000)).size).toBe(1);
    const asked = async () => Promise.reject(new Error('asked'));
    expect((await openEvidence([item], asked, days(30))).size).toBe(0);
    expect(item.expiresAtSeconds).toBe(days(30) / 1000);
  });

  test('of several assessments is never in one item', () => {
    const [one] = checksOf([{ compared: {}, answered: {} }]);
    const [other] = checksOf([{ compared: {}, answered: {} }]);
    expect(() => stored([one, other].flatMap((check) => check ?? []))).toThrow(RangeError);
    expect(keepEvidence([], KEEPING, NOW)).toBeUndefined();
  });

  test('of the nineteen modules is far below 400 kB, whatever the responses', async () => {
    // Random, so that it cannot be compressed, and three bytes for each of its code units.
    const text = (length: number) => {
      const bytes = randomBytes(length * 2);
      const units = Array.from({ length }, (_, at) => 0x4e00 + (bytes.readUInt16BE(at * 2) % 0x5000));
      return String.fromCharCode(...units);
    };
    const names = (count: number) => Array.from({ length: count }, () => text(200));
    const persons = () => ({ people: names(25).map((fullName) => ({ fullName })) });
    const answers = {
      ...ANSWERS,
      ...{ business_profile: { businessName: text(200), otherNames: names(25) } },
      ...{ directors_kyc: persons(), ubo_verification: persons(), shareholders_kyc: persons() },
      tax_clearance_verification: { certificateNumber: text(200) },
      scuml_verification: { certificateNumber: text(200) },
      social_media_verification: { website: text(2000), facebook: text(2000), linkedin: text(2000) },
    };
    const url = (at: number) => `https://lists.example/${at}/${'a'.repeat(450)}`;
    const hits = () =>
      (['sanctions', 'pep', 'adverse_media'] as const).flatMap((topic) =>
        Array.from({ length: 40 }, (_, at) => ({
          ...{
            topic,
            listedId: text(500),
            listed: { list: text(500), entity: text(500), url: url(at) },
            matchScore: 1,
          },
          details: { listedAt: text(500), address: text(5000), country: text(500), birthDate: text(500) },
        })),
      );
    const ports = {
      ...SANDBOX_PORTS,
      registry: async () =>
        found({
          ...{ registrationNumber: text(1000), businessName: text(1000), businessStatus: 'active' },
          ...{ address: text(1000), city: text(200), state: text(200), registrationDate: '2015-01-01' },
          directors: names(200).map((name) => ({ name })),
        } satisfies RegistryFacts),
      tax: async () => found({ taxpayerName: text(1000) }),
      bankAccount: async () => found({ accountName: text(1000) }),
      identity: async () => found({ people: names(25).map(() => 'not_confirmed' as const), recordedNames: names(25) }),
      documents: async () => found({ documentStatus: 'revoked' as const, holderName: text(1000) }),
      meter: async () => found({ address: text(1000) }),
      screening: async () => found({ hits: hits() }),
    };
    const asking = MODULE_IDS.filter((id) => MODULES[id].source !== null && id !== 'address_verification');
    const kept = await Promise.all(asking.map((moduleId) => keptOf(moduleId, answers, ports)));
    const item = stored(checksOf(kept.flatMap((one) => one ?? [])));
    expect(kept.filter((one) => one !== undefined)).toHaveLength(16);
    expect(item.size).toBeLessThan(200_000);
  });
});
