import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { type Stack, writeStack } from '#scripts/local-cloud/stack';
import { UserError } from '#scripts/local-cloud/user-error';
import { runningStack } from '#tests/support/setup/running-stack';
import { temporaryFolder } from '#tests/support/temporary-folder';

const folder = temporaryFolder('stack');
const file = join(folder, 'stack.json');
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(file, { force: true });
});

const stackWith = (rateLimitScale: number): Stack => ({
  stage: 'local',
  apiUrl: 'http://localhost:4566/api',
  endpoint: 'http://127.0.0.1:4566',
  region: 'eu-west-1',
  tableName: 'table',
  bucketName: 'bucket',
  mailOutboxUrl: 'http://127.0.0.1:4566/mails',
  queues: {},
  webOrigins: [],
  rateLimitScale,
  edgeSecret: 'secret',
});

test('without a named deployment, one is created', () => {
  vi.stubEnv('STACK_JSON', '');
  expect(runningStack()).toBeUndefined();
});

test('a deployment with the rate limits of the interface is the one under test', () => {
  writeStack(stackWith(1), file);
  vi.stubEnv('STACK_JSON', file);
  expect(runningStack()).toEqual(stackWith(1));
});

test('a deployment with other rate limits is refused, with what to do', () => {
  writeStack(stackWith(1000), file);
  vi.stubEnv('STACK_JSON', file);
  expect(runningStack).toThrow(
    new UserError(
      `The deployment of ${file} has other rate limits than the suite tests (a scale of 1000): start it with \`npm start\`, without RATE_LIMIT_SCALE.`,
    ),
  );
});
