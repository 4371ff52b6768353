import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { newCompany } from '#shared/companies/company';
import { requiredCompanyNumber } from '#shared/companies/company-number';
import type { VendorState } from '#shared/monitoring/vendors/vendor-state';
import { vendorBody, vendorView } from '#shared/monitoring/watches/vendor-view';
import { newWatch } from '#shared/monitoring/watches/watch';

const PLACE = { accountId: 'usr_01KAJ3T6B1N8H5Q7W2E4Z9C3VM', environment: 'live' } as const;
const MADE_MS = Date.parse('2026-01-05T10:00:00.000Z');
const FACTS = { registrationNumber: 'RC1234567', businessName: 'Kano Mills', businessStatus: 'active' } as const;
const COMPANY = newCompany(PLACE, requiredCompanyNumber('RC1234567'), FACTS, MADE_MS);
const NO_ALERTS = { hasAlerts: false, unreadAlerts: 0 };

const stateWith = (changes: Partial<VendorState>): VendorState => ({
  vendorId: COMPANY.id,
  environment: 'live',
  space: 'live',
  scoreHundredths: 8_000,
  scoreUpdatedAt: '2026-02-01T00:00:00.000Z',
  version: 1,
  mentionCount: 0,
  activeWatches: 1,
  createdAt: '2026-02-01T00:00:00.000Z',
  updatedAt: '2026-02-01T00:00:00.000Z',
  ...changes,
});

describe('a vendor is shown', () => {
  test('with its watch, its score in points and the corresponding risk', () => {
    const watch = newWatch(PLACE, COMPANY, 'Cloth', Date.parse('2026-02-28T09:30:00.000Z'));
    const state = stateWith({
      scoreHundredths: 6_125,
      previousScoreHundredths: 6_100,
      scoreUpdatedAt: '2026-03-01T00:00:00.000Z',
      lastEventAt: '2026-03-01T00:00:00.000Z',
      updatedAt: '2026-03-01T00:00:00.000Z',
    });
    const view = vendorView({ company: COMPANY, watch, state, alerts: { hasAlerts: true, unreadAlerts: 3 } });
    expect(v.parse(vendorBody, view)).toStrictEqual({
      vendorId: COMPANY.id,
      vendorName: 'Kano Mills',
      rcNumber: 'RC1234567',
      riskTier: 'LOW',
      claimStatus: 'unclaimed',
      score: 61.25,
      previousScore: 61,
      scoreUpdatedAt: '2026-03-01T00:00:00.000Z',
      hasAlerts: true,
      unreadAlerts: 3,
      lastEventAt: '2026-03-01T00:00:00.000Z',
      label: 'Cloth',
      status: 'active',
      active: true,
      monitoringSince: '2026-02-28T09:30:00.000Z',
      paidUntil: '2026-03-28T09:30:00.000Z',
      createdAt: '2026-02-28T09:30:00.000Z',
      updatedAt: '2026-03-01T00:00:00.000Z',
    });
  });

  test("to an owner who does not watch it without a watch, and with every vendor's initial score", () => {
    const company = { ...COMPANY, ownerId: PLACE.accountId };
    expect(vendorView({ company, alerts: NO_ALERTS })).toMatchObject({
      riskTier: 'LOW',
      claimStatus: 'claimed',
      score: 80,
      previousScore: null,
      scoreUpdatedAt: null,
      lastEventAt: null,
      label: null,
      status: null,
      monitoringSince: null,
      paidUntil: null,
      createdAt: COMPANY.createdAt,
      updatedAt: COMPANY.updatedAt,
    });
  });

  test.each([
    [6_100, 'LOW'],
    [6_099, 'MEDIUM'],
    [3_100, 'MEDIUM'],
    [3_099, 'HIGH'],
    [1_600, 'HIGH'],
    [1_599, 'CRITICAL'],
  ])('of %d hundredths as %s', (scoreHundredths, riskTier) => {
    const state = stateWith({ scoreHundredths });
    expect(vendorView({ company: COMPANY, state, alerts: NO_ALERTS }).riskTier).toBe(riskTier);
  });
});
