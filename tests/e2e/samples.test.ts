import { execFileSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { functionEnvironment, loadHandler, sourceOf } from '#scripts/invoke/function';
import { prepareSample } from '#scripts/invoke/sample';
import { PROJECT_FOLDER } from '#scripts/local-cloud/folders';
import { writeStack } from '#scripts/local-cloud/stack';
import { lambdaContext } from '#tests/support/lambda-context';
import { stack } from '#tests/support/stack';

// Log lines would bury the report.
vi.mock('#shared/platform/standard-output', () => ({ toStandardOutput: () => undefined }));

const SAMPLES = globSync('tests/events/*.json', { cwd: PROJECT_FOLDER }).sort();

interface Result {
  readonly statusCode?: number;
  readonly body?: string;
  readonly batchItemFailures?: readonly unknown[];
}

describe('every sample event succeeds on a fresh deployment', () => {
  test.each(SAMPLES.map((file) => [basename(file, '.json'), file] as const))('%s', async (name, file) => {
    Object.assign(process.env, functionEnvironment(name, stack()));
    const { event } = await prepareSample(readFileSync(file, 'utf8'), stack());
    const handler = await loadHandler(sourceOf(name));
    const result = ((await handler(event, lambdaContext(name))) ?? {}) as Result;
    expect(result.batchItemFailures ?? []).toEqual([]);
    expect(result.statusCode ?? 200, result.body).toBeLessThan(300);
  });
});

test('npm run invoke makes what its sample names, and prints the answer', () => {
  const folder = mkdtempSync(join(tmpdir(), 'invoke-'));
  try {
    const stackFile = join(folder, 'stack.json');
    writeStack(stack(), stackFile);
    const printed = execFileSync(process.execPath, ['scripts/invoke.ts', 'create-applicant'], {
      cwd: PROJECT_FOLDER,
      env: { ...process.env, STACK_JSON: stackFile },
      encoding: 'utf8',
    });
    expect(printed).toMatch(/^<WIDGET_ID> is wgt_/m);
    expect(printed).toMatch(/^Status 201$/m);
    expect(printed).toMatch(/sessionId: 'wses_/);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
