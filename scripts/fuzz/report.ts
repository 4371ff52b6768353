import { readFileSync } from 'node:fs';
import * as v from 'valibot';
import { writeTestReport } from '#scripts/command-line/test-report';
import type { ContainerOutcome } from './send-containers.ts';

const Counted = v.object({ title: v.string(), count: v.number() });

/** The fields of Schemathesis' JSON report that we read. */
const Report = v.object({
  complete: v.boolean(),
  operations: v.nullable(v.object({ selected: v.number(), tested: v.number() })),
  test_cases: v.object({ generated: v.number(), unique_failures: v.number() }),
  failures: v.array(Counted),
  errors: v.array(Counted),
});

/** The outcome of a run of the fuzzer. */
export interface FuzzOutcome {
  readonly tested: number;
  /** Failures, errors of the fuzzer itself, and operations that were not tried. */
  readonly findings: number;
  /** The outcome in one line. */
  readonly summary: string;
}

const total = (counted: readonly { count: number }[]): number => counted.reduce((sum, { count }) => sum + count, 0);

/** Evaluates the JSON report of Schemathesis. @throws ValiError when it is not one. */
export const judgeReport = (text: string): FuzzOutcome => {
  const report = v.parse(v.pipe(v.string(), v.parseJson(), Report), text);
  const { selected = 0, tested = 0 } = report.operations ?? {};
  const untested = selected - tested;
  const incomplete = report.complete && selected > 0 ? 0 : 1;
  const findings = report.test_cases.unique_failures + total(report.errors) + untested + incomplete;
  const kinds = [...report.failures, ...report.errors].map(({ title, count }) => `${title} (${count})`);
  if (untested > 0) kinds.push(`operations not tried (${untested})`);
  if (incomplete > 0) kinds.push('the run did not finish');
  const verdict = findings === 0 ? 'no finding' : `${findings} findings: ${kinds.join(', ')}`;
  const summary = `Fuzzed ${tested} operations with ${report.test_cases.generated} requests: ${verdict}.`;
  return { tested, findings, summary };
};

/**
 * Combines the outcome of a run with that of containers of the wrong type. It is a finding if there were no containers.
 */
export const withContainers = (
  { tested, findings, summary }: FuzzOutcome,
  { sent, findings: refusedWrongly }: ContainerOutcome,
): FuzzOutcome => {
  const found = refusedWrongly.length + (sent === 0 ? 1 : 0);
  const verdict = found === 0 ? 'all refused by their path' : [`${found} findings`, ...refusedWrongly].join('\n  ');
  return {
    tested,
    findings: findings + found,
    summary: `${summary}\nSent ${sent} containers of the wrong type: ${verdict}.`,
  };
};

/** Reads and evaluates the report of a run. */
export const readReport = (file: string): FuzzOutcome => judgeReport(readFileSync(file, 'utf8'));

/** Writes the outcome as a test report: each operation is a test, each finding fails one. */
export const writeFuzzReport = ({ tested, findings }: FuzzOutcome): void =>
  writeTestReport('fuzz', { passed: Math.max(0, tested - findings), failed: findings });
