import { recipientProblems } from '#scripts/ops/alarm-recipients';
import type { StageDeployment } from './stage-deployment.ts';

/**
 * Whom the alarms of a deployed stage do not reach, and what to do: one line each. A deployer who may not see it learns
 * that, because the stage works.
 */
export const unreachedRecipients = async ({
  stage,
  alarms,
}: Pick<StageDeployment, 'alarms'> & {
  readonly stage: Pick<StageDeployment['stage'], 'observed' | 'alarmEmail'>;
}): Promise<readonly string[]> => {
  if (!stage.observed) return [];
  try {
    return recipientProblems(await alarms.topics(), stage.alarmEmail);
  } catch (error) {
    return [`Whether anybody gets the alarms could not be seen: ${(error as Error).message}`];
  }
};
