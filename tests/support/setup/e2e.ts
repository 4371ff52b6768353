import type { TestProject } from 'vitest/node';
import { openCloud } from '#scripts/local-cloud/cloud';
import { deployLocalStage } from '#scripts/local-cloud/deploy';
import { STATE_FOLDER } from '#scripts/local-cloud/folders';
import { localStage } from '#scripts/local-cloud/local-stage';
import { freePort } from '#scripts/local-cloud/port';
import { runningStack } from './running-stack.ts';

/**
 * Deploys the stage `local` to a fresh local cloud that enforces IAM, so that a missing permission fails a test.
 * `STACK_JSON=.local/stack.json` tests the running deployment of `npm start` instead.
 */
export const setup = async (project: TestProject): Promise<(() => Promise<void>) | undefined> => {
  const running = runningStack();
  if (running) {
    project.provide('stack', running);
    return;
  }
  const cloud = await openCloud({
    port: await freePort(),
    enforceIam: true,
    logFile: `${STATE_FOLDER}/e2e-ministack.log`,
  });
  try {
    // With the limits of the interface: callers use addresses of their own.
    const stage = localStage('1');
    project.provide('stack', await deployLocalStage({ endpoint: cloud.endpoint, stage, name: 'e2e' }));
  } catch (error) {
    await cloud.stop();
    throw error;
  }
  return cloud.stop;
};
