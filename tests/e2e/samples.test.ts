import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test, vi } from 'vitest';
import { CONTRACTS } from '#functions/api/contracts';
import { functionEnvironment, loadHandler, sourceOf } from '#scripts/invoke/function';
import { prepareSample } from '#scripts/invoke/sample';
import { PROJECT_FOLDER } from '#scripts/local-cloud/folders';
import { invokeDeployed } from '#scripts/local-cloud/invoke-deployed';
import { writeStack } from '#scripts/local-cloud/stack';
import { bodyProblems } from '#tests/support/api-document';
import { lambdaContext } from '#tests/support/lambda-context';
import { stack } from '#tests/support/stack';
import { temporaryFolder } from '#tests/support/temporary-folder';

// Log lines would obscure the report.
vi.mock('#shared/platform/standard-output', () => ({ toStandardOutput: () => undefined }));

const SAMPLES = globSync('tests/events/*.json', { cwd: PROJECT_FOLDER }).sort();

interface Result {
  readonly statusCode?: number;
  readonly body?: string;
  readonly isBase64Encoded?: boolean;
  readonly batchItemFailures?: readonly unknown[];
}

const problems = bodyProblems();

/** What an API function's response has that the document does not declare, or lacks. */
const undocumented = (name: string, { statusCode = 0, body = '', isBase64Encoded }: Result): string | undefined => {
  const contract = CONTRACTS.find((one) => one.name === name && one.produces === undefined);
  if (!contract) return undefined;
  const text = isBase64Encoded ? gunzipSync(Buffer.from(body, 'base64')).toString() : body;
  return problems(contract, statusCode, JSON.parse(text));
};

/** Functions whose samples are signed by an outside party. Only `npm run invoke` signs them. */
const SIGNED = ['receive-address-callback', 'receive-paystack-callback', 'sign-in-with-google'];

/** Runs a function in this process, as `npm run invoke` does. */
const runHere = async (name: string, event: unknown): Promise<unknown> =>
  (await loadHandler(sourceOf(name)))(event, lambdaContext(name));

describe('every sample event succeeds with the permissions of its deployed function, and its body matches the API document', () => {
  test.each(SAMPLES.map((file) => [basename(file, '.json'), file] as const))('%s', async (name, file) => {
    Object.assign(process.env, functionEnvironment(name, stack()));
    const { event } = await prepareSample(readFileSync(file, 'utf8'), stack());
    const run = SIGNED.includes(name) ? runHere(name, event) : invokeDeployed(stack().endpoint, name, event);
    const result = ((await run) ?? {}) as Result;
    expect(result.batchItemFailures ?? []).toEqual([]);
    expect(result.statusCode ?? 200, result.body).toBeLessThan(300);
    expect(undocumented(name, result)).toBeUndefined();
  });
});

test('npm run invoke creates what its sample names, and prints the response', () => {
  const folder = temporaryFolder('invoke');
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
});
