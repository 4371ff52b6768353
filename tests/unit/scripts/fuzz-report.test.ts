import { describe, expect, test } from 'vitest';
import { judgeReport, withContainers } from '#scripts/fuzz/report';

const report = (changes: object = {}) =>
  JSON.stringify({
    complete: true,
    operations: { selected: 31, tested: 31 },
    test_cases: { generated: 2000, unique_failures: 0 },
    failures: [],
    errors: [],
    ...changes,
  });

describe('the outcome of a run of the fuzzer', () => {
  test('is not a finding if every operation was tried and passed', () => {
    expect(judgeReport(report())).toEqual({
      tested: 31,
      findings: 0,
      summary: 'Fuzzed 31 operations with 2000 requests: no finding.',
    });
  });

  test('counts each failure once and names its kind', () => {
    const failed = report({
      test_cases: { generated: 2000, unique_failures: 2 },
      failures: [{ title: 'Server error', count: 2 }],
    });
    expect(judgeReport(failed)).toMatchObject({ findings: 2, summary: expect.stringContaining('Server error (2)') });
  });

  test.each([
    ['an error of the fuzzer', { errors: [{ title: 'Network error', count: 1 }] }],
    ['an operation that was not tried', { operations: { selected: 31, tested: 30 } }],
    ['a run that did not end', { complete: false }],
    ['a document without operations', { operations: { selected: 0, tested: 0 } }],
    ['a run without operations', { operations: null }],
  ])('reports %s as a finding', (_, changes) => {
    expect(judgeReport(report(changes)).findings).toBe(1);
  });
});

describe('with containers of the wrong type', () => {
  const clean = judgeReport(report());

  test('is not a finding if all are refused', () => {
    expect(withContainers(clean, { sent: 400, findings: [] })).toEqual({
      tested: 31,
      findings: 0,
      summary: `${clean.summary}\nSent 400 containers of the wrong type: all refused by their path.`,
    });
  });

  test('counts those that are not, and reports if none was tried', () => {
    const found = withContainers(clean, { sent: 400, findings: ['createApplicant answers 201 to []'] });
    expect(found).toMatchObject({ findings: 1, summary: expect.stringContaining('createApplicant answers 201 to []') });
    expect(withContainers(clean, { sent: 0, findings: [] }).findings).toBe(1);
  });
});
