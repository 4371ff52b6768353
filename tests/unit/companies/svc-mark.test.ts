import { describe, expect, test } from 'vitest';
import { svcMark } from '#shared/companies/svc-mark';

const NOTHING = {
  bankVerified: false,
  socialVerified: false,
  cacCertificateVerified: false,
  cacReportVerified: false,
  memartVerified: false,
  taxClearanceVerified: false,
};

describe('svc_mark', () => {
  test('is 0 with nothing verified, and 100 with everything', () => {
    expect(svcMark(NOTHING)).toBe(0);
    const everything = Object.fromEntries(Object.keys(NOTHING).map((flag) => [flag, true])) as typeof NOTHING;
    expect(svcMark({ ...everything, firsTin: '12345678-0001' })).toBe(100);
    expect(svcMark(everything)).toBe(80);
  });

  test.each([
    ['cacCertificateVerified', 25],
    ['cacReportVerified', 15],
    ['taxClearanceVerified', 15],
    ['memartVerified', 10],
    ['bankVerified', 10],
    ['socialVerified', 5],
  ] as const)('%s adds %i', (flag, points) => {
    expect(svcMark({ ...NOTHING, [flag]: true })).toBe(points);
  });
});
