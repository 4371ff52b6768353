import type { TestProject } from 'vitest/node';
import { withApi } from '#scripts/local-cloud/cloud';
import { deployLocalStage } from '#scripts/local-cloud/deploy';
import { STATE_FOLDER } from '#scripts/local-cloud/folders';
import { localStage } from '#scripts/local-cloud/local-stage';
import { startLocalCloud } from '#scripts/local-cloud/ministack';
import { freePort } from '#scripts/local-cloud/port';

/** The local cloud whose workers are killed. */
interface KilledCloud {
  /** Its process, whose children are the workers. */
  readonly pid: number;
  /** Its output. */
  readonly logFile: string;
}

declare module 'vitest' {
  interface ProvidedContext {
    cloud: KilledCloud;
  }
}

/** High enough that no request meets a limit. */
const RATE_LIMIT_SCALE = '100000';

/** Deploys the stage `local` to its own local cloud, whose workers may be killed. */
export const setup = async (project: TestProject): Promise<() => Promise<void>> => {
  const logFile = `${STATE_FOLDER}/kill-ministack.log`;
  const cloud = await withApi(await startLocalCloud({ port: await freePort(), enforceIam: true, logFile }));
  try {
    const stage = localStage(RATE_LIMIT_SCALE);
    project.provide('stack', await deployLocalStage({ ...cloud, stage, name: 'kill' }));
    project.provide('cloud', { pid: cloud.pid, logFile });
  } catch (error) {
    await cloud.stop();
    throw error;
  }
  return cloud.stop;
};
