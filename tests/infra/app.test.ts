import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const PROJECT = fileURLToPath(new URL('../../', import.meta.url));

/** Runs the app as the CDK does, without credentials; resolves with what it said before it ended. */
const run = async (context: Record<string, string>, variables: Record<string, string> = {}) => {
  const env = { PATH: process.env['PATH'] ?? '', CDK_CONTEXT_JSON: JSON.stringify(context), ...variables };
  try {
    const { stderr } = await promisify(execFile)(process.execPath, ['infra/app.ts'], { cwd: PROJECT, env });
    return { code: 0, stderr };
  } catch (error) {
    const { code, stderr } = error as { code: number; stderr: string };
    return { code, stderr };
  }
};

test('prod with scaled limits ends in one line, whichever way the scale is given', async () => {
  const line = 'Stage prod: RATE_LIMIT_SCALE is refused in prod: its limits are those of the interface\n';
  expect(await run({ stage: 'prod', rateLimitScale: '2' })).toEqual({ code: 1, stderr: line });
  expect(await run({ stage: 'prod' }, { RATE_LIMIT_SCALE: '2' })).toEqual({ code: 1, stderr: line });
});

test('a stage that does not exist ends in one line', async () => {
  const { code, stderr } = await run({ stage: 'production' });
  expect({ code, stderr }).toEqual({
    code: 1,
    stderr: 'There is no stage production: choose one of local, dev, staging, prod\n',
  });
});
