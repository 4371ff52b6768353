import { randomUUID } from 'node:crypto';
import type { TestProject } from 'vitest/node';
import { openSession } from '#scripts/demo/journey';
import { openCloud, withApi } from '#scripts/local-cloud/cloud';
import { deployLocalStage } from '#scripts/local-cloud/deploy';
import { STATE_FOLDER } from '#scripts/local-cloud/folders';
import { localStage } from '#scripts/local-cloud/local-stage';
import { freePort } from '#scripts/local-cloud/port';
import type { Stack } from '#scripts/local-cloud/stack';
import { runningStack } from './running-stack.ts';

/**
 * One account logs in before any test. With its first log-in, a stage publishes the key of the address hashes in its
 * security log. The tests of log lines read the hashes of every test, in whatever order the tests run.
 */
const logInOnce = async ({ apiUrl, mailOutboxUrl, edgeSecret }: Stack): Promise<void> => {
  const headers = { 'x-edge-secret': edgeSecret, 'cloudfront-viewer-address': '192.0.2.1:50000' };
  await openSession({ apiUrl, outboxUrl: mailOutboxUrl, headers }, `first-${randomUUID()}@example.com`);
};

/**
 * Deploys the stage `local` to a fresh local cloud that enforces IAM, so that a missing permission fails a test.
 * `STACK_JSON=.local/stack.json` tests the running deployment of `npm start` instead.
 */
export const setup = async (project: TestProject): Promise<(() => Promise<void>) | undefined> => {
  const running = runningStack();
  if (running) {
    await logInOnce(running);
    project.provide('stack', running);
    return;
  }
  const logFile = `${STATE_FOLDER}/e2e-ministack.log`;
  const cloud = await withApi(await openCloud({ port: await freePort(), enforceIam: true, logFile }));
  try {
    // With the limits of the interface, because each caller uses its own address.
    const stage = localStage('1');
    const stack = await deployLocalStage({ ...cloud, stage, name: 'e2e' });
    await logInOnce(stack);
    project.provide('stack', stack);
  } catch (error) {
    await cloud.stop();
    throw error;
  }
  return cloud.stop;
};
