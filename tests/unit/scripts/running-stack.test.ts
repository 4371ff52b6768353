import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { type Stack, writeStack } from '#scripts/local-cloud/stack';
import { UserError } from '#scripts/local-cloud/user-error';
import { runningStack } from '#tests/support/setup/running-stack';

const folder = mkdtempSync(join(tmpdir(), 'stack-'));
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
  mailOutboxUrl: 'http://127.0.0.1:4566/mails',
  queues: {},
  webOrigins: [],
  rateLimitScale,
  edgeSecret: 'secret',
});

test('no deployment is named: one is made', () => {
  vi.stubEnv('STACK_JSON', '');
  expect(runningStack()).toBeUndefined();
});

test('a deployment that takes what the suite sends is the one under test', () => {
  writeStack(stackWith(1000), file);
  vi.stubEnv('STACK_JSON', file);
  expect(runningStack()).toEqual(stackWith(1000));
});

test('one whose rate limits would refuse it is refused, with what to do', () => {
  writeStack(stackWith(1), file);
  vi.stubEnv('STACK_JSON', file);
  expect(runningStack).toThrow(
    new UserError(
      `The deployment of ${file} would refuse the suite's requests as too many: start it with \`RATE_LIMIT_SCALE=1000 npm start\` (it has 1).`,
    ),
  );
});
