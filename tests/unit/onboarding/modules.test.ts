import { describe, expect, test } from 'vitest';
import { MODULE_FIELDS } from '#shared/onboarding/modules/module-fields';
import { MODULE_IDS, MODULES } from '#shared/onboarding/modules/modules';

describe('the catalogue of modules', () => {
  test('contains the nineteen of the contract', () => {
    expect([...MODULE_IDS].sort()).toEqual([
      'address_verification',
      'adverse_media_screening',
      'aml_screening',
      'bank_account_verification',
      'business_profile',
      'cac_status_report',
      'cac_verification',
      'directors_kyc',
      'document_upload',
      'memart_verification',
      'pep_screening',
      'sanctions_screening',
      'scuml_verification',
      'shareholders_kyc',
      'social_media_verification',
      'tax_clearance_verification',
      'tin_verification',
      'ubo_verification',
      'utility_bill_verification',
    ]);
  });

  test('charges every module at its own rate, except for the two that only collect', () => {
    const free = MODULE_IDS.filter((id) => MODULES[id].actionKey === null);
    expect(free).toEqual(['business_profile', 'document_upload']);
    for (const id of MODULE_IDS) expect([id, null]).toContain(MODULES[id].actionKey);
  });

  test('calls a source exactly for modules that are charged', () => {
    for (const id of MODULE_IDS) expect(MODULES[id].source === null).toBe(MODULES[id].actionKey === null);
  });

  test('reports the verdict of five modules by their own events', () => {
    const notified = MODULE_IDS.flatMap((id) => (MODULES[id].event === null ? [] : [[id, MODULES[id].event]]));
    expect(notified).toEqual([
      ['cac_verification', 'verification.cac.completed'],
      ['tin_verification', 'verification.tin.completed'],
      ['bank_account_verification', 'verification.bank_account.completed'],
      ['address_verification', 'verification.address.completed'],
      ['utility_bill_verification', 'verification.utility_bill.completed'],
    ]);
  });

  test('weighs every module between 1 and 100', () => {
    for (const id of MODULE_IDS) {
      expect(MODULES[id].weight).toBeGreaterThanOrEqual(1);
      expect(MODULES[id].weight).toBeLessThanOrEqual(100);
    }
  });
});

describe.each(MODULE_IDS)('the form of %s', (id) => {
  const fields = MODULE_FIELDS[id];

  test('names each field once, with a label', () => {
    expect(new Set(fields.map(({ name }) => name)).size).toBe(fields.length);
    for (const { name, label } of fields) {
      expect(name).toMatch(/^[a-z][A-Za-z]*$/);
      expect(label).not.toBe('');
    }
  });

  test('has options for choices, and for nothing else', () => {
    for (const { type, options } of fields) expect(type === 'select').toBe(options !== undefined);
  });

  test("has patterns that a browser's pattern attribute takes", () => {
    for (const { pattern } of fields) {
      if (pattern !== undefined) expect(() => new RegExp(`^(?:${pattern})$`, 'v')).not.toThrow();
    }
  });
});
