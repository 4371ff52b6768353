import { describe, expect, test } from 'vitest';
import { judgeAudit } from '#scripts/audit/verdict';

const report = (severity: string, counts: { high: number; critical: number }) =>
  JSON.stringify({ metadata: { vulnerabilities: { low: 3, ...counts } }, vulnerabilities: { qs: { severity } } });

describe('the audit of what is bundled', () => {
  test('is clean when nothing is high or critical', () => {
    expect(judgeAudit(report('low', { high: 0, critical: 0 }))).toMatchObject({ outcome: 'clean' });
  });

  test('names what is', () => {
    const verdict = judgeAudit(report('critical', { high: 0, critical: 1 }));
    expect(verdict).toMatchObject({ outcome: 'vulnerable', message: expect.stringContaining('qs (critical)') });
  });

  test('is unknown when the registry gives no result, with its message', () => {
    const verdict = judgeAudit('{"message":"405 Method Not Allowed","statusCode":405}');
    expect(verdict).toMatchObject({ outcome: 'unknown', message: expect.stringContaining('405 Method Not Allowed') });
  });

  test.each(['', '<html>', '{"auditReportVersion":2}', '{"error":{"summary":""}}'])(
    'is never clean by a report of %o',
    (stdout) => expect(judgeAudit(stdout)).toMatchObject({ outcome: 'unknown' }),
  );
});
