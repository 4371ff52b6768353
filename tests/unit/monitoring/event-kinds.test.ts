import { describe, expect, test } from 'vitest';
import {
  effectOf,
  kindOf,
  REPORTED_KINDS,
  type ReportedKind,
  SEVERITIES,
  sentimentOf,
  statableSeverities,
} from '#shared/monitoring/vendors/event-kinds';

/** As agreed: each kind's severity, and the points that it adds. */
const AGREED: readonly (readonly [kind: ReportedKind, severity: string, points: number])[] = [
  ['sanctions_match', 'CRITICAL', -40],
  ['insolvency', 'CRITICAL', -30],
  ['regulatory_action', 'HIGH', -20],
  ['cac_status_change', 'HIGH', -15],
  ['pep_match', 'HIGH', -10],
  ['adverse_media', 'MEDIUM', -8],
  ['litigation', 'MEDIUM', -8],
  ['annual_return_overdue', 'MEDIUM', -5],
  ['ownership_change', 'MEDIUM', -5],
  ['tax_status_change', 'MEDIUM', -5],
  ['licence_change', 'MEDIUM', -5],
  ['director_change', 'MEDIUM', -3],
  ['bank_account_change', 'MEDIUM', -3],
  ['address_change', 'LOW', -1],
  ['name_change', 'LOW', -1],
  ['positive_media', 'LOW', 1],
];

describe('the kinds of monitoring events', () => {
  test('are these sixteen', () => {
    expect([...REPORTED_KINDS].sort()).toStrictEqual(AGREED.map(([kind]) => kind).sort());
  });

  test.each(AGREED)('%s is %s and adds %d points, whatever severity is stated', (kind, severity, points) => {
    expect(effectOf(kind, undefined)).toStrictEqual({ severity, deltaHundredths: points * 100 });
    for (const stated of SEVERITIES.filter((one) => !statableSeverities(kind).includes(one))) {
      expect(effectOf(kind, stated)).toStrictEqual({ severity, deltaHundredths: points * 100 });
    }
  });

  test('adverse media take points by their severity, and no other kind does', () => {
    expect(SEVERITIES.map((severity) => effectOf('adverse_media', severity))).toStrictEqual([
      { severity: 'LOW', deltaHundredths: -200 },
      { severity: 'MEDIUM', deltaHundredths: -800 },
      { severity: 'HIGH', deltaHundredths: -1_500 },
      { severity: 'MEDIUM', deltaHundredths: -800 },
    ]);
    expect(REPORTED_KINDS.filter((kind) => statableSeverities(kind).length > 0)).toStrictEqual(['adverse_media']);
  });

  test('media mentions are the two that are written about the vendor', () => {
    const mentions = REPORTED_KINDS.flatMap((kind) => {
      const sentiment = sentimentOf(kind);
      return sentiment === undefined ? [] : [[kind, sentiment]];
    });
    expect(mentions).toStrictEqual([
      ['adverse_media', 'negative'],
      ['positive_media', 'positive'],
    ]);
    expect(sentimentOf('monitoring_started')).toBeUndefined();
  });

  test('each have their own texts, which continue a name to a sentence', () => {
    const titles = REPORTED_KINDS.map((kind) => kindOf(kind).title);
    expect(new Set(titles).size).toBe(REPORTED_KINDS.length);
    for (const kind of REPORTED_KINDS) {
      expect(kindOf(kind).finding).toMatch(/^(is|has|matches) .+[^.]$/);
      expect(kindOf(kind).meaning).toMatch(/\.$/);
    }
  });
});
