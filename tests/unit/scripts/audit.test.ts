import { describe, expect, test } from 'vitest';
import { judgeAudit } from '#scripts/audit/verdict';

const report = (severity: string, counts: { high: number; critical: number }) =>
  JSON.stringify({ metadata: { vulnerabilities: { low: 3, ...counts } }, vulnerabilities: { qs: { severity } } });

describe('the audit of bundled packages', () => {
  test('is clean if no finding is high or critical', () => {
    expect(judgeAudit(report('low', { high: 0, critical: 0 }))).toMatchObject({ outcome: 'clean' });
  });

  test('names those that are', () => {
    const verdict = judgeAudit(report('critical', { high: 0, critical: 1 }));
    expect(verdict).toMatchObject({ outcome: 'vulnerable', message: expect.stringContaining('qs (critical)') });
  });

  test("is unknown if the registry gives no result, with the registry's message", () => {
    const verdict = judgeAudit('{"message":"405 Method Not Allowed","statusCode":405}');
    expect(verdict).toMatchObject({ outcome: 'unknown', message: expect.stringContaining('405 Method Not Allowed') });
  });

  test.each(['', '<html>', '{"auditReportVersion":2}', '{"error":{"summary":""}}'])(
    'is never clean with a report of %o',
    (stdout) => expect(judgeAudit(stdout)).toMatchObject({ outcome: 'unknown' }),
  );
});
