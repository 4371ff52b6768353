import { describe, expect, test } from 'vitest';
import { svcMark } from '#shared/companies/svc-mark';

const NOTHING = { cacCertificateVerified: false, utilityBillVerified: false, addressVerified: false };

const ADDS = [
  [{ cacCertificateVerified: true }, 30],
  [{ firsTin: '12345678-0001' }, 25],
  [{ jtbTin: '1234567890' }, 15],
  [{ utilityBillVerified: true }, 15],
  [{ addressVerified: true }, 15],
] as const;

describe('svc_mark', () => {
  test('is 0 with nothing verified, and 100 with everything', () => {
    expect(svcMark(NOTHING)).toBe(0);
    expect(svcMark(Object.assign({}, NOTHING, ...ADDS.map(([fact]) => fact)))).toBe(100);
  });

  test.each(ADDS)('%j adds %i', (fact, points) => {
    expect(svcMark({ ...NOTHING, ...fact })).toBe(points);
  });
});
